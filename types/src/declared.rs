//! Columns and tables that a spec declares, and DataSets of such tables.

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

/// A table whose columns a spec declares. A service may send further ones.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredTable {
    /// Whose it is: the name of the operation whose result it is, or of the typed DataSet.
    pub owner: &'static str,
    /// Its name; `None` of a result that has only one table, or where the first is meant.
    pub name: Option<&'static str>,
    /// Its columns, in order.
    pub columns: &'static [DeclaredColumn],
    /// What it holds, in Markdown ([`plain_text`](super::plain_text)); empty if the spec says nothing.
    pub doc: &'static str,
}

impl DeclaredTable {
    /// A table of a typed DataSet.
    pub const fn new(owner: &'static str, name: &'static str, columns: &'static [DeclaredColumn]) -> Self {
        Self { owner, name: Some(name), columns, doc: "" }
    }

    /// States what it holds.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}

/// A typed DataSet: one whose tables are declared by a schema. On the wire it is a DataSet like any other, which brings its schema along.
#[non_exhaustive]
#[derive(Debug, PartialEq, Eq)]
pub struct DataSetType {
    /// Its name, unencoded: that of the DataSet, and of the root element over GET and POST.
    pub name: &'static str,
    /// The namespace of its schema and of its tables.
    pub namespace: &'static str,
    /// Its tables, in the order of the schema.
    pub tables: &'static [DeclaredTable],
    /// What it holds, in Markdown ([`plain_text`](super::plain_text)); its bare name if the spec says nothing.
    pub doc: &'static str,
}

impl DataSetType {
    /// A typed DataSet.
    pub const fn new(name: &'static str, namespace: &'static str, tables: &'static [DeclaredTable]) -> Self {
        Self { name, namespace, tables, doc: "" }
    }

    /// States what it holds.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}
