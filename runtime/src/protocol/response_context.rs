//! What the two ends must know of a call to understand its response.

use std::sync::Arc;

use crate::Transport;
use crate::operation::{Operation, ResultShape, Service};
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

/// Name of the root element of a result over GET and POST, unencoded. An XML document has none of its own.
pub(crate) fn result_root(shape: ResultShape) -> String {
    shape.root().unwrap_or_default()
}
