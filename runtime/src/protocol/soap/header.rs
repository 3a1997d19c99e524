//! SOAP headers, written and read.

use std::borrow::Cow;

use super::soap_version::SoapVersion;
use crate::operation::Member;
use crate::protocol::value::read_value::{Unreadable, ValueReader, capture};
use crate::protocol::value::value_element::says_nil;
use crate::protocol::value::write_value::{self, Empty, Forbidden, Unwritable, ValueWriter};
use crate::value::Value;
use crate::value::message::{HeaderContent, SoapHeader};
use crate::xml;
use crate::xml::PullReader;

/// How headers are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeaderStyle {
    pub(crate) forbidden: Forbidden,
    pub(crate) empty: Empty,
    /// Whether what must be given and is not is left out.
    pub(crate) unchecked: bool,
}

/// A header that cannot be written.
#[derive(Debug)]
pub(crate) struct UnwritableHeader {
    pub(crate) unwritable: Unwritable,
    /// Whether its value must not be shown.
    pub(crate) secret: bool,
}

/// What stands in the `Header` of the envelope; empty if nothing does. `namespace` is that of the service. A header that is null is not
/// sent, even if it must be there: services look for it themselves.
pub(crate) fn write(
    version: SoapVersion,
    style: HeaderStyle,
    namespace: &str,
    headers: &[SoapHeader],
) -> Result<String, UnwritableHeader> {
    let mut out = String::new();
    for header in headers {
        let attributes = attributes(version, header);
        match &header.content {
            HeaderContent::Declared(_, value) if value.is_null() => {}
            HeaderContent::Declared(member, value) => ValueWriter::new(&mut out, style.forbidden, style.empty)
                .namespaces(namespace, "")
                .unchecked(style.unchecked)
                .header(member, value, &attributes)
                .map_err(|unwritable| UnwritableHeader { unwritable, secret: member.secret })?,
            HeaderContent::Unknown(element) => {
                let soap = format!(" xmlns:soap=\"{}\"", version.namespace());
                write_value::push_element(&mut out, element, &soap, &attributes).map_err(|why| {
                    let unwritable = Unwritable { place: "SOAP header".to_owned(), why };
                    UnwritableHeader { unwritable, secret: false }
                })?;
            }
        }
    }
    Ok(out)
}

/// The attributes of SOAP itself.
fn attributes(version: SoapVersion, header: &SoapHeader) -> String {
    let mut attributes = String::new();
    if header.must_understand {
        attributes.push_str(" soap:mustUnderstand=\"1\"");
    }
    if let Some(actor) = &header.actor {
        for part in [" soap:", actor_name(version), "=\""] {
            attributes.push_str(part);
        }
        xml::escape_attribute(&mut attributes, actor);
        attributes.push('"');
    }
    attributes
}

const fn actor_name(version: SoapVersion) -> &'static str {
    match version {
        SoapVersion::V11 => "actor",
        SoapVersion::V12 => "role",
    }
}

/// Reads the header whose start tag was read last; it is declared if it is one of `declared`. `namespace` is that of the service.
pub(crate) fn read(
    version: SoapVersion,
    values: ValueReader<'_>,
    declared: &'static [Member],
    namespace: &str,
    block: &mut PullReader<'_>,
) -> Result<SoapHeader, Unreadable> {
    let soap = |name: &str| block.attribute(Some(version.namespace()), name);
    let must_understand = soap("mustUnderstand").is_some_and(|value| says_nil(&value));
    let actor = soap(actor_name(version)).map(Cow::into_owned);
    let mut declared = declared.iter();
    let member = declared.find(|member| ValueReader::is_named(block, member.name, member.namespace.uri(namespace)));
    let content = match member {
        Some(member) => {
            let mut value = values.parameter(member, block)?;
            remove_own_attributes(version, &mut value);
            HeaderContent::Declared(member, value)
        }
        None => HeaderContent::Unknown(capture::whole(block)),
    };
    Ok(SoapHeader { content, must_understand, actor })
}

/// Removes the attributes of SOAP itself from a value that keeps those that are not described.
fn remove_own_attributes(version: SoapVersion, value: &mut Value<'_>) {
    match value {
        Value::OfType(typed) => remove_own_attributes(version, &mut typed.value),
        Value::Structure(values) => {
            for value in values {
                let Value::Attributes(attributes) = value else { continue };
                let is_own = |name: &str| {
                    let name = name.strip_prefix('{').and_then(|name| name.strip_prefix(version.namespace()));
                    name.is_some_and(|local| local.starts_with('}'))
                };
                attributes.retain(|(name, _)| !is_own(name));
                if attributes.is_empty() {
                    *value = Value::Null;
                }
            }
        }
        _ => {}
    }
}
