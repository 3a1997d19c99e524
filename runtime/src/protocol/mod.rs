//! The four transports as pure functions over bytes, in both directions. Knows `http::Request` and `http::Response`,
//! and no sockets.
//!
//! What is written is what genuine ASP.NET servers and clients write, byte for byte where that is possible, and what is
//! read is whatever they may send. Where a server made with this differs on purpose from the observed stack, the
//! repository's `docs/DIFFERENCES.md` has the one list, each entry with its reason.

// The response to a request that is no call is as large as what is read of one that is, and moved as seldom.
#![allow(clippy::result_large_err)]

mod decode_message;
mod decode_request;
mod decode_response;
mod encode_message;
mod encode_request;
mod encode_response;
mod error_style;
pub(crate) mod get_post;
pub(crate) mod incoming;
mod media_type;
mod outgoing;
mod refusal;
mod response_context;
mod routing;
pub(crate) mod server_limits;
mod server_settings;
pub(crate) mod soap;
mod streamed;
pub(crate) mod value;

#[cfg(test)]
mod tests;

pub use error_style::ErrorStyle;
pub(crate) use incoming::Incoming;
pub use incoming::Received;
pub use outgoing::{Endpoint, Outgoing, RequestLimits};
#[cfg(feature = "server")]
pub(crate) use refusal::Refused;
pub use response_context::ResponseContext;
pub(crate) use server_limits::{ServerLimits, looks_like_html};
pub use server_settings::{Protocols, ServerSettings};
#[doc(hidden)]
pub use streamed::{DataSetDecoder, DelimitedDecoder, XmlRowsDecoder};
pub use value::carriage_returns::CarriageReturns;
pub(crate) use value::carriage_returns::write_raw;

use bytes::Bytes;

use crate::Transport;
use crate::error::Error;
use crate::fault::Fault;
use crate::operation::Operation;
use crate::value::message::Message;
use crate::value::output::BlankOutput;

/// In which order transports are proposed: SOAP carries most; GET shows its parameters to every log.
pub(crate) const BY_PREFERENCE: [Transport; 4] =
    [Transport::Soap11, Transport::Soap12, Transport::HttpPost, Transport::HttpGet];

/// Encodes a call for its transport.
///
/// # Errors
///
/// A value that the transport cannot carry, naming the parameter; a query string past the limit; an address that is
/// none.
pub fn encode_request(
    endpoint: &Endpoint,
    limits: &RequestLimits,
    call: Outgoing<'_>,
) -> Result<http::Request<Bytes>, Error> {
    encode_request::encode(endpoint, None, limits, call)
}

/// The same; `address` is the endpoint's, parsed once for all calls.
pub(crate) fn encode_request_to(
    endpoint: &Endpoint,
    address: Option<&http::Uri>,
    limits: &RequestLimits,
    call: Outgoing<'_>,
) -> Result<http::Request<Bytes>, Error> {
    encode_request::encode(endpoint, address, limits, call)
}

/// Decodes the response to a call.
///
/// # Errors
///
/// The service's fault; a status without a fault; a response that is no result of the operation. Status and body are
/// kept.
pub fn decode_response(context: &ResponseContext, response: http::Response<Bytes>) -> Result<Message, Error> {
    decode_response::decode(context, response, || None)
}

/// The same; outputs are read into what `blank` makes.
pub(crate) fn decode_response_into(
    context: &ResponseContext,
    response: http::Response<Bytes>,
    blank: BlankOutput,
) -> Result<Message, Error> {
    decode_response::decode(context, response, blank)
}

/// Whether the body behind these headers is a page for people.
pub(crate) fn is_html(headers: &http::HeaderMap) -> bool {
    media_type::MediaType::of(headers).is("text/html")
}

/// Decodes a request.
///
/// # Errors
///
/// The complete response to a request that is no call: a fault, a status with an empty body, a page.
pub fn decode_request(
    settings: &ServerSettings,
    request: &http::Request<Bytes>,
) -> Result<Received, http::Response<Bytes>> {
    let (head, body) = request.clone().into_parts();
    decode_request::decode(settings, &head, body)
}

/// The same for a request in its parts: its body is freed as soon as it is not needed.
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
/// A fault if `result` is not what the operation is declared to return: encode that instead.
pub fn encode_response(context: &ResponseContext, result: &Message) -> Result<http::Response<Bytes>, Fault> {
    encode_response::encode(context, result)
}

/// Encodes a fault for a transport. `namespace` is that of the service, for the headers that the fault may have.
pub fn encode_fault(style: ErrorStyle, transport: Transport, namespace: &str, fault: &Fault) -> http::Response<Bytes> {
    encode_response::encode_fault(style, transport, namespace, fault)
}

/// Encodes a fault that is returned instead of a result. An operation without a response returns the same as always.
pub(crate) fn encode_failure(context: &ResponseContext, style: ErrorStyle, fault: &Fault) -> http::Response<Bytes> {
    encode_response::encode_failure(context, style, fault)
}

/// The operation that a GET or a POST without SOAP names by its path.
pub(crate) fn operation_of_path(settings: &ServerSettings, path: &str) -> Option<&'static Operation> {
    match routing::target(settings, path) {
        (at, routing::PathTarget::Operation(name)) => routing::by_location(settings.service, &name, |operation| {
            Transport::ALL.iter().any(|transport| settings.service.is_at(at, operation, *transport))
        }),
        (_, routing::PathTarget::Service | routing::PathTarget::Elsewhere) => None,
    }
}

/// The response to a request whose path is none of the service's; `None` for others. Its body need not be read.
pub(crate) fn response_elsewhere(settings: &ServerSettings, path: &str) -> Option<http::Response<Bytes>> {
    (routing::target(settings, path).1 == routing::PathTarget::Elsewhere).then(refusal::not_found)
}

/// What stands before an operation's name in its `SOAPAction`.
pub(crate) fn action_prefix(namespace: &str) -> String {
    routing::action(namespace, "")
}
