//! Writes and reads SOAP headers.

use std::borrow::Cow;

use super::soap_version::SoapVersion;
use crate::operation::Member;
use crate::protocol::value::read_value::{Unreadable, ValueReader};
use crate::protocol::value::value_element::says_nil;
use crate::protocol::value::write_value::{self, Empty, Forbidden, Unwritable, ValueWriter};
use crate::value::soap_header::{HeaderContent, SoapHeader};
use crate::xml;
use crate::xml::PullReader;

#[derive(Debug, Clone, Copy)]
pub(crate) struct HeaderStyle {
    pub(crate) forbidden: Forbidden,
    pub(crate) empty: Empty,
    /// Whether a required value that is missing is left out instead of refused.
    pub(crate) unchecked: bool,
}

/// Writes the content of `Header`; empty without headers. `namespace` is that of the service. A null header is not sent even if it is
/// required, because the service reports a missing header itself.
pub(crate) fn write(
    version: SoapVersion,
    style: HeaderStyle,
    namespace: &str,
    headers: &[SoapHeader],
) -> Result<String, Unwritable> {
    let mut out = String::new();
    for header in headers {
        match &header.content {
            HeaderContent::Declared(_, value) if value.is_null() => {}
            HeaderContent::Declared(member, value) => ValueWriter::new(&mut out, style.forbidden, style.empty)
                .namespaces(namespace, "")
                .unchecked(style.unchecked)
                .header(member, value, &attributes(version, header, |_| false))?,
            HeaderContent::Unknown(element) => {
                let soap = format!(" xmlns:soap=\"{}\"", version.namespace());
                // A received header has these attributes in its element already.
                let further = |element: &PullReader<'_>| {
                    attributes(version, header, |name| element.attribute(Some(version.namespace()), name).is_some())
                };
                write_value::push_element(&mut out, element, &soap, &further)
                    .map_err(|why| Unwritable::new(why).under("SOAP header"))?;
            }
        }
    }
    Ok(out)
}

/// The SOAP attributes of a header, without those that its element has.
fn attributes(version: SoapVersion, header: &SoapHeader, has: impl Fn(&str) -> bool) -> String {
    let mut attributes = String::new();
    if header.must_understand && !has("mustUnderstand") {
        attributes.push_str(" soap:mustUnderstand=\"1\"");
    }
    if let Some(actor) = header.actor.as_ref().filter(|_| !has(actor_name(version))) {
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

pub(crate) fn find(declared: &'static [Member], namespace: &str, block: &PullReader<'_>) -> Option<&'static Member> {
    declared.iter().find(|member| ValueReader::is_named(block, member.name, member.namespace.uri(namespace)))
}

pub(crate) fn must_be_understood(version: SoapVersion, block: &PullReader<'_>) -> bool {
    block.attribute(Some(version.namespace()), "mustUnderstand").is_some_and(|value| says_nil(&value))
}

pub(crate) fn read(
    version: SoapVersion,
    values: ValueReader<'_>,
    declared: Option<&'static Member>,
    block: &mut PullReader<'_>,
) -> Result<SoapHeader, Unreadable> {
    let must_understand = must_be_understood(version, block);
    let actor = block.attribute(Some(version.namespace()), actor_name(version)).map(Cow::into_owned);
    let content = match declared {
        Some(member) => HeaderContent::Declared(member, values.parameter(member, block)?),
        None => HeaderContent::Unknown(values.element_xml(block)?),
    };
    Ok(SoapHeader { content, must_understand, actor })
}
