//! What the two ends must know of a call to understand its response.

use std::sync::Arc;

use asmx_types::rules::array_name;

use crate::Transport;
use crate::operation::{Member, Operation, Service, Type};
use crate::xml::ParseOptions;

/// What the two ends must know of a call to understand its response.
#[derive(Debug, Clone)]
pub struct ResponseContext {
    /// The service.
    pub service: &'static Service,
    /// The operation that was called.
    pub operation: &'static Operation,
    /// The transport it was called over.
    pub transport: Transport,
    /// The service's XML namespace.
    pub namespace: Arc<str>,
    /// How the XML of the response is read.
    pub limits: ParseOptions,
}

/// The root of a part over GET and POST, unencoded: it is called like the type.
pub(super) fn root_name(output: &Member) -> String {
    match natural_name(output.kind) {
        // Of a type without a name.
        name if name.is_empty() => output.name.to_owned(),
        name if output.repeated => array_name(&name),
        name => name,
    }
}

/// The name that a type has where no document gives it another one.
pub(super) fn natural_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => array_name(&natural_name(array.item)),
        kind => kind.name(),
    }
}
