//! The content of a data set: tables, keys and relations.

use crate::table::{SchemaAttribute, Table};
use crate::vocabulary;

#[derive(Clone, Default, PartialEq)]
pub(super) struct DataSetContent {
    pub(super) name: String,
    pub(super) namespace: String,
    pub(super) prefix: String,
    pub(super) locale: Locale,
    pub(super) is_case_sensitive: bool,
    pub(super) main_table: Option<String>,
    pub(super) instance_name: Option<String>,
    pub(super) tables: Vec<Table>,
    pub(super) keys: Vec<Key>,
    pub(super) relations: Vec<Relation>,
    pub(super) other_attributes: Vec<SchemaAttribute>,
    /// The parts of a diffgram without tables that belong to no row.
    pub(super) unplaced: usize,
}

impl DataSetContent {
    /// The name of the element around the rows: usually that of the data set, and `DocumentElement` for a table without a data set.
    pub(super) fn instance_name(&self) -> &str {
        let is_lone_table = self.main_table.is_some() && self.name == vocabulary::DEFAULT_NAME;
        let default_name = if is_lone_table { "DocumentElement" } else { &self.name };
        self.instance_name.as_deref().unwrap_or(default_name)
    }
}

/// The locale by which texts are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// The reader's own (`msdata:UseCurrentLocale`). Usual.
    #[default]
    Current,
    /// A named one (`msdata:Locale`), such as `en-US`.
    Named(String),
    /// The schema states none.
    Unstated,
}

/// A unique key of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// The name, decoded.
    pub name: String,
    /// The table: its [full name](crate::Table::full_name), or the name of the first table with it.
    pub table: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Whether it is the table's primary key.
    pub is_primary: bool,
    /// All other attributes in the schema.
    pub other_attributes: Vec<SchemaAttribute>,
}

impl Key {
    /// A unique key that is not the primary one.
    #[must_use]
    pub fn unique<C: Into<String>>(
        name: impl Into<String>,
        table: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        Self {
            name: name.into(),
            table: table.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            is_primary: false,
            other_attributes: Vec::new(),
        }
    }

    /// A primary key.
    #[must_use]
    pub fn primary<C: Into<String>>(
        name: impl Into<String>,
        table: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        Self { is_primary: true, ..Self::unique(name, table, columns) }
    }
}

/// A relation: rows of the child table belong to rows of the parent table with the same values in their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Relation {
    /// The name, decoded.
    pub name: String,
    /// The parent table: its [full name](crate::Table::full_name), or the name of the first table with it.
    pub parent: String,
    /// The columns of the parent table. Empty if the schema nests the tables without a stated relation.
    pub parent_columns: Vec<String>,
    /// The child table, named in the same way.
    pub child: String,
    /// The columns of the child table, in the same order.
    pub child_columns: Vec<String>,
    /// Whether child rows travel inside their parent rows.
    pub is_nested: bool,
    /// The form in which the schema states the relation.
    pub kind: RelationKind,
    /// All other attributes in the schema.
    pub other_attributes: Vec<SchemaAttribute>,
}

/// The form in which a schema states a relation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RelationKind {
    /// As a constraint (`xs:keyref`) that refers to a key of the parent table. Usual.
    #[default]
    Constraint,
    /// Without a constraint (`msdata:Relationship`).
    Annotation,
    /// Only by declaring the child table inside the parent table.
    Nesting,
}

impl Relation {
    /// A relation with a constraint, not nested.
    #[must_use]
    pub fn new<P: Into<String>, C: Into<String>>(
        name: impl Into<String>,
        parent: impl Into<String>,
        parent_columns: impl IntoIterator<Item = P>,
        child: impl Into<String>,
        child_columns: impl IntoIterator<Item = C>,
    ) -> Self {
        Self {
            name: name.into(),
            parent: parent.into(),
            parent_columns: parent_columns.into_iter().map(Into::into).collect(),
            child: child.into(),
            child_columns: child_columns.into_iter().map(Into::into).collect(),
            is_nested: false,
            kind: RelationKind::Constraint,
            other_attributes: Vec::new(),
        }
    }

    /// Puts child rows inside their parent rows.
    #[must_use]
    pub fn nested(mut self) -> Self {
        self.is_nested = true;
        self
    }

    /// Removes the constraint: child rows need no parent.
    #[must_use]
    pub fn without_constraint(mut self) -> Self {
        self.kind = RelationKind::Annotation;
        self
    }
}
