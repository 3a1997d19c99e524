//! Responses whose parts are described one by one, from the server's side: outputs and SOAP headers, in any style.

use asmx_types::rules::array_name;

use super::get_post::indent;
use super::response_context::ResponseContext;
use super::response_root::{RootAttributes, declarations, unsendable};
use super::soap::envelope::{self, DECLARATION, Writer};
use super::soap::header::{self, HeaderStyle};
use super::soap::soap_version::SoapVersion;
use super::value::document::is_document;
use super::value::write_value::{self, Empty, Forbidden, ValueWriter};
use crate::fault::Fault;
use crate::operation::{Member, Scalar, Style, Type};
use crate::value::field::{Field, View};
use crate::value::message::{Message, SoapHeader};
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
    let parts = operation.outputs.iter().zip(&message.outputs);
    let length = parts.clone().map(|(output, value)| write_value::estimated_length(output.name, output.kind, value));
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
    for (output, value) in parts {
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

/// A message outside an envelope: its first part. Headers have no place there.
pub(super) fn alone(context: &ResponseContext, message: &Message) -> Result<String, Fault> {
    check(context, message)?;
    let mut text = DECLARATION.to_owned();
    let Some((output, value)) = context.operation.outputs.iter().zip(&message.outputs).next() else {
        return Ok(text);
    };
    let compact = match document(output, value) {
        // It is not wrapped at all.
        Some(document) => document,
        None => root(context, output, value)?,
    };
    if !compact.is_empty() {
        text.push('\n');
        indent::indent(&mut text, &compact);
    }
    Ok(text)
}

fn check(context: &ResponseContext, message: &Message) -> Result<(), Fault> {
    let (found, due) = (message.outputs.len(), context.operation.outputs.len());
    if found == due {
        return Ok(());
    }
    Err(Fault::server(format!("the service returned {found} parts; the operation is declared to return {due}")))
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

/// The root of a part over GET and POST, unencoded.
fn root_name(output: &Member) -> String {
    match natural_name(output.kind) {
        // Of a type without a name.
        name if name.is_empty() => output.name.to_owned(),
        name if output.repeated => array_name(&name),
        name => name,
    }
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

/// The name that a type has where no document gives it another one.
fn natural_name(kind: Type) -> String {
    match kind {
        Type::Array(array) if array.alternatives.is_empty() => array_name(&natural_name(array.item)),
        kind => kind.name(),
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
