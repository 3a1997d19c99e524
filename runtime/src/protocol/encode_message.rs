//! Messages, from the server's side: outputs and SOAP headers, in any style.

use super::get_post::indent;
use super::response_context::{ResponseContext, natural_name, root_name};
use super::soap::envelope::{self, DECLARATION, Writer};
use super::soap::header::{self, HeaderStyle};
use super::soap::soap_version::{SoapVersion, XSD, XSI};
use super::value::document::is_document;
use super::value::write_value::{self, Empty, Forbidden, Unwritable, ValueWriter};
use crate::fault::Fault;
use crate::operation::{Member, Scalar, Style, Type};
use crate::value::field::{Field, View};
use crate::value::message::Message;
use crate::value::soap_header::SoapHeader;
use crate::xml;

/// How servers write headers.
const HEADERS: HeaderStyle = HeaderStyle { forbidden: Forbidden::Reference, empty: Empty::Slash, unchecked: false };

/// The headers of a response or fault.
pub(super) fn headers(version: SoapVersion, namespace: &str, headers: &[SoapHeader]) -> Result<String, Fault> {
    header::write(version, HEADERS, namespace, headers).map_err(|header| unsendable(&header.unwritable))
}

/// The envelope of a message.
pub(super) fn enveloped(context: &ResponseContext, version: SoapVersion, message: &Message) -> Result<String, Fault> {
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
    // Values may be large: one buffer, and each of them written into it once.
    let mut out = String::with_capacity(around + length.sum::<usize>());
    envelope::open(&mut out, version, Writer::Server, &header);
    if style != Style::Bare {
        for part in ["<", &name, " xmlns=\""] {
            out.push_str(part);
        }
        xml::escape_attribute(&mut out, namespace);
        out.push_str("\">");
    }
    let start = out.len();
    let mut writer = ValueWriter::new(&mut out, Forbidden::Reference, Empty::Slash)
        .namespaces(&context.namespace, if style == Style::Bare { "" } else { namespace })
        .unqualified_parts(style == Style::Rpc);
    for (output, value) in parts() {
        writer.parameter(output, value).map_err(|unwritable| unsendable(&unwritable))?;
    }
    let is_empty = out.len() == start;
    if is_empty {
        // `<Response />`, and without an element around the parts `<soap:Body />`.
        out.pop();
        out.push_str(" />");
    }
    match (style, is_empty) {
        (Style::Bare, true) => out.push_str("</soap:Envelope>"),
        (Style::Bare, false) | (_, true) => envelope::close(&mut out),
        (_, false) => {
            for part in ["</", &name, ">"] {
                out.push_str(part);
            }
            envelope::close(&mut out);
        }
    }
    Ok(out)
}

/// A message outside an envelope: its first part; empty if there is none. Headers have no place there.
pub(super) fn alone(context: &ResponseContext, message: &Message) -> Result<String, Fault> {
    check(context, message)?;
    let Some((output, value)) = context.operation.outputs.iter().zip(message.parts()).next() else {
        return Ok(String::new());
    };
    let mut text = DECLARATION.to_owned();
    let compact = match document(output, value) {
        // It is not wrapped at all.
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
    let (found, due) = (message.parts().count(), context.operation.outputs.len());
    if found == due {
        return Ok(());
    }
    let of = |parts: usize| match parts {
        0 => "nothing".to_owned(),
        1 => "1 part".to_owned(),
        parts => format!("{parts} parts"),
    };
    let (found, due) = (of(found), of(due));
    Err(Fault::server(format!("the service returned {found}; the operation is declared to return {due}")))
}

/// The XML that a value is, if it is a document by itself.
fn document(output: &Member, field: &dyn Field) -> Option<String> {
    is_document(output.kind).then(|| field.all_text())
}

/// The element that is called like the type of the value.
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
            if output.kind.kind().is_value() { RootAttributes::Types } else { RootAttributes::Nil }
        }
        View::Items(_) if item.is_some() => {
            let name = xml::name::encode_local_name(&name);
            let (item, nullable) = item.unwrap_or((output.kind, false));
            let mut inner = String::new();
            let mut writer =
                ValueWriter::new(&mut inner, Forbidden::Reference, Empty::Slash).namespaces(namespace, namespace);
            let written = writer.items_called(&natural_name(item), namespace, item, nullable, field);
            written.map_err(|unwritable| unsendable(&unwritable.under(output.name)))?;
            if inner.is_empty() {
                out.extend(["<", &name, " />"]);
            } else {
                out.extend(["<", &name, ">", &inner, "</", &name, ">"]);
            }
            RootAttributes::Types
        }
        _ => {
            let written = writer.root(&name, namespace, output.kind, field);
            written.map_err(|unwritable| unsendable(&unwritable.under(output.name)))?;
            match output.kind {
                // Names may have the prefix `xsd`.
                Type::Array(_) | Type::Structure(_) | Type::Any | Type::Scalar(Scalar::QName) => RootAttributes::Types,
                Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) | Type::Xml(_) | Type::DataSet(_) => {
                    RootAttributes::Nothing
                }
            }
        }
    };
    Ok(declared(&out, attributes, namespace))
}

/// The type of the items of an array, and whether they may be null. Over GET and POST an array is called after its items, and they after
/// their type, whatever they are called over SOAP.
fn item_of(output: &Member) -> Option<(Type, bool)> {
    match output.kind {
        kind if output.repeated => Some((kind, output.presence.is_nullable())),
        Type::Array(array) if array.alternatives.is_empty() => Some((array.item, array.nullable_items)),
        _ => None,
    }
}

/// The element with the declarations that roots have: those of prefixes before its attributes, its namespace behind them.
fn declared(element: &str, attributes: RootAttributes, namespace: &str) -> String {
    let tag = indent::tag_length(element).unwrap_or(element.len());
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
    out.push_str(" xmlns=\"");
    xml::escape_attribute(&mut out, namespace);
    out.push('"');
    out.push_str(part(end..element.len()));
    out
}

/// What the root says beside its namespace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RootAttributes {
    /// Nothing.
    Nothing,
    /// The prefixes for types.
    Types,
    /// The same, and that the result is null.
    Nil,
}

/// The attributes that say it.
fn declarations(attributes: RootAttributes) -> String {
    let nil = if attributes == RootAttributes::Nil { " xsi:nil=\"true\"" } else { "" };
    if attributes == RootAttributes::Nothing {
        String::new()
    } else {
        format!(" xmlns:xsd=\"{XSD}\" xmlns:xsi=\"{XSI}\"{nil}")
    }
}

/// The fault of a value that cannot be written.
fn unsendable(unwritable: &Unwritable) -> Fault {
    let place = unwritable.place.trim_start_matches('.');
    let place = if place.is_empty() { "it" } else { place };
    Fault::server(format!("the result cannot be sent: {place} {}", unwritable.why))
}
