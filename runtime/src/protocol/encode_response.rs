//! Answers, from the server's side: a result or a fault on each transport.

use bytes::Bytes;
use http::{Response, StatusCode};

use super::envelope::{self, DECLARATION, Writer};
use super::soap_version::{SoapVersion, XSD, XSI};
use super::write_value::{Empty, Forbidden, ValueWriter};
use super::{ErrorStyle, ResponseContext, fault_text, indent, refusal, result_root, soap_fault};
use crate::content::Content;
use crate::fault::Fault;
use crate::operation::{ResultShape, Type};
use crate::transport::Transport;
use crate::value::Value;
use crate::xml;

/// Encodes a result. A result that is not what the operation's descriptor says is a failure of the service.
pub(super) fn encode(context: &ResponseContext, content: &Content) -> Result<Response<Bytes>, Fault> {
    match SoapVersion::of_transport(context.transport) {
        Some(version) => {
            let body = soap_body(context, content)?;
            let envelope = envelope::write(version, Writer::Server, "", &body);
            Ok(refusal::answer(StatusCode::OK, Some(version.content_type()), envelope))
        }
        None if *content == Content::None => Ok(refusal::answer(StatusCode::OK, None, String::new())),
        None => Ok(refusal::answer(StatusCode::OK, Some(SoapVersion::V11.content_type()), bare(context, content)?)),
    }
}

/// Encodes a fault.
pub(super) fn encode_fault(style: ErrorStyle, transport: Transport, fault: &Fault) -> Response<Bytes> {
    match SoapVersion::of_transport(transport) {
        Some(version) => {
            let envelope = soap_fault::write(version, style, "", fault);
            refusal::answer(StatusCode::INTERNAL_SERVER_ERROR, Some(version.content_type()), envelope)
        }
        None => {
            let text = fault_text::of_http(style, fault);
            refusal::answer(StatusCode::INTERNAL_SERVER_ERROR, Some("text/plain; charset=utf-8"), text)
        }
    }
}

fn soap_body(context: &ResponseContext, content: &Content) -> Result<String, Fault> {
    let operation = context.operation;
    let response = format!("{}Response", xml::name::encode_local_name(operation.name));
    let mut body = format!("<{response} xmlns=\"");
    xml::escape_attribute(&mut body, &context.namespace);
    body.push('"');
    let inner = match inner(operation.result, content)? {
        None => {
            body.push_str(" />");
            return Ok(body);
        }
        Some(Inner::Document(root)) => with_default_namespace(root),
        Some(Inner::Content(inner)) => inner,
    };
    let result = operation.result_element_name();
    let result = xml::name::encode_local_name(&result);
    body.push_str("><");
    body.push_str(&result);
    if inner.is_empty() {
        body.push_str(" />");
    } else {
        for part in [">", &inner, "</", &result, ">"] {
            body.push_str(part);
        }
    }
    body.push_str("</");
    body.push_str(&response);
    body.push('>');
    Ok(body)
}

/// A result outside an envelope.
fn bare(context: &ResponseContext, content: &Content) -> Result<String, Fault> {
    let shape = context.operation.result;
    let mut text = DECLARATION.to_owned();
    let compact = match (shape, inner(shape, content)?) {
        (ResultShape::Xml, None) => return Ok(text),
        (_, Some(Inner::Document(root))) => root.to_owned(),
        (_, None) => {
            let is_value_type = matches!(shape, ResultShape::Typed(kind) if is_value_type(kind));
            root(context, if is_value_type { Says::Types } else { Says::Nil }, "")
        }
        (_, Some(Inner::Content(inner))) => root(context, if declares_types(shape) { Says::Types } else { Says::Nothing }, &inner),
    };
    text.push('\n');
    if matches!(shape, ResultShape::String | ResultShape::Delimited) {
        text.push_str(&compact);
    } else {
        indent::indent(&mut text, &compact);
    }
    Ok(text)
}

