//! The transports that pages show of an operation.

use crate::Transport;
use crate::operation::{Operation, Service};
use crate::protocol::ServerSettings;

/// The transports that the operation can be called over here.
pub(super) fn transports<'a>(
    settings: &'a ServerSettings,
    operation: &'a Operation,
) -> impl Iterator<Item = Transport> + 'a {
    let offered = |transport: &Transport| {
        settings.protocols.includes(*transport) && is_offered(settings.service, operation, *transport)
    };
    Transport::ALL.into_iter().filter(offered)
}

/// Whether the operation is offered over the transport, the service's common parameters included.
fn is_offered(service: &Service, operation: &Operation, transport: Transport) -> bool {
    let common = transport.is_soap() || service.common.iter().all(crate::operation::Member::carried_by_http);
    common && operation.offered_over(transport)
}
