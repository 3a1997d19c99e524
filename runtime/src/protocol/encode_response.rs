//! Writes responses: results and faults, on each transport.

use std::borrow::Cow;

use bytes::Bytes;
use http::{Response, StatusCode};

use super::get_post::{fault_text, indent};
use super::refusal;
use super::response_context::{ResponseContext, is_document, natural_item_name, root_name};
use super::server_settings::ErrorStyle;
use super::soap::envelope::{self, DECLARATION, Writer};
use super::soap::header::{self, HeaderStyle};
use super::soap::soap_fault;
use super::soap::soap_version::{SoapVersion, XSD, XSI};
use super::value::write_value::{self, Empty, Forbidden, Unwritable, ValueWriter};
use crate::Transport;
use crate::fault::Fault;
use crate::operation::{Member, Scalar, Style, Type};
use crate::value::field::{Field, View};
use crate::value::message::Message;
use crate::value::soap_header::SoapHeader;
use crate::xml;

/// Encodes a message. A message that does not match the descriptor is a failure of the service.
pub(super) fn encode(context: &ResponseContext, message: &Message) -> Result<Response<Bytes>, Fault> {
    match SoapVersion::of_transport(context.transport) {
        Some(_) if context.operation.messages.one_way => Ok(accepted()),
        Some(version) => {
            let envelope = enveloped(context, version, message)?;
            Ok(refusal::response(StatusCode::OK, Some(version.content_type()), envelope))
        }
        None => {
            let text = alone(context, message)?;
            let content_type = (!text.is_empty()).then(|| SoapVersion::V11.content_type());
            Ok(refusal::response(StatusCode::OK, content_type, text))
        }
    }
}

/// The response to a call of a one-way operation. It is that of .NET, because the observed stack does not run such operations.
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

pub(super) fn encode_fault(style: ErrorStyle, transport: Transport, namespace: &str, fault: &Fault) -> Response<Bytes> {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    let Some(version) = SoapVersion::of_transport(transport) else {
        return refusal::response(status, Some("text/plain; charset=utf-8"), fault_text::of_http(style, fault));
    };
    let (header, detailed) = match headers(version, namespace, fault.headers().as_slice()) {
        Ok(header) => (header, Cow::Borrowed(fault)),
        Err(why) => (String::new(), Cow::Owned(fault.clone().caused_by(why.message()))),
    };
    refusal::response(status, Some(version.content_type()), soap_fault::write(version, style, &header, &detailed))
}

const HEADERS: HeaderStyle = HeaderStyle { forbidden: Forbidden::Reference, empty: Empty::Slash, unchecked: false };

fn headers(version: SoapVersion, namespace: &str, headers: &[SoapHeader]) -> Result<String, Fault> {
    header::write(version, HEADERS, namespace, headers).map_err(|unwritable| unsendable(&unwritable))
}

fn enveloped(context: &ResponseContext, version: SoapVersion, message: &Message) -> Result<String, Fault> {
    check(context, message)?;
    let operation = context.operation;
    let header = headers(version, &context.namespace, &message.headers)?;
    let style = operation.messages.style;
    let (name, namespace) = operation.response_name();
    let name = xml::name::encode_local_name(&name);
    let namespace = namespace.uri(&context.namespace);
    let parts = || operation.outputs.iter().zip(message.parts());
    let length = parts().map(|(output, value)| write_value::estimated_length(output.name, output.kind, value));
    let around = envelope::AROUND + header.len() + 2 * name.len() + namespace.len();
    // Values may be large, so each is written once, into one buffer.
    let mut out = String::with_capacity(around + length.sum::<usize>());
    envelope::open(&mut out, version, Writer::Server, &header);
    if style != Style::Bare {
        envelope::open_element(&mut out, &name, namespace);
    }
    let start = out.len();
    let mut writer = ValueWriter::new(&mut out, Forbidden::Reference, Empty::Slash)
        .namespaces(&context.namespace, if style == Style::Bare { "" } else { namespace })
        .unqualified_parts(style == Style::Rpc);
    for (output, value) in parts() {
        writer.parameter(output, value).map_err(|unwritable| unsendable(&unwritable))?;
    }
    writer.beside_parts(&message.rest).map_err(|unwritable| unsendable(&unwritable))?;
    let is_empty = out.len() == start;
    if is_empty {
        // `<Response />`, or `<soap:Body />` in the style `Bare`.
        out.pop();
        out.push_str(" />");
    }
    match (style, is_empty) {
        (Style::Bare, true) => out.push_str("</soap:Envelope>"),
        (Style::Bare, false) | (_, true) => envelope::close(&mut out),
        (_, false) => {
            out.extend(["</", &name, ">"]);
            envelope::close(&mut out);
        }
    }
    Ok(out)
}

/// A message without an envelope: its first part, without headers. Empty for a message without parts.
fn alone(context: &ResponseContext, message: &Message) -> Result<String, Fault> {
    check(context, message)?;
    let Some((output, value)) = context.operation.outputs.iter().zip(message.parts()).next() else {
        return Ok(String::new());
    };
    let mut text = DECLARATION.to_owned();
    let compact = match document(output, value) {
        Some(document) => document,
        None => root(context, output, value)?,
    };
    if !compact.is_empty() {
        text.push('\n');
    }
    match value.view() {
        View::Text(_) => text.push_str(&compact),
        _ => indent::indent(&mut text, &compact),
    }
    Ok(text)
}