/// What the root says beside its namespace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// Nothing.
    Nothing,
    /// The prefixes for types.
    Types,
    /// The same, and that the result is null.
    Nil,
}

fn root(context: &ResponseContext, says: Says, inner: &str) -> String {
    let name = result_root(context.operation.result);
    let name = xml::name::encode_local_name(&name);
    let mut text = format!("<{name}");
    if says != Says::Nothing {
        for part in [" xmlns:xsd=\"", XSD, "\" xmlns:xsi=\"", XSI, "\""] {
            text.push_str(part);
        }
    }
    if says == Says::Nil {
        text.push_str(" xsi:nil=\"true\"");
    }
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

/// What stands inside a result element.
enum Inner<'a> {
    /// Its content.
    Content(String),
    /// A document of its own, which over GET and POST is not wrapped at all.
    Document(&'a str),
}

/// The inside of the result element; `None` for nothing and null.
fn inner(shape: ResultShape, content: &Content) -> Result<Option<Inner<'_>>, Fault> {
    let mut out = String::new();
    match (shape, content) {
        (ResultShape::None, Content::None) => return Ok(None),
        (ResultShape::String | ResultShape::Delimited, Content::String(text)) => match text.as_option() {
            Some(text) => xml::escape_text(&mut out, text),
            None => return Ok(None),
        },
        (ResultShape::DataSet, Content::DataSet(data_set)) => {
            if data_set.is_null() {
                return Ok(None);
            }
            data_set.write_content(&mut out);
        }
        (ResultShape::Xml, Content::Xml(document)) => {
            return Ok(document.as_option().map(Inner::Document));
        }
        (ResultShape::Integers, Content::Integers(integers)) => match integers.as_option() {
            Some(integers) => {
                for integer in integers {
                    out.push_str("<int>");
                    out.push_str(&integer.to_string());
                    out.push_str("</int>");
                }
            }
            None => return Ok(None),
        },
        (ResultShape::Typed(_), Content::Typed(Value::Null)) => return Ok(None),
        (ResultShape::Typed(kind), Content::Typed(value)) => {
            let mut writer = ValueWriter::new(&mut out, Forbidden::Reference, Empty::Slash);
            writer.content(kind, value).map_err(|unwritable| {
                Fault::server(format!("the result cannot be sent: it {} {}", unwritable.place, unwritable.why))
            })?;
        }
        (_, content) => {
            return Err(Fault::server(format!("the service answered {content:?}, which is not what the operation is declared to answer")));
        }
    }
    Ok(Some(Inner::Content(out)))
}

fn is_value_type(kind: Type) -> bool {
    match kind {
        Type::Scalar(scalar) => !scalar.is_reference(),
        Type::Enumeration(_) => true,
        Type::Structure(_) | Type::Array(_) => false,
    }
}

fn declares_types(shape: ResultShape) -> bool {
    matches!(shape, ResultShape::Integers | ResultShape::Typed(Type::Array(_) | Type::Structure(_)))
}

/// A document as part of an envelope, whose default namespace must not become its own.
fn with_default_namespace(root: &str) -> String {
    let tag = root.get(..indent::token_length(root)).unwrap_or(root);
    if declares_default_namespace(tag) {
        return root.to_owned();
    }
    let inside = tag.trim_end_matches('>').trim_end_matches('/').trim_end();
    let (before, after) = root.split_at(inside.len());
    format!("{before} xmlns=\"\"{after}")
}

/// Whether a start tag has an attribute `xmlns`.
fn declares_default_namespace(tag: &str) -> bool {
    let mut quote = None;
    let mut plain = String::new();
    for character in tag.chars() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), character) if open == character => {
                quote = None;
                plain.push(' ');
            }
            (Some(_), _) => {}
            (None, '=') => plain.push_str(" ="),
            (None, character) => plain.push(character),
        }
    }
    plain.split_ascii_whitespace().any(|word| word == "xmlns")
}
