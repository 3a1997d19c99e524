//! SOAP headers that a client sends with all its calls.

use crate::call::handler::Call;
use crate::operation::{Service, Type};
use crate::value::Value;
use crate::value::headers::is_of_type;
use crate::value::secrets::Kept;
use crate::value::soap_header::{HeaderContent, SoapHeader};

/// A header for all calls.
#[derive(Clone)]
pub(crate) enum ClientHeader {
    /// A header as it is: a declared one goes with the operations that declare it, another one with every operation.
    Given(SoapHeader),
    /// A value, which is the header of its type.
    OfType(Type, Kept),
}

impl ClientHeader {
    pub(crate) const fn of_type(kind: Type, value: Value<'static>) -> Self {
        Self::OfType(kind, Kept(value))
    }

    /// Why the service has no use for it.
    pub(crate) fn misfit(&self, service: &Service) -> Option<String> {
        let mut declared = service.operations.iter().map(|operation| operation.messages.request_headers);
        match self {
            Self::Given(header) => {
                let (member, _) = header.declared()?;
                let is_declared = declared.any(|headers| headers.iter().any(|known| header.is(known)));
                (!is_declared)
                    .then(|| format!("no operation of {} declares the header `{}`", service.name, member.name))
            }
            Self::OfType(kind, _) => {
                let mut is_declared = false;
                for operation in service.operations {
                    let headers = operation.messages.request_headers;
                    match headers.iter().filter(|known| is_of_type(known, *kind)).count() {
                        0 => {}
                        1 => is_declared = true,
                        _ => {
                            let (name, kind) = (operation.name, kind.name());
                            return Some(format!(
                                "{name} declares several headers of the type {kind}: give the header by its descriptor"
                            ));
                        }
                    }
                }
                let kind = kind.name();
                (!is_declared).then(|| format!("no operation of {} declares a header of the type {kind}", service.name))
            }
        }
    }

    /// Adds it to a call over SOAP that was not given it.
    pub(crate) fn add_to(&self, call: &mut Call) {
        let declared = call.operation().messages.request_headers;
        let header = match self {
            Self::Given(header @ SoapHeader { content: HeaderContent::Unknown(_), .. }) => Some(header.clone()),
            Self::Given(header) => declared.iter().any(|known| header.is(known)).then(|| header.clone()),
            Self::OfType(kind, value) => {
                let found = declared.iter().find(|known| is_of_type(known, *kind));
                found.map(|known| SoapHeader::new(known, value.0.clone()))
            }
        };
        let is_given = |header: &SoapHeader| {
            header.declared().is_some_and(|(member, _)| call.soap_headers.iter().any(|given| given.is(member)))
        };
        if let Some(header) = header.filter(|header| !is_given(header)) {
            call.soap_headers.push(header);
        }
    }
}
