//! A table and its columns, as a description has them.

use asmx_runtime::results::table::{Column, DateTimeMode};

/// The key of content that a description lacks.
pub(super) const REST: &str = "$rest";

/// The name of the table of what is no table: scalars and the members of single structures.
pub const VALUES: &str = "$values";

/// The type of a column whose cells are JSON.
pub const JSON: &str = "json";

const DECIMAL: &str = "xs:decimal";

/// A table that a description gives to a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct TableShape {
    /// Its name; empty if only the response shows the names of the tables there.
    pub name: String,
    /// The members that lead to it, such as `GetResult.Data`.
    pub path: String,
    /// Its columns in order. A response may add columns to a table whose [columns are open](Self::is_open).
    pub columns: Vec<ColumnShape>,
    /// Whether the response may show further columns, or tables.
    pub is_open: bool,
    pub(crate) source: Source,
    /// The keys of JSON that lead to its value.
    pub(crate) keys: Vec<String>,
    /// The name of the table in its DataSet, or of the elements of XML that are rows, if it is declared.
    pub(crate) table: Option<String>,
    /// The elements of XML that lead to its rows; empty if the XML itself says which are rows.
    pub(crate) elements: Vec<String>,
    /// The most rows that the service returns, if it says so.
    pub(crate) record_limit: Option<u64>,
    /// Whether the description states that its rows are those of the result.
    pub(crate) is_stated: bool,
    /// Whether columns that only the response has are left out.
    pub(super) leaves_out_others: bool,
    /// Whether it is one of a DataSet of which the description declares all tables.
    pub(super) is_of_typed: bool,
}

/// A column of a [`TableShape`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnShape {
    /// Its name.
    pub name: String,
    /// The type of its cells with the prefix `xs`, such as `xs:int`, or [`json`](JSON). Empty if nothing states it.
    pub type_name: String,
    /// The most digits behind the point of decimals, if the description declares it. Arrow and Parquet have this scale.
    pub scale: Option<u8>,
    /// The keys that lead from the value of the table, or from the row, to the cell.
    pub(crate) keys: Vec<String>,
    pub(crate) facts: ColumnFacts,
    /// Whether the description says that every row has a value.
    pub(crate) is_required: bool,
}

/// Facts of a column in the schema of a response, beside its type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ColumnFacts {
    clr_type: Option<String>,
    date_time_mode: DateTimeMode,
}

/// The statement that a table is the main one of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Main {
    /// The description: its rows are those of the result.
    Description,
    /// The schema of its DataSet, in the response.
    Schema,
}

/// How the value at the keys of a table becomes rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The tables of a DataSet or DataTable.
    DataSet,
    /// As [`DataSet`](Self::DataSet), if undeclared elements are one.
    Elements,
    /// Objects, a row each.
    Objects,
    /// Values, a row each.
    Values,
    /// Values that state their type.
    Typed,
    /// Objects with the chosen element.
    Chosen,
    /// JSON that nothing describes.
    Undescribed,
    /// XML that may hold rows.
    Xml,
    /// Delimited text.
    Delimited,
    /// One row.
    Single,
}

impl Source {
    /// Whether the schema of a response states the types of cells, so that no reader of the response checks them.
    pub(crate) const fn has_unchecked_cells(self) -> bool {
        matches!(self, Self::DataSet | Self::Elements)
    }

    /// Whether the columns that an operation declares are those of such a result.
    pub(crate) const fn has_declared_columns(self) -> bool {
        matches!(self, Self::Delimited | Self::Xml)
    }
}

impl TableShape {
    pub(crate) fn new(source: Source, keys: Vec<String>) -> Self {
        let name = keys.last().cloned().unwrap_or_default();
        Self {
            name,
            path: keys.join("."),
            columns: Vec::new(),
            is_open: false,
            source,
            keys,
            table: None,
            elements: Vec::new(),
            record_limit: None,
            is_stated: false,
            leaves_out_others: false,
            is_of_typed: false,
        }
    }

