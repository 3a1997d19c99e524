//! Tables whose columns a spec declares, and DataSets of such tables.

use super::{DeclaredColumn, Operation};

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

    /// The table of an operation's result.
    #[must_use]
    pub const fn of_result(operation: &'static Operation) -> Self {
        Self { owner: operation.name, name: operation.table, columns: operation.columns, doc: "" }
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
