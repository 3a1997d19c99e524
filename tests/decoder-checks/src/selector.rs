//! The first bytes of an input choose operation, transport, status and content type, so that one input is a whole
//! case.

use asmx_runtime::protocol::{ErrorStyle, ResponseContext, ServerSettings};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Operation, Service, Transport};
use email_campaign_client::EMAIL_CAMPAIGN;

/// The namespace of the service in the recordings.
pub(crate) const NAMESPACE: &str = "http://example.test/ws/";

/// The number of these bytes.
pub(crate) const LENGTH: usize = 3;

/// Content types that a client or server might send by mistake; the first one is usual.
pub(crate) const ODD_TYPES: [&str; 9] = [
    "text/xml",
    "text/xml; charset=utf-16",
    "text/xml; charset=nonsense",
    "application/soap+xml; charset=shift_jis",
    "text/plain; charset=utf-7",
    "application/x-www-form-urlencoded; charset=utf-16",
    ";;;",
    "text/xml; charset=\"",
    "a/b; c",
];

/// The services whose operations are called. An unpublished package cannot be among them: packaging would fail.
static SERVICES: [&Service; 1] = [&EMAIL_CAMPAIGN];

/// The choice of an input.
pub(crate) struct Selector {
    /// The service.
    pub(crate) service: &'static Service,
    /// One of its operations.
    pub(crate) operation: &'static Operation,
    /// Chooses everything else.
    pub(crate) variant: u8,
}

impl Selector {
    /// Reads the first bytes; `None` if there are too few.
    pub(crate) fn of(input: &[u8]) -> Option<(Self, &[u8])> {
        let (chosen, rest) = input.split_at_checked(LENGTH)?;
        let &[high, low, variant] = chosen else { return None };
        let operations = SERVICES.iter().flat_map(|service| service.operations.iter().map(move |one| (*service, *one)));
        let count = operations.clone().count();
        let index = usize::from(u16::from_be_bytes([high, low])) % count;
        let (service, operation) = operations.clone().nth(index)?;
        Some((Self { service, operation, variant }, rest))
    }

    /// The first bytes for an operation of the first service.
    pub(crate) fn bytes(operation: &Operation, variant: u8) -> [u8; LENGTH] {
        let place = EMAIL_CAMPAIGN.operations.iter().position(|one| one.name == operation.name);
        let [high, low] = u16::try_from(place.unwrap_or_default()).unwrap_or_default().to_be_bytes();
        [high, low, variant]
    }

    pub(crate) fn context(&self, transport: Transport) -> ResponseContext {
        ResponseContext {
            service: self.service,
            operation: self.operation,
            transport,
            namespace: NAMESPACE.into(),
            limits: ParseOptions::keeping_forbidden_references(),
        }
    }

    pub(crate) fn settings(&self) -> ServerSettings {
        ServerSettings::new(self.service, NAMESPACE, ErrorStyle::Production)
    }
}