    /// Rows that are the whole result: an array of objects with these members.
    #[must_use]
    pub fn of_rows<const N: usize>(columns: [&str; N]) -> Self {
        let columns = columns.map(|name| ColumnShape::of_key(name, "xs:string"));
        Self::new(Source::Objects, Vec::new()).with(columns.to_vec())
    }

    /// A DataSet that is the whole result, of which nothing is declared.
    #[must_use]
    pub fn of_data_set() -> Self {
        Self::new(Source::DataSet, Vec::new()).open()
    }

    pub(crate) fn with(mut self, columns: Vec<ColumnShape>) -> Self {
        self.columns = columns;
        self
    }

    pub(crate) const fn open(mut self) -> Self {
        self.is_open = true;
        self
    }

    /// The name of the table in its DataSet, or of the elements of XML that are rows, if the description has it.
    #[must_use]
    pub fn declared_name(&self) -> Option<&str> {
        self.table.as_deref()
    }

    /// Leaves columns out that only the schema of a response has, with a note.
    pub const fn leave_out_others(&mut self) {
        self.leaves_out_others = true;
    }

    /// Whether a caller who names a table means this one.
    #[must_use]
    pub fn is_called(&self, wanted: &str) -> bool {
        self.name == wanted || self.path == wanted
    }

    /// Whether it is in the part of this name.
    pub(crate) fn begins_at(&self, part: &str) -> bool {
        self.keys.first().is_some_and(|key| key == part)
    }

    /// Whether the description says that this table is there, and its name.
    pub(crate) fn is_known(&self) -> bool {
        !self.name.is_empty() && self.source != Source::Elements
    }

    pub(super) fn main(&self) -> Option<Main> {
        self.is_stated.then_some(Main::Description)
    }

    pub(crate) fn is_values(&self) -> bool {
        self.source == Source::Single
    }
}

impl ColumnFacts {
    pub(crate) fn of(column: &Column) -> Self {
        Self { clr_type: column.clr_type.clone(), date_time_mode: column.date_time_mode }
    }
}

impl ColumnShape {
    /// The column of a table, of this type.
    pub(crate) fn column(&self) -> Column {
        self.column_of(&self.type_name)
    }

    /// The column of a table of texts, where a cell of JSON is one too.
    pub(crate) fn text_column(&self) -> Column {
        let is_text = self.type_name.is_empty() || self.type_name == JSON;
        self.column_of(if is_text { "xs:string" } else { &self.type_name })
    }

    fn column_of(&self, type_name: &str) -> Column {
        let mut column = Column::of_type(&self.name, type_name);
        column.clr_type.clone_from(&self.facts.clr_type);
        column.date_time_mode = self.facts.date_time_mode;
        column.scale = self.scale;
        column.nullable = !self.is_required;
        column
    }

    /// A column of a response. Cells have this key.
    pub(crate) fn of_response(column: &Column, key: &str) -> Self {
        Self { facts: ColumnFacts::of(column), scale: column.scale, ..Self::of_key(key, column.type_name()) }
    }

    pub(crate) fn new(name: impl Into<String>, type_name: impl Into<String>, keys: Vec<String>) -> Self {
        Self {
            name: name.into(),
            type_name: type_name.into(),
            scale: None,
            keys,
            facts: ColumnFacts::default(),
            is_required: false,
        }
    }

    /// Whether its cells are decimals, which have a scale in Arrow and Parquet.
    #[must_use]
    pub fn is_decimal(&self) -> bool {
        self.type_name == DECIMAL
    }

    /// With the scale of its member, if its cells are decimals. An array in a cell is JSON, which has the digits that were sent.
    pub(crate) fn with_scale(mut self, scale: Option<u8>) -> Self {
        self.scale = scale.filter(|_| self.is_decimal());
        self
    }

    /// A column whose cells have its name as their key.
    pub(crate) fn of_key(name: impl Into<String>, type_name: impl Into<String>) -> Self {
        let name = name.into();
        Self::new(name.clone(), type_name, vec![name])
    }
}
