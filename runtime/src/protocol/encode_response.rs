//! Responses, from the server's side: a result or a fault on each transport.

use std::borrow::Cow;

use bytes::Bytes;
use http::{Response, StatusCode};

use super::encode_message;
use super::error_style::ErrorStyle;
use super::get_post::fault_text;
use super::refusal;
use super::response_context::ResponseContext;
use super::soap::soap_fault;
use super::soap::soap_version::SoapVersion;
use crate::Transport;
use crate::fault::Fault;
use crate::value::message::Message;

/// Encodes a message. One that is not what the operation's descriptor says is a failure of the service.
pub(super) fn encode(context: &ResponseContext, message: &Message) -> Result<Response<Bytes>, Fault> {
    match SoapVersion::of_transport(context.transport) {
        Some(_) if context.operation.messages.one_way => Ok(accepted()),
        Some(version) => {
            let envelope = encode_message::enveloped(context, version, message)?;
            Ok(refusal::response(StatusCode::OK, Some(version.content_type()), envelope))
        }
        None => {
            let text = encode_message::alone(context, message)?;
            let content_type = (!text.is_empty()).then(|| SoapVersion::V11.content_type());
            Ok(refusal::response(StatusCode::OK, content_type, text))
        }
    }
}

/// The response to a call of an operation that says nothing in response: .NET's, because the observed stack does not even run it.
fn accepted() -> Response<Bytes> {
    refusal::response(StatusCode::ACCEPTED, None, String::new())
}

/// Encodes a fault that is returned instead of a result.
pub(super) fn encode_failure(context: &ResponseContext, style: ErrorStyle, fault: &Fault) -> Response<Bytes> {
    if context.transport.is_soap() && context.operation.messages.one_way {
        return accepted();
    }
    encode_fault(style, context.transport, &context.namespace, fault)
}

/// Encodes a fault.
pub(super) fn encode_fault(style: ErrorStyle, transport: Transport, namespace: &str, fault: &Fault) -> Response<Bytes> {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    let Some(version) = SoapVersion::of_transport(transport) else {
        return refusal::response(status, Some("text/plain; charset=utf-8"), fault_text::of_http(style, fault));
    };
    let (header, told) = match encode_message::headers(version, namespace, fault.headers().as_slice()) {
        Ok(header) => (header, Cow::Borrowed(fault)),
        Err(why) => (String::new(), Cow::Owned(fault.clone().caused_by(why.message()))),
    };
    refusal::response(status, Some(version.content_type()), soap_fault::write(version, style, &header, &told))
}
