//! Writing elements: start tags with attributes, and the declarations that attributes of other namespaces need.

use std::fmt::Write as _;

use crate::table::SchemaAttribute;
use crate::vocabulary::{MSDATA, XS};
use asmx_xml::{escape_attribute, escape_text};

/// An element whose start tag is being written.
pub(super) struct Tag<'o> {
    out: &'o mut String,
    name: String,
}

impl<'o> Tag<'o> {
    /// Starts an element; `name` is a qualified name whose prefix is in force or will be declared on it.
    pub(super) fn open(out: &'o mut String, name: impl Into<String>) -> Self {
        let name = name.into();
        out.push('<');
        out.push_str(&name);
        Self { out, name }
    }

    /// Writes an attribute.
    pub(super) fn attribute(self, name: &str, value: &str) -> Self {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape_attribute(self.out, value);
        self.out.push('"');
        self
    }

    /// Writes an attribute if there is a value.
    pub(super) fn optional(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.attribute(name, value),
            None => self,
        }
    }

    /// Writes an attribute with the value `true` if it holds.
    pub(super) fn flag(self, name: &str, holds: bool) -> Self {
        self.optional(name, holds.then_some("true"))
    }

    /// Writes attributes of any namespace. Those of `msdata` and `xs` have their prefix already; others are declared here.
    pub(super) fn others(mut self, others: &[SchemaAttribute]) -> Self {
        let mut declared: Vec<&str> = Vec::new();
        for other in others {
            let namespace = other.namespace.as_deref().unwrap_or_default();
            let prefix = match namespace {
                "" => String::new(),
                MSDATA => "msdata:".to_owned(),
                XS => "xs:".to_owned(),
                asmx_xml::XML_NAMESPACE => "xml:".to_owned(),
                _ => {
                    let known = declared.iter().position(|known| *known == namespace);
                    let index = known.unwrap_or(declared.len());
                    if known.is_none() {
                        declared.push(namespace);
                        self = self.attribute(&format!("xmlns:p{}", index + 1), namespace);
                    }
                    format!("p{}:", index + 1)
                }
            };
            self = self.attribute(&format!("{prefix}{}", other.name), &other.value);
        }
        self
    }

    /// Ends the element without content.
    pub(super) fn close(self) {
        self.out.push_str(" />");
    }

    /// Ends the element around this text; without content if it is empty.
    pub(super) fn text(self, text: &str) {
        if text.is_empty() {
            self.close();
        } else {
            self.content(|out| escape_text(out, text));
        }
    }

    /// Ends the element around what `write` writes.
    pub(super) fn content(self, write: impl FnOnce(&mut String)) {
        self.out.push('>');
        write(self.out);
        // Writing to a String cannot fail.
        let _ = write!(self.out, "</{}>", self.name);
    }

    /// As [`Self::content`]; without content if nothing is written.
    pub(super) fn content_if_any(self, write: impl FnOnce(&mut String)) {
        let start = self.out.len();
        self.out.push('>');
        let content = self.out.len();
        write(self.out);
        if self.out.len() == content {
            self.out.truncate(start);
            self.close();
        } else {
            let _ = write!(self.out, "</{}>", self.name);
        }
    }
}
