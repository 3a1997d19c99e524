//! Responses, from the server's side: a result or a fault on each transport.

use std::borrow::Cow;

use bytes::Bytes;
use http::{Response, StatusCode};

use super::encode_message;
use super::error_style::ErrorStyle;
use super::get_post::{fault_text, indent};
use super::refusal;
use super::response_context::{ResponseContext, result_root};
use super::response_root::{RootAttributes, declarations};
use super::soap::envelope;
use super::soap::envelope::{DECLARATION, Writer};
use super::soap::soap_fault;
use super::soap::soap_version::SoapVersion;
use crate::Transport;
use crate::fault::Fault;
use crate::operation::ResultShape;
use crate::value::content::Content;
use crate::value::message::Message;
use crate::xml;

/// Encodes a result. A result that is not what the operation's descriptor says is a failure of the service.
pub(super) fn encode(context: &ResponseContext, result: &Content) -> Result<Response<Bytes>, Fault> {
    let message = as_message(context, result);
    match SoapVersion::of_transport(context.transport) {
        Some(_) if context.operation.messages.one_way => Ok(accepted()),
        Some(version) => {
            let envelope = match message {
                Some(message) => encode_message::enveloped(context, version, &message)?,
                None => envelope::write(version, Writer::Server, "", &soap_body(context, result)?),
            };
            Ok(refusal::response(StatusCode::OK, Some(version.content_type()), envelope))
        }
        None if is_nothing(context, result) => Ok(refusal::response(StatusCode::OK, None, String::new())),
        None => {
            let text = match message {
                Some(message) => encode_message::alone(context, &message)?,
                None => bare(context, result)?,
            };
            Ok(refusal::response(StatusCode::OK, Some(SoapVersion::V11.content_type()), text))
        }
    }
}

/// The message that a result is, of an operation that returns one.
fn as_message<'r>(context: &ResponseContext, result: &'r Content) -> Option<Cow<'r, Message>> {
    match result {
        _ if context.operation.result != ResultShape::Message => None,
        Content::Message(message) => Some(Cow::Borrowed(message)),
        Content::None => Some(Cow::Owned(Message::default())),
        _ => None,
    }
}

/// Whether there is nothing to say over GET and POST.
fn is_nothing(context: &ResponseContext, result: &Content) -> bool {
    match (context.operation.result, result) {
        (ResultShape::None, Content::None) => true,
        (ResultShape::Message, Content::None | Content::Message(_)) => context.operation.outputs.is_empty(),
        _ => false,
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

fn soap_body(context: &ResponseContext, result: &Content) -> Result<String, Fault> {
    let operation = context.operation;
    let (response, namespace) = operation.response_name();
    let response = xml::name::encode_local_name(&response);
    let mut body = format!("<{response} xmlns=\"");
    xml::escape_attribute(&mut body, namespace.uri(&context.namespace));
    body.push('"');
    let Some(inner) = inner(operation.result, result, ResultPlace::Envelope)? else {
        body.push_str(" />");
        return Ok(body);
    };
    let element = operation.result_element_name();
    let element = xml::name::encode_local_name(&element);
    body.push_str("><");
    body.push_str(&element);
    if inner.is_empty() {
        body.push_str(" />");
    } else {
        for part in [">", &inner, "</", &element, ">"] {
            body.push_str(part);
        }
    }
    body.push_str("</");
    body.push_str(&response);
    body.push('>');
    Ok(body)
}

/// A result outside an envelope.
fn bare(context: &ResponseContext, result: &Content) -> Result<String, Fault> {
    let shape = context.operation.result;
    let mut text = DECLARATION.to_owned();
    let compact = match (shape, inner(shape, result, ResultPlace::Alone)?) {
        (ResultShape::Xml, None) => return Ok(text),
        // A document is not wrapped at all.
        (ResultShape::Xml, Some(document)) => document,
        (_, None) => root(context, RootAttributes::Nil, ""),
        (ResultShape::Integers, Some(inner)) => root(context, RootAttributes::Types, &inner),
        (_, Some(inner)) => root(context, RootAttributes::Nothing, &inner),
    };
    text.push('\n');
    if matches!(shape, ResultShape::String | ResultShape::Delimited) {
        text.push_str(&compact);
    } else {
        indent::indent(&mut text, &compact);
    }
    Ok(text)
}

fn root(context: &ResponseContext, attributes: RootAttributes, inner: &str) -> String {
    let name = result_root(context.operation.result);
    let name = xml::name::encode_local_name(&name);
    let mut text = format!("<{name}{}", declarations(attributes));
    text.push_str(" xmlns=\"");
    xml::escape_attribute(&mut text, &context.namespace);
    if inner.is_empty() {
        text.push_str("\" />");
    } else {
        for part in ["\">", inner, "</", &name, ">"] {
            text.push_str(part);
        }
    }
    text
}

/// Where a result is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResultPlace {
    /// In an envelope, under the service's namespace.
    Envelope,
    /// By itself.
    Alone,
}

/// The inside of the result element; `None` for nothing and null.
fn inner(shape: ResultShape, result: &Content, place: ResultPlace) -> Result<Option<String>, Fault> {
    let mut out = String::new();
    match (shape, result) {
        (ResultShape::None, Content::None) => return Ok(None),
        (ResultShape::String | ResultShape::Delimited, Content::String(text)) => match text.as_option() {
            Some(text) => xml::escape_text(&mut out, text),
            None => return Ok(None),
        },
        (ResultShape::DataSet | ResultShape::TypedDataSet(_), Content::DataSet(data_set)) => {
            if data_set.is_null() {
                return Ok(None);
            }
            data_set.check().map_err(|error| Fault::server(format!("the result cannot be sent: {error}")))?;
            data_set.write_content(&mut out);
        }
        (ResultShape::Xml, Content::Xml(document)) => match place {
            _ if document.is_null() => return Ok(None),
            ResultPlace::Envelope => document.write_content(&mut out),
            ResultPlace::Alone => out = document.to_standalone(),
        },
        (ResultShape::Integers, Content::Integers(integers)) => {
            if integers.is_null() {
                return Ok(None);
            }
            // As long as the longest items are.
            out.reserve(integers.as_slice().len() * "<int>-2147483648</int>".len());
            let mut digits = itoa::Buffer::new();
            for integer in integers.as_slice() {
                for part in ["<int>", digits.format(*integer), "</int>"] {
                    out.push_str(part);
                }
            }
        }
        (_, other) => {
            return Err(Fault::server(format!(
                "the service returned {}, which is not what the operation is declared to return",
                other.shape()
            )));
        }
    }
    Ok(Some(out))
}