fn check(context: &ResponseContext, message: &Message) -> Result<(), Fault> {
    let (found, expected) = (message.parts().count(), context.operation.outputs.len());
    if found == expected {
        return Ok(());
    }
    let of = |parts: usize| match parts {
        0 => "nothing".to_owned(),
        1 => "1 part".to_owned(),
        parts => format!("{parts} parts"),
    };
    let (found, expected) = (of(found), of(expected));
    Err(Fault::server(format!("the service returned {found}; the operation is declared to return {expected}")))
}

fn document(output: &Member, field: &dyn Field) -> Option<String> {
    is_document(output.kind).then(|| field.all_text())
}

fn root(context: &ResponseContext, output: &Member, field: &dyn Field) -> Result<String, Fault> {
    let namespace: &str = &context.namespace;
    let name = root_name(output);
    let mut out = String::new();
    let mut writer = ValueWriter::new(&mut out, Forbidden::Reference, Empty::Slash).namespaces(namespace, namespace);
    let item = item_of(output);
    let attributes = match field.view() {
        View::Null | View::Nil => {
            for part in ["<", &xml::name::encode_local_name(&name), " />"] {
                out.push_str(part);
            }
            if output.kind.kind().is_value() && !output.presence.is_nullable() {
                RootAttributes::Types
            } else {
                RootAttributes::Nil
            }
        }
        View::Items(_) if item.is_some() => {
            let name = xml::name::encode_local_name(&name);
            let (item, nullable) = item.unwrap_or((output.kind, false));
            let mut inner = String::new();
            let mut writer =
                ValueWriter::new(&mut inner, Forbidden::Reference, Empty::Slash).namespaces(namespace, namespace);
            let result = writer.items_called(&natural_item_name(item), namespace, item, nullable, field);
            result.map_err(|unwritable| unsendable(&unwritable.under(output.name)))?;
            if inner.is_empty() {
                out.extend(["<", &name, " />"]);
            } else {
                out.extend(["<", &name, ">", &inner, "</", &name, ">"]);
            }
            RootAttributes::Types
        }
        _ => {
            let result = writer.root(&name, namespace, output.kind, field);
            result.map_err(|unwritable| unsendable(&unwritable.under(output.name)))?;
            match output.kind {
                // Values may be names with the prefix `xsd`.
                Type::Array(_) | Type::Structure(_) | Type::Any | Type::Scalar(Scalar::QName) => RootAttributes::Types,
                Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) | Type::Xml(_) | Type::DataSet(_) => {
                    RootAttributes::Nothing
                }
            }
        }
    };
    Ok(declared(&out, attributes, namespace))
}

/// The type of the items of an array, and whether they may be null. Over GET and POST an array is named after its items and each item after
/// its type, whatever their names over SOAP.
fn item_of(output: &Member) -> Option<(Type, bool)> {
    match output.kind {
        kind if output.repeated => Some((kind, output.presence.is_nullable())),
        Type::Array(array) if array.alternatives.is_empty() => Some((array.item, array.nullable_items)),
        _ => None,
    }
}

/// The element with the declarations of a root: prefixes before its attributes, its namespace after them.
fn declared(element: &str, attributes: RootAttributes, namespace: &str) -> String {
    let tag = xml::tag_length(element).unwrap_or(element.len());
    let end = if element.get(..tag).is_some_and(|tag| tag.ends_with(" />")) {
        tag - " />".len()
    } else {
        tag.saturating_sub(1)
    };
    let name = element.find([' ', '>']).unwrap_or(end).min(end);
    let part = |range: std::ops::Range<usize>| element.get(range).unwrap_or_default();
    let mut out = String::with_capacity(element.len() + namespace.len() + 160);
    out.push_str(part(0..name));
    out.push_str(&declarations(attributes));
    out.push_str(part(name..end));
    // A name with a prefix has declared its namespace.
    if !part(0..name).contains(':') {
        out.push_str(" xmlns=\"");
        xml::escape_attribute(&mut out, namespace);
        out.push('"');
    }
    out.push_str(part(end..element.len()));
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RootAttributes {
    Nothing,
    /// The prefixes `xsd` and `xsi`.
    Types,
    /// These prefixes and `xsi:nil`.
    Nil,
}

fn declarations(attributes: RootAttributes) -> String {
    let nil = if attributes == RootAttributes::Nil { " xsi:nil=\"true\"" } else { "" };
    if attributes == RootAttributes::Nothing {
        String::new()
    } else {
        format!(" xmlns:xsd=\"{XSD}\" xmlns:xsi=\"{XSI}\"{nil}")
    }
}

fn unsendable(unwritable: &Unwritable) -> Fault {
    let path = unwritable.path.trim_start_matches('.');
    let path = if path.is_empty() { "it" } else { path };
    Fault::server(format!("the result cannot be sent: {path} {}", unwritable.why))
}
