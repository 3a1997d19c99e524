//! The four transports as pure functions over bytes, in both directions. Knows `http::Request` and `http::Response`,
//! and no sockets.
//!
//! What is written is what genuine ASP.NET servers and clients write, byte for byte where that is possible, and what is
//! read is whatever they may send. Where a server made with this differs on purpose from the observed stack, the
//! repository's `docs/DIFFERENCES.md` has the one list, each entry with its reason.

// The answer to a request that is no call is as large as what is read of one that is, and moved as seldom.
#![allow(clippy::result_large_err)]

mod decode_request;
mod decode_response;
mod encode_request;
mod encode_response;
pub(crate) mod get_post;
mod media_type;
mod refusal;
mod routing;
mod server_limits;
mod shortcuts;
pub(crate) mod soap;
mod streamed;
pub(crate) mod value;

#[cfg(test)]
mod tests;

pub use server_limits::ServerLimits;
#[cfg(feature = "client")]
pub(crate) use server_limits::looks_like_html;
pub use streamed::{DataSetAnswer, DelimitedAnswer, XmlRowsAnswer};
pub use value::carriage_returns::CarriageReturns;
#[cfg(feature = "server")]
pub(crate) use value::carriage_returns::write_raw;

use std::sync::Arc;

use bytes::Bytes;

use crate::Transport;
use crate::call::handler::Call;
use crate::call::incoming::Incoming;
use crate::error::Error;
use crate::fault::Fault;
use crate::operation::{Operation, ResultShape, Service};
use crate::value::content::Content;
use crate::value::request::DynamicRequest;
use crate::xml::ParseOptions;

/// In which order transports are proposed: SOAP carries most; GET shows its parameters to every log.
pub(crate) const BY_PREFERENCE: [Transport; 4] =
    [Transport::Soap11, Transport::Soap12, Transport::HttpPost, Transport::HttpGet];

/// Where a service is, from a client's point of view.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Address of the `.asmx` file: base URL and path.
    pub url: String,
    /// The service's XML namespace.
    pub namespace: Arc<str>,
}

/// Limits of what a client sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestLimits {
    /// The longest query string of a GET, in bytes after encoding. The default is 2,048, the limit of a server with
    /// default settings.
    pub max_query: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self { max_query: 2048 }
    }
}

/// What the two ends must know of a call to understand its answer.
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
    /// How the XML of the answer is read.
    pub limits: ParseOptions,
}

/// How much a fault tells. ASP.NET's `customErrors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ErrorStyle {
    /// Messages, names of exception types, and the stack's own wrapping: `customErrors` off.
    Development,
    /// Messages only: `customErrors` on.
    #[default]
    Production,
}

/// The transports that a server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Protocols([bool; 4]);

impl Default for Protocols {
    /// All four.
    fn default() -> Self {
        Self([true; 4])
    }
}

impl Protocols {
    /// The same with `transport` switched on or off.
    #[must_use]
    pub fn with(mut self, transport: Transport, on: bool) -> Self {
        for (place, one) in self.0.iter_mut().zip(Transport::ALL) {
            if one == transport {
                *place = on;
            }
        }
        self
    }

    /// Whether `transport` is on.
    pub fn includes(self, transport: Transport) -> bool {
        self.0.iter().zip(Transport::ALL).any(|(on, one)| *on && one == transport)
    }

    fn any_soap(self) -> bool {
        self.includes(Transport::Soap11) || self.includes(Transport::Soap12)
    }
}

/// What a server must know to understand a request.
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The service.
    pub service: &'static Service,
    /// Its XML namespace.
    pub namespace: Arc<str>,
    /// Path of the `.asmx` file on this server. The default is that of the service's descriptor.
    pub path: String,
    /// How much a fault tells.
    pub error_style: ErrorStyle,
    /// The transports that are answered. The default is all four.
    pub protocols: Protocols,
    /// The longest query string that is answered, in bytes; the default is no limit.
    pub max_query: Option<usize>,
    /// How the XML of requests is read.
    pub limits: ParseOptions,
    /// The most different names that a form or a query string may have, and the most undeclared parameters over SOAP. The default
    /// is 1,000 (`aspnet:MaxHttpCollectionKeys`).
    pub max_form_keys: usize,
    /// The most values that a request may have (parameters, items of arrays, members of structures), beside one for every 32 bytes
    /// of its body. The default is 100,000.
    pub max_values: usize,
    /// How carriage returns in the text of results are written.
    pub carriage_returns: CarriageReturns,
}

