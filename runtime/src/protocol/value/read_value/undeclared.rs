//! Retains what a response holds beside its description: elements, attributes and texts.

use std::mem;

use super::problems::{Reason, Unreadable};
use super::retained::{Around, Undeclared};
use super::{ValueReader, capture};
use crate::protocol::soap::soap_version::XSI;
use crate::protocol::value::value_element::ValueElement as _;
use crate::protocol::value::write_value::MAX_NESTING;
use crate::value::rest::{Content, TEXT_KEY, TYPE_KEY, Untyped, XML_KEY};
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// The bytes of a part, with its name and as a value of JSON.
const PART: usize = 160;

/// A namespace of more bytes is not compared, because it may be that of many elements.
const LONG: usize = 4096;

impl ValueReader<'_> {
    /// Retains undeclared content if `self` does, but none of a secret, because it is not marked as secret.
    pub(super) fn retaining_unless(&self, is_secret: bool) -> Self {
        Self { retains: self.retains && !is_secret, ..*self }
    }

    fn undeclared(&self) -> Option<&Undeclared> {
        self.deviations.filter(|_| self.retains).map(|deviations| &deviations.undeclared)
    }

    /// Begins the undeclared content of a structure, in its element.
    pub(super) fn begin_undeclared(&self, element: &PullReader<'_>) -> Option<Around> {
        self.undeclared().map(|undeclared| undeclared.begin(element.depth()))
    }

    /// Ends it, and goes on with that of the structure around.
    pub(super) fn end_undeclared(&self, around: Option<Around>) -> Content {
        let both = self.undeclared().zip(around);
        both.map(|(undeclared, around)| undeclared.end(around)).unwrap_or_default()
    }

    /// Retains the element, or skips it. Its local name is enough in the `expected` namespace.
    pub(crate) fn retain_element(&self, expected: &str, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        let Some(undeclared) = self.undeclared() else {
            element.skip();
            return Ok(());
        };
        let open = element.depth() - 1;
        let key = self.key(element, Some(expected))?;
        let value = self.untyped(element, None, self.levels())?;
        undeclared.push(element, open, key, value);
        Ok(())
    }

    /// Retains an attribute of the element.
    pub(super) fn retain_attribute(
        &self,
        namespace: &str,
        local: &str,
        value: &str,
        element: &PullReader<'_>,
    ) -> Result<(), Unreadable> {
        let Some(undeclared) = self.undeclared() else { return Ok(()) };
        let key = self.attribute_key(namespace, local, element)?;
        undeclared.push(element, element.depth(), key, Untyped::Text(value.into()));
        Ok(())
    }

    /// Retains a text between the elements of the element.
    pub(crate) fn retain_text(&self, text: &str, element: &PullReader<'_>) -> Result<(), Unreadable> {
        let Some(undeclared) = self.undeclared() else { return Ok(()) };
        self.take_part(element)?;
        undeclared.push(element, element.depth(), TEXT_KEY.into(), Untyped::Text(text.into()));
        Ok(())
    }

    /// The content of an element of an unknown type, without that type. The local name is enough for elements in its `namespace`.
    pub(super) fn undeclared_content(
        &self,
        namespace: &str,
        element: &mut PullReader<'_>,
    ) -> Result<Untyped, Unreadable> {
        let value = self.untyped(element, Some(namespace), self.levels())?;
        Ok(match value {
            Untyped::Content(mut content) => {
                content.0.retain(|(key, _)| **key != *TYPE_KEY);
                match content.0.as_mut_slice() {
                    [] => Untyped::Text("".into()),
                    [(key, Untyped::Text(text))] if **key == *TEXT_KEY => Untyped::Text(mem::take(text)),
                    _ => Untyped::Content(content),
                }
            }
            value => value,
        })
    }

    /// The levels of elements that are taken apart: each may be an object in an array.
    fn levels(&self) -> usize {
        MAX_NESTING.saturating_sub(self.nesting) / 2
    }

    fn take_part(&self, element: &PullReader<'_>) -> Result<(), Unreadable> {
        if self.budget.take_bytes(PART) { Ok(()) } else { Err(too_many(element)) }
    }

    /// The key of an element: its local name in the `expected` namespace, which is that of the element around unless it is stated.
    fn key(&self, element: &PullReader<'_>, expected: Option<&str>) -> Result<Box<str>, Unreadable> {
        let namespace = element.namespace().unwrap_or_default();
        let is_expected = match expected {
            Some(expected) => expected.len() <= LONG && namespace == expected,
            None => element.is_in_namespace_around(),
        };
        if is_expected {
            return Ok(element.name().into());
        }
        if !self.budget.take_declaration(namespace.len()) {
            return Err(too_many(element));
        }
        Ok(format!("{{{namespace}}}{}", element.name()).into())
    }

    fn attribute_key(&self, namespace: &str, local: &str, element: &PullReader<'_>) -> Result<Box<str>, Unreadable> {
        self.take_part(element)?;
        if namespace.is_empty() {
            return Ok(format!("@{local}").into());
        }
        if !self.budget.take_declaration(namespace.len()) {
            return Err(too_many(element));
        }
        Ok(format!("@{{{namespace}}}{local}").into())
    }

    /// Takes an element apart, which is passed. `expected` is the namespace of the elements in it, unless it is that of the element.
    fn untyped(
        &self,
        element: &mut PullReader<'_>,
        expected: Option<&str>,
        levels: usize,
    ) -> Result<Untyped, Unreadable> {
        self.take_part(element)?;
        if element.is_nil() {
            element.skip();
            return Ok(Untyped::Nil);
        }
        let mut content = Content::default();
        if element.has_attributes() {
            self.untyped_attributes(element, &mut content)?;
        }
        if content.0.is_empty()
            && let Some(text) = element.simple_text()
        {
            return Ok(Untyped::Text(text.into()));
        }
        if levels == 0 {
            let name = element.name();
            let xml = capture::content(element, Some(self.budget));
            let xml = xml.ok_or_else(|| Unreadable::new(name, element, Reason::TooMany))?;
            content.0.push((XML_KEY.into(), Untyped::Text(xml.into())));
            return Ok(Untyped::Content(content));
        }
        let (depth, mut text, mut has_elements) = (element.depth(), String::new(), false);
        while let Some(event) = element.content(depth) {
            match event {
                Pulled::Text(part) => text.push_str(&part),
                Pulled::Other => {}
                Pulled::Start => {
                    has_elements = true;
                    self.push_text(&mut content, &mut text, element)?;
                    let key = self.key(element, expected)?;
                    let value = self.untyped(element, None, levels - 1)?;
                    content.0.push((key, value));
                }
            }
        }
        if content.0.is_empty() {
            return Ok(Untyped::Text(text.into()));
        }
        if has_elements {
            self.push_text(&mut content, &mut text, element)?;
        } else if !text.is_empty() {
            self.take_part(element)?;
            content.0.push((TEXT_KEY.into(), Untyped::Text(text.into())));
        }
        Ok(Untyped::Content(content))
    }

    /// Adds a text among elements, unless it is white space.
    fn push_text(&self, content: &mut Content, text: &mut String, element: &PullReader<'_>) -> Result<(), Unreadable> {
        let text = mem::take(text);
        if !xml::trim_white_space(&text).is_empty() {
            self.take_part(element)?;
            content.0.push((TEXT_KEY.into(), Untyped::Text(text.into())));
        }
        Ok(())
    }

    fn untyped_attributes(&self, element: &PullReader<'_>, content: &mut Content) -> Result<(), Unreadable> {
        if let Some(name) = self.stated_type(element) {
            self.take_part(element)?;
            let name = Self::qualified(&name, &|prefix| element.namespace_of_prefix(prefix));
            if !self.budget.take_declaration(name.len()) {
                return Err(too_many(element));
            }
            content.0.push((TYPE_KEY.into(), Untyped::Text(name.into())));
        }
        for (namespace, local, value) in element.attributes() {
            let namespace = namespace.unwrap_or_default();
            if namespace != XSI {
                let key = self.attribute_key(namespace, local, element)?;
                content.0.push((key, Untyped::Text(value.into())));
            }
        }
        Ok(())
    }
}

#[cold]
fn too_many(element: &PullReader<'_>) -> Unreadable {
    Unreadable::new(element.name(), element, Reason::TooMany)
}
