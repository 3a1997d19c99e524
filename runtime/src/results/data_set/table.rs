//! Tables.

use std::fmt;

use super::cell::Cell;
use super::column::{Column, ColumnType, SchemaAttribute};
use super::row::{Cells, Record, Row, RowData, RowState};

/// A table of a data set: columns, rows, and rows that were deleted.
///
/// Two tables are equal when they say the same of themselves and hold the same rows in the same order of the server's count,
/// whatever order a document gave them in.
#[derive(Clone)]
pub struct Table {
    pub(super) name: String,
    /// Where it is not that of the data set.
    pub(super) namespace: Option<String>,
    pub(super) prefix: Option<String>,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Record>,
    pub(super) deleted: Vec<Record>,
    pub(super) others: Vec<SchemaAttribute>,
    pub(super) is_declared: bool,
    /// Behind the greatest order of a row.
    pub(super) next_order: u32,
}

impl Table {
    /// A table without columns and rows.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            namespace: None,
            prefix: None,
            columns: Vec::new(),
            rows: Vec::new(),
            deleted: Vec::new(),
            others: Vec::new(),
            is_declared: true,
            next_order: 0,
        }
    }

    /// Adds a column of this type that may hold `DBNull`.
    #[must_use]
    pub fn column(self, name: impl Into<String>, column_type: ColumnType) -> Self {
        self.with_column(Column::new(name, column_type))
    }

    /// Adds a column.
    #[must_use]
    pub fn with_column(mut self, column: Column) -> Self {
        self.columns.push(column);
        self
    }

    /// Adds a row: an array of values of one type, [`cells!`](crate::cells) of values of several, or a [`RowData`].
    #[must_use]
    pub fn row(mut self, row: impl Into<RowData>) -> Self {
        self.push(row);
        self
    }

    /// Adds rows.
    #[must_use]
    pub fn with_rows<R: Into<RowData>>(mut self, rows: impl IntoIterator<Item = R>) -> Self {
        for row in rows {
            self.push(row);
        }
        self
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl Into<RowData>) {
        let row = row.into();
        self.keep(Record {
            cells: sparse(row.cells),
            state: row.state,
            original: row.original.map(sparse),
            error: row.error,
            column_errors: row.column_errors,
            order: self.next_order,
            ..Record::default()
        });
    }

    /// Puts a record among the rows or the deleted rows, by its state, and returns its place there.
    pub(super) fn keep(&mut self, record: Record) -> usize {
        self.next_order = self.next_order.max(record.order.saturating_add(1));
        let records = if record.state == RowState::Deleted { &mut self.deleted } else { &mut self.rows };
        records.push(record);
        records.len() - 1
    }

    /// Sets a namespace other than the data set's; the empty one is none.
    #[must_use]
    pub fn in_namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// The name, decoded.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The namespace, where it is not that of the data set.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    /// The columns in order.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The place of the column with this name.
    #[must_use]
    pub fn column_index(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The column with this name.
    #[must_use]
    pub fn column_named(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The rows in the order they were sent, without deleted ones.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.rows.iter().enumerate().map(|(index, record)| Row { table: self, record, cells: &record.cells, index })
    }

    /// How many rows there are, without deleted ones.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The row at this place.
    #[must_use]
    pub fn row_at(&self, index: usize) -> Option<Row<'_>> {
        let record = self.rows.get(index)?;
        Some(Row { table: self, record, cells: &record.cells, index })
    }

    /// The rows that were deleted, as they were.
    pub fn deleted_rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.deleted.iter().enumerate().map(|(index, record)| Row { table: self, record, cells: &record.cells, index })
    }

    /// Whether the schema declares the table. `false`: rows came that the schema says nothing of.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.is_declared
    }

    /// Everything else that the schema says of the table in attributes.
    #[must_use]
    pub fn others(&self) -> &[SchemaAttribute] {
        &self.others
    }

    /// All rows, deleted ones too, by the server's count.
    pub(super) fn in_order(&self) -> Vec<&Record> {
        let mut records: Vec<&Record> = self.rows.iter().chain(&self.deleted).collect();
        records.sort_by_key(|record| record.order);
        records
    }
}

/// Leaves out what is `DBNull`.
fn sparse(cells: Vec<Cell>) -> Cells {
    (0..).zip(cells).filter(|(_, cell)| !cell.is_null()).collect()
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.namespace == other.namespace
            && self.prefix == other.prefix
            && self.columns == other.columns
            && self.others == other.others
            && self.is_declared == other.is_declared
            && self.rows.len() == other.rows.len()
            && self.deleted.len() == other.deleted.len()
            && self.in_order().iter().zip(other.in_order()).all(|(one, other)| one.is_alike(other))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<String> =
            self.columns.iter().map(|column| format!("{}: {}", column.name, column.type_name)).collect();
        let shown: Vec<Row<'_>> = self.rows().take(10).collect();
        let mut table = out.debug_struct("Table");
        table.field("name", &self.name).field("columns", &columns).field("row_count", &self.rows.len());
        table.field("first_rows", &shown);
        if !self.deleted.is_empty() {
            table.field("deleted_rows", &self.deleted.len());
        }
        table.finish_non_exhaustive()
    }
}
