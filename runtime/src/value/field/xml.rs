//! Undeclared XML: elements and attributes.

use std::borrow::Cow;
use std::fmt;

use super::{Field, FieldType, Input, SingleValue, View};
use crate::operation::{InvalidValue, Type, XmlKind};

/// Self-contained XML: an undeclared element, or the content of an element without a described type. It declares every prefix that it uses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct XmlFragment(String);

impl XmlFragment {
    /// XML to send. Malformed XML is refused when it is sent.
    pub fn new(xml: impl Into<String>) -> Self {
        Self(xml.into())
    }

    /// The XML.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The XML.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl From<&str> for XmlFragment {
    fn from(xml: &str) -> Self {
        Self::new(xml)
    }
}

impl From<String> for XmlFragment {
    fn from(xml: String) -> Self {
        Self(xml)
    }
}

impl fmt::Display for XmlFragment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FieldType for XmlFragment {
    const TYPE: Type = Type::Xml(XmlKind::Content);
    const NAME: &'static str = XmlKind::Content.name();
}

impl SingleValue for XmlFragment {}

impl Field for XmlFragment {
    fn view(&self) -> View<'_> {
        View::Xml(Cow::Borrowed(&self.0))
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        match input {
            Input::Absent | Input::Nil => self.0.clear(),
            Input::Xml(xml) => self.0 = xml.into_owned(),
            // Mixed content may be plain text.
            Input::Text(text) => {
                self.0.clear();
                crate::xml::escape_text(&mut self.0, &text);
            }
            Input::Attribute(..) => return Err(InvalidValue::shape("piece of XML")),
        }
        Ok(())
    }
}

/// Undeclared attributes, in order. The name of an attribute in a namespace is `{namespace}name`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Attributes(Vec<(Cow<'static, str>, Cow<'static, str>)>);

impl Attributes {
    /// No attributes.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Sets the text of an attribute.
    pub fn insert(&mut self, name: impl Into<String>, text: impl Into<String>) {
        let (name, text) = (name.into(), Cow::Owned(text.into()));
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = text,
            None => self.0.push((Cow::Owned(name), text)),
        }
    }

    /// The text of an attribute.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, text)| text)
    }

    /// Iterates over names and texts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_ref(), text.as_ref()))
    }

    /// Whether there are no attributes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Into<String>, T: Into<String>> FromIterator<(N, T)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(attributes: I) -> Self {
        let mut all = Self::new();
        attributes.into_iter().for_each(|(name, text)| all.insert(name, text));
        all
    }
}

impl FieldType for Attributes {
    const TYPE: Type = Type::STRING;
    const NAME: &'static str = "";
}

impl SingleValue for Attributes {}

impl Field for Attributes {
    fn view(&self) -> View<'_> {
        if self.is_empty() { View::Null } else { View::Attributes(&self.0) }
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        match input {
            Input::Absent | Input::Nil => self.0.clear(),
            Input::Attribute(name, text) => self.0.push((name.into_owned().into(), text.into_owned().into())),
            _ => return Err(InvalidValue::shape("set of attributes")),
        }
        Ok(())
    }
}
