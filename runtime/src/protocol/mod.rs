//! The four transports as pure functions over `http::Request` and `http::Response`, in both directions, without sockets.
//!
//! The functions write what genuine ASP.NET servers and clients write, byte for byte where possible, and read whatever these may send. The
//! repository's `docs/DIFFERENCES.md` lists where our server differs from the observed stack on purpose, with the reasons.

// An error here is a complete response, which is as large as a decoded request and moved as rarely.
#![allow(clippy::result_large_err)]

mod decode_message;
mod decode_response;
mod encode_request;
mod encode_response;
pub(crate) mod get_post;
pub(crate) mod incoming;
mod media_type;
mod other_root;
mod outgoing;
mod outputs;
mod refusal;
pub(crate) mod response_context;
mod routing;
pub(crate) mod server_limits;
mod server_settings;
pub(crate) mod soap;
mod streamed;
pub(crate) mod value;

#[cfg(test)]
mod tests;

pub(crate) use incoming::Incoming;
pub use incoming::Received;
pub use outgoing::{Endpoint, Outgoing, RequestLimits};
#[cfg(feature = "server")]
pub(crate) use refusal::Refused;
pub use response_context::ResponseContext;
pub(crate) use server_limits::{ServerLimits, looks_like_html};
pub use server_settings::{ErrorStyle, ServerSettings};
#[doc(hidden)]
pub use streamed::{DataSetDecoder, DelimitedDecoder, XmlRowsDecoder};
pub(crate) use streamed::{ReadContent, Streamed};
pub use value::carriage_returns::CarriageReturns;
pub(crate) use value::carriage_returns::write_raw;

pub use asmx_types::Transports;
use bytes::Bytes;
use http::Method;

use self::encode_request::LongTexts;
use self::get_post::decode_form;
use self::routing::PathTarget;
use self::soap::decode_soap;
use crate::Transport;
use crate::error::Error;
use crate::fault::Fault;
use crate::operation::Operation;
use crate::value::message::Message;
use crate::value::output::BlankOutput;

/// The order in which transports are proposed. SOAP carries most values; GET exposes its parameters to logs.
pub(crate) const BY_PREFERENCE: [Transport; 4] =
    [Transport::Soap11, Transport::Soap12, Transport::HttpPost, Transport::HttpGet];

/// Encodes a call for its transport.
///
/// # Errors
///
/// A value that the transport cannot carry, with the name of its parameter; a query string above the limit; an invalid address.
pub fn encode_request(
    endpoint: &Endpoint,
    limits: &RequestLimits,
    call: Outgoing<'_>,
) -> Result<http::Request<Bytes>, Error> {
    encode_request::encode(endpoint, None, limits, call, LongTexts::Encode)
}

/// As `encode_request`. `address` is that of the endpoint, parsed once for all calls.
pub(crate) fn encode_request_to(
    endpoint: &Endpoint,
    address: Option<&http::Uri>,
    limits: &RequestLimits,
    call: Outgoing<'_>,
) -> Result<http::Request<Bytes>, Error> {
    encode_request::encode(endpoint, address, limits, call, LongTexts::Encode)
}

/// Whether the transport of a call carries it, and the server accepts its size. The values that decide are looked at and not written, unless
/// the size does.
pub(crate) fn carries(
    endpoint: &Endpoint,
    address: Option<&http::Uri>,
    (limits, server): (&RequestLimits, &ServerLimits),
    call: Outgoing<'_>,
) -> bool {
    let long = if server.body.is_some() { LongTexts::Encode } else { LongTexts::Check };
    let request = encode_request::encode(endpoint, address, limits, call, long);
    request.is_ok_and(|request| server.check(call, &request).is_ok())
}

/// Decodes the response to a call.
///
/// # Errors
///
/// The service's fault; a status without a fault; a response that is not a result of the operation. The error keeps status and body.
pub fn decode_response(context: &ResponseContext, response: http::Response<Bytes>) -> Result<Message, Error> {
    decode_response::decode(context, response, || None)
}

/// As `decode_response`. `output` makes the output that the parts are read into.
pub(crate) fn decode_response_into(
    context: &ResponseContext,
    response: http::Response<Bytes>,
    output: BlankOutput,
) -> Result<Message, Error> {
    decode_response::decode(context, response, output)
}

/// Decodes a request.
///
/// # Errors
///
/// The complete response that refuses the request: a fault, a status with an empty body, or a page.
pub fn decode_request(
    settings: &ServerSettings,
    request: &http::Request<Bytes>,
) -> Result<Received, http::Response<Bytes>> {
    let (head, body) = request.clone().into_parts();
    decode_request_parts(settings, &head, body)
}

/// As `decode_request` for a request in parts. The body is freed as soon as it is not needed.
pub(crate) fn decode_request_parts(
    settings: &ServerSettings,
    head: &http::request::Parts,
    body: Bytes,
) -> Result<Received, http::Response<Bytes>> {
    let (at, target) = routing::target(settings, head.uri.path());
    match target {
        PathTarget::Elsewhere => Err(refusal::not_found()),
        PathTarget::Service => match head.method {
            Method::POST => decode_soap::decode(settings, at, head, body),
            Method::GET | Method::HEAD => Err(refusal::unrecognized(None)),
            _ => Err(refusal::method_not_allowed()),
        },
        PathTarget::Operation(name) => {
            let transport = match head.method {
                Method::GET => Transport::HttpGet,
                Method::POST => Transport::HttpPost,
                _ => return Err(refusal::unrecognized(Some(&name))),
            };
            if name.is_empty() || !settings.protocols.offers(transport) {
                return Err(refusal::unrecognized(Some(&name)));
            }
            decode_form::decode(settings, at, head, &body, transport, &name)
        }
    }
}

/// Encodes the result of a call.
///
/// # Errors
///
/// A fault if `result` does not match the operation's descriptor: encode that fault instead.
pub fn encode_response(context: &ResponseContext, result: &Message) -> Result<http::Response<Bytes>, Fault> {
    encode_response::encode(context, result)
}

/// Encodes a fault for a transport. `namespace` is that of the service, for the headers of the fault.
pub fn encode_fault(style: ErrorStyle, transport: Transport, namespace: &str, fault: &Fault) -> http::Response<Bytes> {
    encode_response::encode_fault(style, transport, namespace, fault)
}

/// Encodes a fault in place of a result. A one-way operation returns its usual response.
pub(crate) fn encode_failure(context: &ResponseContext, style: ErrorStyle, fault: &Fault) -> http::Response<Bytes> {
    encode_response::encode_failure(context, style, fault)
}

/// The operation that a GET or POST names by its path.
pub(crate) fn operation_of_path(settings: &ServerSettings, path: &str) -> Option<&'static Operation> {
    match routing::target(settings, path) {
        (at, PathTarget::Operation(name)) => routing::by_location(settings.service, &name, |operation| {
            Transport::ALL.iter().any(|transport| settings.service.is_at(at, operation, *transport))
        }),
        (_, PathTarget::Service | PathTarget::Elsewhere) => None,
    }
}

/// The response to a request whose path is not an address of the service; `None` for other paths. The body need not be read.
pub(crate) fn response_elsewhere(settings: &ServerSettings, path: &str) -> Option<http::Response<Bytes>> {
    (routing::target(settings, path).1 == PathTarget::Elsewhere).then(refusal::not_found)
}

/// The part of a `SOAPAction` before the name of the operation.
pub(crate) fn action_prefix(namespace: &str) -> String {
    routing::action(namespace, "")
}
