//! Types that a spec declares and that hold no other types: enumerations, tables and their columns, typed DataSets.

use crate::rules::lists;

use super::{Namespace, Scalar};

/// An enumeration. It is open: a service may send texts that it does not list.
#[non_exhaustive]
#[derive(Debug)]
pub struct Enumeration {
    /// Name on the wire.
    pub name: &'static str,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Its values, exact text; the first is the default.
    pub values: &'static [&'static str],
    /// Meanings of the values in Markdown, in their order; an empty text where the spec has none, an empty list if it
    /// has none at all.
    pub meanings: &'static [&'static str],
    /// Whether a value is a set of these, separated by blanks in one text (.NET's `[Flags]`).
    pub flags: bool,
}

impl Enumeration {
    /// An enumeration.
    pub const fn new(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { name, namespace: Namespace::Service, values, meanings: &[], flags: false }
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// Makes it an enumeration of flags.
    #[must_use]
    pub const fn flags(mut self) -> Self {
        self.flags = true;
        self
    }

    /// Sets the meanings of its values, in their order.
    #[must_use]
    pub const fn meanings(mut self, meanings: &'static [&'static str]) -> Self {
        self.meanings = meanings;
        self
    }

    /// Every value with its meaning.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let meanings = self.meanings.iter().copied().chain(std::iter::repeat(""));
        self.values.iter().copied().zip(meanings)
    }

    /// Whether it lists the text. In an enumeration of flags, whether it lists each part of the text.
    #[must_use]
    pub fn lists(&self, text: &str) -> bool {
        lists(text, self.flags, |text| self.values.contains(&text))
    }
}

/// A declared column of an operation's result table or of a typed DataSet. The service may send undeclared ones too.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredColumn {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Scalar,
    /// Whether every row has a value. Without this a value may be `DBNull`.
    pub required: bool,
    /// The place of its values in a row of a DataSet.
    pub mapping: Mapping,
    /// The most digits behind the point of its decimals, 0 to [`MOST_SCALE`](super::MOST_SCALE), if it is declared.
    pub scale: Option<u8>,
    /// Its documentation in Markdown ([`plain_text`](super::plain_text)); empty if the spec has none.
    pub doc: &'static str,
}

impl DeclaredColumn {
    /// A column that may be `DBNull`.
    pub const fn new(name: &'static str, kind: Scalar) -> Self {
        Self { name, kind, required: false, mapping: Mapping::Element, scale: None, doc: "" }
    }

    /// Declares that every row has a value.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sets the place of its values in a row of a DataSet.
    #[must_use]
    pub const fn mapping(mut self, mapping: Mapping) -> Self {
        self.mapping = mapping;
        self
    }

    /// States the most digits behind the point of its decimals, 0 to [`MOST_SCALE`](super::MOST_SCALE).
    #[must_use]
    pub const fn scale(mut self, digits: u8) -> Self {
        self.scale = Some(digits);
        self
    }

    /// Sets its documentation.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// The place of a column's values in a row of a DataSet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// As child elements.
    #[default]
    Element,
    /// As attributes.
    Attribute,
    /// As attributes `msdata:hidden…`, which readers do not show.
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

/// A table whose columns a spec declares. The service may send undeclared ones too.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredTable {
    /// The name of the operation whose result it is, or of the typed DataSet that has it.
    pub owner: &'static str,
    /// Its name; `None` if the result has one table only, or means its first.
    pub name: Option<&'static str>,
    /// Its columns, in order.
    pub columns: &'static [DeclaredColumn],
    /// Its documentation in Markdown ([`plain_text`](super::plain_text)); empty if the spec has none.
    pub doc: &'static str,
}

impl DeclaredTable {
    /// A table of a typed DataSet.
    pub const fn new(owner: &'static str, name: &'static str, columns: &'static [DeclaredColumn]) -> Self {
        Self { owner, name: Some(name), columns, doc: "" }
    }

    /// Sets its documentation.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// A typed DataSet: a schema declares its tables. On the wire it is a DataSet like any other, with the schema in it.
#[non_exhaustive]
#[derive(Debug, PartialEq, Eq)]
pub struct DataSetType {
    /// Its name, unencoded: that of the DataSet, and of the root element over GET and POST.
    pub name: &'static str,
    /// The namespace of its schema and of its tables.
    pub namespace: &'static str,
    /// Its tables, in the order of the schema.
    pub tables: &'static [DeclaredTable],
    /// Its documentation in Markdown ([`plain_text`](super::plain_text)); its bare name if the spec has none.
    pub doc: &'static str,
}

impl DataSetType {
    /// A typed DataSet.
    pub const fn new(name: &'static str, namespace: &'static str, tables: &'static [DeclaredTable]) -> Self {
        Self { name, namespace, tables, doc: "" }
    }

    /// Sets its documentation.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}
