//! Columns that a spec declares.

use super::Scalar;

/// A column that a spec declares for the table of an operation's result, or of a typed DataSet. The service may send further ones.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredColumn {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Scalar,
    /// Whether every row has a value; else it may be `DBNull`.
    pub required: bool,
    /// How its values travel in a DataSet.
    pub mapping: Mapping,
    /// What it means, in Markdown ([`plain_text`](super::plain_text)); empty if the spec says nothing.
    pub doc: &'static str,
}

impl DeclaredColumn {
    /// A column that may be `DBNull`.
    pub const fn new(name: &'static str, kind: Scalar) -> Self {
        Self { name, kind, required: false, mapping: Mapping::Element, doc: "" }
    }

    /// States that every row has a value.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// States how its values travel in a DataSet.
    #[must_use]
    pub const fn mapping(mut self, mapping: Mapping) -> Self {
        self.mapping = mapping;
        self
    }

    /// States what it means.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// How the values of a column travel in a row of a DataSet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// As child elements.
    #[default]
    Element,
    /// As attributes.
    Attribute,
    /// As attributes `msdata:hidden…`, which are not meant for readers.
    Hidden,
    /// As the text of the row itself.
    SimpleContent,
}

impl Mapping {
    /// Every mapping.
    pub const ALL: [Self; 4] = [Self::Element, Self::Attribute, Self::Hidden, Self::SimpleContent];

    /// The name in specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Attribute => "attribute",
            Self::Hidden => "hidden",
            Self::SimpleContent => "text",
        }
    }
}
