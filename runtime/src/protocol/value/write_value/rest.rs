//! Writes content that the description lacks: as JSON printed it, or as a caller states it.

use std::borrow::Cow;

use super::names::expanded;
use super::tags::Prefixes;
use super::{Unwritable, ValueWriter};
use crate::operation::Type;
use crate::protocol::soap::soap_version::XSI;
use crate::value::Rest;
use crate::value::field::{Field, View};
use crate::value::rest::{Content, TEXT_KEY, TYPE_KEY, Untyped, XML_KEY, own_namespace};
use crate::xml;

impl ValueWriter<'_> {
    /// Writes the rest of the start tag of a value with undeclared content, and the content of its element. Returns the byte where that begins.
    pub(super) fn extended(
        &mut self,
        kind: Type,
        field: &dyn Field,
        view: &View<'_>,
        rest: &Rest,
        prefixes: &mut Prefixes,
    ) -> Result<usize, Unwritable> {
        if let Some(name) = rest.type_name() {
            let (_, local) = expanded(name).unwrap_or(("", name));
            if !xml::is_name(local) {
                return Err(Unwritable::new("states a type with an invalid name"));
            }
            self.type_attribute(name, prefixes)?;
        }
        let mut qualified = None;
        if let (Type::Structure(structure), View::Members) = (kind, view) {
            if let Some(name) = rest.content.inside_of_member(structure.members()) {
                let unwritable = Unwritable::new("has undeclared content inside of it, which cannot be sent back");
                return Err(unwritable.under(name).under("."));
            }
            let tags = self.tags.of_members(structure.members());
            qualified = self.attributes(structure, field, tags.as_deref(), prefixes)?;
        }
        self.untyped_attributes(&rest.content, prefixes)?;
        let start = self.end_tag();
        let namespace = match (kind, view) {
            (Type::Structure(structure), View::Members) => {
                if let Some(qualified) = qualified {
                    self.text(&qualified)?;
                } else {
                    let tags = self.tags.of_members(structure.members());
                    self.nested(|writer| writer.members(structure, field, tags.as_deref()))?;
                }
                own_namespace(structure.members(), structure.namespace).uri(self.service)
            }
            // The type is unknown.
            (Type::Any, View::Members) => {
                rest.type_name().and_then(expanded).map_or(self.service, |(namespace, _)| namespace)
            }
            (Type::Any, View::Text(text)) => {
                self.text(text)?;
                self.service
            }
            _ => {
                self.content_of(kind, field, view)?;
                self.service
            }
        };
        let default = self.default;
        self.untyped_content(&rest.content, namespace, default)?;
        Ok(start)
    }

    /// Writes content that stands beside the parts of a message.
    pub(crate) fn beside_parts(&mut self, content: &Content) -> Result<(), Unwritable> {
        let namespace = if self.unqualified { "" } else { self.service };
        let default = self.default;
        self.untyped_content(content, namespace, default)
    }

    /// Writes elements and texts. A name without a namespace is in `namespace`; `default` is the default namespace around.
    fn untyped_content(&mut self, content: &Content, namespace: &str, default: &str) -> Result<(), Unwritable> {
        for (key, value) in &content.0 {
            match value {
                _ if key.starts_with('@') || **key == *TYPE_KEY => {}
                Untyped::Text(text) if **key == *TEXT_KEY => self.text(text)?,
                Untyped::Text(xml) if **key == *XML_KEY => self.fragment_in(xml, default)?,
                value => {
                    let result = self.untyped_element(key, value, namespace, default);
                    result.map_err(|unwritable| unwritable.under(key).under(".$rest."))?;
                }
            }
        }
        Ok(())
    }

    fn untyped_element(
        &mut self,
        key: &str,
        value: &Untyped,
        namespace: &str,
        default: &str,
    ) -> Result<(), Unwritable> {
        let (namespace, local) = expanded(key).unwrap_or((namespace, key));
        if !xml::is_name(local) || local.contains(':') {
            return Err(Unwritable::new("is no name of an element"));
        }
        self.out.push('<');
        self.out.push_str(local);
        if namespace != default {
            self.out.push_str(" xmlns=\"");
            xml::escape_attribute(self.out, namespace);
            self.out.push('"');
        }
        let start = match value {
            Untyped::Nil => {
                self.out.push_str(" xsi:nil=\"true\"");
                self.end_tag()
            }
            Untyped::Text(text) => {
                let start = self.end_tag();
                self.text(text)?;
                start
            }
            Untyped::Content(content) => {
                let mut prefixes = Prefixes::default();
                let type_name = content.0.iter().find_map(|(key, value)| match value {
                    Untyped::Text(name) if **key == *TYPE_KEY => Some(name),
                    _ => None,
                });
                if let Some(name) = type_name {
                    self.type_attribute_in(name, namespace, &mut prefixes)?;
                }
                self.untyped_attributes(content, &mut prefixes)?;
                let start = self.end_tag();
                self.nested(|writer| writer.untyped_content(content, namespace, namespace))?;
                start
            }
        };
        self.close(local, start);
        Ok(())
    }

    fn type_attribute(&mut self, name: &str, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        let default = self.default;
        self.type_attribute_in(name, default, prefixes)
    }

    /// Writes `xsi:type` where `default` is the default namespace.
    fn type_attribute_in(&mut self, name: &str, default: &str, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        let (namespace, local) = expanded(name).unwrap_or(("", name));
        if namespace.is_empty() && !default.is_empty() {
            return Err(Unwritable::new(
                "states a type without a namespace, which would be read in the default namespace here",
            ));
        }
        let prefix = match namespace {
            namespace if namespace == default => Cow::Borrowed(""),
            namespace => self.attribute_prefix(namespace, prefixes),
        };
        for part in [" xsi:type=\"", &prefix, local, "\""] {
            self.out.push_str(part);
        }
        Ok(())
    }

    fn untyped_attributes(&mut self, content: &Content, prefixes: &mut Prefixes) -> Result<(), Unwritable> {
        for (key, value) in &content.0 {
            let Some(name) = key.strip_prefix('@') else { continue };
            let Untyped::Text(text) = value else { return Err(Unwritable::new("has an attribute that is no text")) };
            let (namespace, local) = expanded(name).unwrap_or(("", name));
            let is_reserved = namespace == XSI || namespace.is_empty() && local == "xmlns";
            if !xml::is_name(local) || local.contains(':') || is_reserved {
                return Err(Unwritable::new("has an attribute with an invalid name"));
            }
            self.named_attribute(namespace, local, text, prefixes)?;
        }
        Ok(())
    }
}
