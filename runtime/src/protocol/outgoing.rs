//! The input of `encode_request`: a call, its endpoint and its limits.

use std::sync::Arc;

use crate::Transport;
use crate::operation::Operation;
use crate::value::Value;
use crate::value::common::CommonValues;
use crate::value::request::Request;
use crate::value::soap_header::SoapHeader;

/// The parameters of a call, and the transport they are encoded for.
#[derive(Clone, Copy)]
pub struct Outgoing<'a> {
    /// The operation's own parameters.
    pub request: &'a dyn Request,
    /// Values of the service's common parameters.
    pub common: &'a CommonValues,
    /// Undeclared parameters, by wire name.
    pub undeclared: &'a [(String, Value<'static>)],
    /// SOAP headers, in the order of the envelope. GET and POST carry no headers.
    pub headers: &'a [SoapHeader],
    /// The transport.
    pub transport: Transport,
    /// Whether values are sent without checks by the descriptor. Required values that are missing are left out, and so are values that GET
    /// and POST cannot carry.
    pub unchecked: bool,
    /// Whether an absent optional text is sent over GET and POST as an empty one although the values are not checked. With checks it always is.
    pub complete_forms: bool,
}

impl Outgoing<'_> {
    /// The operation called.
    pub fn operation(&self) -> &'static Operation {
        self.request.operation()
    }
}

impl std::fmt::Debug for Outgoing<'_> {
    /// Without values, which may be secret.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let undeclared: Vec<_> = self.undeclared.iter().map(|(name, _)| name).collect();
        formatter
            .debug_struct("Outgoing")
            .field("operation", &self.operation().name)
            .field("common", self.common)
            .field("undeclared", &undeclared)
            .field("headers", &self.headers)
            .field("transport", &self.transport)
            .finish_non_exhaustive()
    }
}

/// The address of a service.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The address of the `.asmx` file: base URL and path.
    pub url: String,
    /// The service's XML namespace.
    pub namespace: Arc<str>,
    /// Whether a SOAP 1.2 request states its action, as clients of .NET do. Clients state it if the service's description states its
    /// namespace. Without an action the service finds the operation by the element in the body.
    pub states_action: bool,
}

/// Limits of the requests that a client sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestLimits {
    /// The longest query string of a GET, in bytes after encoding. The default is 2,048, the default limit of servers.
    pub max_query: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self { max_query: 2048 }
    }
}
