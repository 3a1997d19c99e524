//! Elements, written: start tags with attributes, and the declarations that attributes of other namespaces need.

use std::fmt::Write as _;

use crate::table::SchemaAttribute;
use crate::vocabulary::{MSDATA, XS};
use asmx_xml::{escape_attribute, escape_text};

pub(super) struct Tag<'o> {
    out: &'o mut String,
    name: String,
}

impl<'o> Tag<'o> {
    /// Starts an element. The prefix of the qualified `name` is declared around it or will be declared on it.
    pub(super) fn open(out: &'o mut String, name: impl Into<String>) -> Self {
        let name = name.into();
        out.push('<');
        out.push_str(&name);
        Self { out, name }
    }

    pub(super) fn attribute(self, name: &str, value: &str) -> Self {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape_attribute(self.out, value);
        self.out.push('"');
        self
    }

    pub(super) fn optional(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.attribute(name, value),
            None => self,
        }
    }

    pub(super) fn flag(self, name: &str, holds: bool) -> Self {
        self.optional(name, holds.then_some("true"))
    }

    /// Writes attributes of any namespace. `msdata` and `xs` have a prefix already; other namespaces are declared here.
    pub(super) fn other_attributes(mut self, attributes: &[SchemaAttribute]) -> Self {
        let mut declared: Vec<&str> = Vec::new();
        for other in attributes {
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

    pub(super) fn close(self) {
        self.out.push_str(" />");
    }

    /// Ends the element around this text; without content if the text is empty.
    pub(super) fn text(self, text: &str) {
        if text.is_empty() {
            self.close();
        } else {
            self.content(|out| escape_text(out, text));
        }
    }

    pub(super) fn content(self, write: impl FnOnce(&mut String)) {
        self.out.push('>');
        write(self.out);
        // Writing to a String cannot fail.
        let _ = write!(self.out, "</{}>", self.name);
    }

    /// Ends the element around the output of `write`; without content if there is no output.
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