impl ServerSettings {
    /// Settings with the defaults.
    pub fn new(service: &'static Service, namespace: impl Into<Arc<str>>, error_style: ErrorStyle) -> Self {
        Self {
            service,
            namespace: namespace.into(),
            path: service.path.to_owned(),
            error_style,
            protocols: Protocols::default(),
            max_query: None,
            limits: ParseOptions::default(),
            max_form_keys: 1000,
            max_values: 100_000,
            carriage_returns: CarriageReturns::default(),
        }
    }
}

/// A request that a server understood.
#[non_exhaustive]
#[derive(Debug)]
pub struct Received {
    /// Everything but the operation's own parameters.
    pub incoming: Incoming,
    /// The operation's own parameters.
    pub request: DynamicRequest,
}

/// Encodes a call for its transport.
///
/// # Errors
///
/// A value that the transport cannot carry, naming the parameter; a query string past the limit; an address that is
/// none.
pub fn encode_request(endpoint: &Endpoint, limits: &RequestLimits, call: &Call) -> Result<http::Request<Bytes>, Error> {
    encode_request::encode(endpoint, None, limits, call)
}

/// The same; `address` is the endpoint's, parsed once for all calls.
#[cfg(feature = "client")]
pub(crate) fn encode_request_to(
    endpoint: &Endpoint,
    address: Option<&http::Uri>,
    limits: &RequestLimits,
    call: &Call,
) -> Result<http::Request<Bytes>, Error> {
    encode_request::encode(endpoint, address, limits, call)
}

/// Decodes the answer to a call.
///
/// # Errors
///
/// The service's fault; a status without a fault; an answer that is no result of the operation. Status and body are
/// kept.
pub fn decode_response(context: &ResponseContext, response: http::Response<Bytes>) -> Result<Content, Error> {
    decode_response::decode(context, response)
}

/// Whether the body behind these headers is a page for people.
#[cfg(feature = "client")]
pub(crate) fn is_html(headers: &http::HeaderMap) -> bool {
    media_type::MediaType::of(headers).essence == "text/html"
}

/// Decodes a request.
///
/// # Errors
///
/// The complete answer to a request that is no call: a fault, a status with an empty body, a page.
pub fn decode_request(
    settings: &ServerSettings,
    request: &http::Request<Bytes>,
) -> Result<Received, http::Response<Bytes>> {
    let (head, body) = request.clone().into_parts();
    decode_request::decode(settings, &head, body)
}

/// The same for a request in its parts: its body is given back as soon as it is not needed.
#[cfg(feature = "server")]
pub(crate) fn decode_request_parts(
    settings: &ServerSettings,
    head: &http::request::Parts,
    body: Bytes,
) -> Result<Received, http::Response<Bytes>> {
    decode_request::decode(settings, head, body)
}

/// Encodes the result of a call.
///
/// # Errors
///
/// A fault if `result` is not what the operation is declared to answer: encode that instead.
pub fn encode_response(context: &ResponseContext, result: &Content) -> Result<http::Response<Bytes>, Fault> {
    encode_response::encode(context, result)
}

/// Encodes a fault for a transport.
pub fn encode_fault(style: ErrorStyle, transport: Transport, fault: &Fault) -> http::Response<Bytes> {
    encode_response::encode_fault(style, transport, fault)
}

/// The operation that a GET or a POST without SOAP names by its path.
#[cfg(feature = "server")]
pub(crate) fn operation_of_path(settings: &ServerSettings, path: &str) -> Option<&'static Operation> {
    match routing::path(&settings.path, path) {
        routing::PathTarget::Operation(name) => settings.service.operation(&name),
        routing::PathTarget::Service | routing::PathTarget::Elsewhere => None,
    }
}

/// The answer to a request whose path is none of the service's; `None` for others. Its body need not be read.
#[cfg(feature = "server")]
pub(crate) fn answer_elsewhere(settings: &ServerSettings, path: &str) -> Option<http::Response<Bytes>> {
    (routing::path(&settings.path, path) == routing::PathTarget::Elsewhere).then(refusal::not_found)
}

/// What stands before an operation's name in its `SOAPAction`.
#[cfg(feature = "server")]
pub(crate) fn action_prefix(namespace: &str) -> String {
    routing::action(namespace, "")
}

/// Name of the root element of a result over GET and POST, unencoded. An XML document has none of its own.
fn result_root(shape: ResultShape) -> String {
    shape.root().unwrap_or_default()
}
