//! Tables.

use std::collections::HashMap;

use super::cell::{Cell, RowData};
use super::column::{Column, ColumnType, SchemaAttribute};
use super::column_values::{ColumnValues, PushError};
use super::row_facts::{HiddenFacts, RaggedRow, Reading, RowState, ShortRows};
use super::stored_rows::{ByRow, StoredRows};

/// A table: named, typed columns, and rows. Values are stored by columns ([`ColumnValues`]).
///
/// It also keeps what a data set states besides: deleted rows, former values, errors, namespaces.
///
/// Two tables are equal if their properties are equal, and their rows are equal in the order of the server's count, whatever the
/// order of the document.
#[derive(Clone)]
pub struct Table {
    pub(crate) name: String,
    /// `None` for the namespace of the data set.
    pub(crate) namespace: Option<String>,
    /// The name with its namespace, if the data set has another table of the name.
    pub(crate) full_name: Option<Box<str>>,
    pub(crate) prefix: Option<String>,
    pub(crate) columns: Vec<Column>,
    /// The current rows. Each column has values.
    pub(crate) rows: StoredRows,
    pub(crate) before: Option<Box<Before>>,
    pub(crate) other_attributes: Vec<SchemaAttribute>,
    pub(crate) is_declared: bool,
    /// One more than the greatest order of a row.
    pub(crate) next_order: u32,
    pub(crate) first_row: usize,
    /// Whether rows or cells did not fit and were dropped.
    pub(crate) is_cut: bool,
    /// Findings of a reader. They are not compared.
    pub(crate) reading: Reading,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    pub(crate) deleted: StoredRows,
    pub(crate) originals: StoredRows,
    pub(crate) of_rows: HashMap<u32, u32>,
}

impl Before {
    /// Whether only a diffgram can state it: rows were deleted, or have originals.
    pub(crate) fn needs_writing(&self) -> bool {
        self.deleted.count() > 0 || !self.of_rows.is_empty()
    }
}

impl Table {
    /// A table without columns and rows.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            namespace: None,
            full_name: None,
            prefix: None,
            columns: Vec::new(),
            rows: StoredRows::default(),
            before: None,
            other_attributes: Vec::new(),
            is_declared: true,
            next_order: 0,
            first_row: 0,
            is_cut: false,
            reading: Reading::default(),
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
        self.add_column(column);
        self
    }

    /// Adds a column and returns its place.
    pub fn add_column(&mut self, column: Column) -> usize {
        let index = self.columns.len();
        self.columns.push(column);
        // Rows may already have cells for the new column.
        self.retype(index);
        self.rows.values_mut(index, &self.columns);
        index
    }

    /// Puts these columns first, in this order and with these types. A column that the table lacks is added, with `DBNull` in each row.
    pub fn declare_columns(&mut self, declared: &[Column]) {
        for (index, wanted) in declared.iter().enumerate() {
            let is_wanted = |column: &Column| column.name == wanted.name;
            let at = match self.columns.get(index) {
                Some(column) if is_wanted(column) => index,
                _ => match self.columns.iter().position(is_wanted) {
                    Some(at) => at,
                    None => self.add_column(wanted.clone()),
                },
            };
            if let Some(column) = self.columns.get_mut(at) {
                if !column.is_declared() {
                    *column = wanted.clone();
                    self.retype(at);
                } else if column.type_name != wanted.type_name && column.value_type() != wanted.value_type() {
                    column.type_name.clone_from(&wanted.type_name);
                    self.retype(at);
                }
            }
            if let (Some(column), Some(_)) = (self.columns.get_mut(at), wanted.scale) {
                column.scale = wanted.scale;
            }
            if at > index {
                self.move_column(at, index);
            }
        }
    }

    /// Takes the columns from this place on for ones that no schema declares.
    pub fn undeclare_from(&mut self, index: usize) {
        self.columns.iter_mut().skip(index).for_each(|column| column.is_declared = false);
    }

    /// Moves a column before the one at `index`.
    fn move_column(&mut self, at: usize, index: usize) {
        let before = self.before.iter_mut().flat_map(|before| [&mut before.deleted, &mut before.originals]);
        for rows in before.chain([&mut self.rows]) {
            rows.values_mut(at, &self.columns);
            if let Some(between) = rows.columns_mut().get_mut(index..=at) {
                between.rotate_right(1);
            }
        }
        if let Some(between) = self.columns.get_mut(index..=at) {
            between.rotate_right(1);
        }
    }

    /// Gives the values at this place the type of their column.
    fn retype(&mut self, index: usize) {
        let before = self.before.iter_mut().flat_map(|before| [&mut before.deleted, &mut before.originals]);
        for rows in before.chain([&mut self.rows]) {
            self.is_cut |= rows.retype(index, &self.columns).is_err();
        }
    }

    /// Adds a row: an array of values of one type, [`cells!`](crate::cells) for values of several types, or a [`RowData`].
    #[must_use]
    pub fn row<'a>(mut self, row: impl Into<RowData<'a>>) -> Self {
        self.push(row);
        self
    }

    /// Adds rows.
    #[must_use]
    pub fn with_rows<'a, R: Into<RowData<'a>>>(mut self, rows: impl IntoIterator<Item = R>) -> Self {
        for row in rows {
            self.push(row);
        }
        self
    }

    /// Adds a row. A cell that does not fit (2 GiB of text in a column) is dropped, and [`DataSet::check`](crate::DataSet::check)
    /// reports it.
    pub fn push<'a>(&mut self, row: impl Into<RowData<'a>>) {
        let row = row.into();
        self.is_cut |= self.push_row(&row).is_none();
    }

    fn push_row(&mut self, data: &RowData<'_>) -> Option<()> {
        let is_deleted = data.state == RowState::Deleted;
        let row = self.add_row(self.next_order, is_deleted)?;
        let rows = match &mut self.before {
            Some(before) if is_deleted => &mut before.deleted,
            _ => &mut self.rows,
        };
        if !is_deleted {
            rows.changes.push_state(row, data.state);
        }
        if data.error.is_some() || !data.column_errors.is_empty() {
            let errors = rows.changes.errors_mut(row);
            errors.row.clone_from(&data.error);
            errors.columns.clone_from(&data.column_errors);
        }
        push_cells(rows, row, &self.columns, &data.cells).ok()?;
        if let Some(original) = &data.original {
            let before = self.before.get_or_insert_default();
            let index = before.originals.add(0)?;
            push_cells(&mut before.originals, index, &self.columns, original).ok()?;
            before.of_rows.insert(row, index);
        }
        Some(())
    }

    /// Adds a row without values, or a deleted one, and returns its place; `None` if the table is full.
    pub(crate) fn add_row(&mut self, order: u32, is_deleted: bool) -> Option<u32> {
        self.next_order = self.next_order.max(order.saturating_add(1));
        let rows = if is_deleted { &mut self.before.get_or_insert_default().deleted } else { &mut self.rows };
        rows.add(order)
    }

    /// Sets a namespace other than the data set's; empty for none.
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

    /// The name by which a table is chosen: `{namespace}name` if the data set that was read has tables of one name in several
    /// namespaces, else the name.
    #[must_use]
    pub fn full_name(&self) -> &str {
        self.full_name.as_deref().unwrap_or(&self.name)
    }

    /// The namespace; `None` for that of the data set.
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

    /// The values of the column at this place, without those of deleted rows.
    #[must_use]
    pub fn column_values(&self, column: usize) -> Option<&ColumnValues> {
        self.rows.columns().get(column).filter(|_| column < self.columns.len())
    }

    /// The columns and their values, and the number of rows. Changes of rows are dropped.
    #[must_use]
    pub fn into_columns(self) -> (Vec<(Column, ColumnValues)>, usize) {
        let count = self.row_count();
        (self.columns.into_iter().zip(self.rows.into_columns()).collect(), count)
    }

    /// The number of rows, without deleted ones.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.count() as usize
    }

    /// The number of rows before the first one here: 0 except in a batch of a stream.
    #[must_use]
    pub fn first_row(&self) -> usize {
        self.first_row
    }

    /// Drops all rows and their changes. Columns and memory are kept.
    pub fn clear_rows(&mut self) {
        self.rows.clear();
        self.before = None;
        self.next_order = 0;
        self.is_cut = false;
        self.reading.places = None;
    }

    pub(crate) fn without_rows(&self) -> Self {
        let mut rows = StoredRows::default();
        for index in 0..self.columns.len() {
            rows.values_mut(index, &self.columns);
        }
        Self {
            namespace: self.namespace.clone(),
            full_name: self.full_name.clone(),
            prefix: self.prefix.clone(),
            columns: self.columns.clone(),
            rows,
            other_attributes: self.other_attributes.clone(),
            is_declared: self.is_declared,
            ..Self::new(self.name.clone())
        }
    }

    /// Whether the rows of both tables fit into each other.
    fn has_columns_of(&self, other: &Self) -> bool {
        self.full_name() == other.full_name() && self.namespace == other.namespace && self.columns == other.columns
    }

    /// Takes the rows, except deleted ones. New rows use the memory of `spare`, if it has the same columns.
    pub(crate) fn take_rows(&mut self, spare: Option<Self>) -> Self {
        let mut batch = match spare {
            Some(mut spare) if self.has_columns_of(&spare) => {
                spare.clear_rows();
                spare
            }
            _ => self.without_rows(),
        };
        std::mem::swap(&mut batch.rows, &mut self.rows);
        batch.reading = self.reading.take();
        batch.first_row = self.first_row;
        batch.next_order = self.next_order;
        self.first_row += batch.row_count();
        batch
    }

    /// Whether cells did not fit (2 GiB of text in a column) and were dropped.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether the schema declares the table. `false` if only rows of it were sent.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.is_declared
    }

    /// Sets the greatest number of rows that the operation returns.
    #[doc(hidden)]
    pub fn set_record_limit(&mut self, records: Option<u64>) {
        self.reading.record_limit = records;
    }

    /// Whether the table has as many rows as the operation returns at most, by its documentation, so that rows may be missing. A
    /// batch counts together with those before it.
    #[must_use]
    pub fn is_at_record_limit(&self) -> bool {
        let rows = self.first_row.saturating_add(self.row_count()) as u64;
        self.reading.record_limit.is_some_and(|limit| rows >= limit)
    }

    /// Whether cells of delimited text may have been cut wrongly, because rows differ in length ([`Table::ragged_row`]). Delimiters
    /// that no data holds ([`Delimiters::unambiguous`](crate::Delimiters::unambiguous)) prevent this.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        self.reading.ragged.is_some()
    }

    /// The first row of a delimited text whose number of cells differs from the first row's, in this batch or an earlier one.
    #[must_use]
    pub fn ragged_row(&self) -> Option<RaggedRow> {
        self.reading.ragged
    }

    /// The columns that have values in each row.
    #[doc(hidden)]
    #[must_use]
    pub fn columns_with_values(&self) -> ByRow {
        self.rows.by_row()
    }

    /// The facts that its rows do not show: those of a diffgram.
    #[must_use]
    pub fn hidden_facts(&self) -> HiddenFacts {
        let (deleted, changed) = match &self.before {
            Some(before) => (before.deleted.count() as usize, before.of_rows.len()),
            None => (0, 0),
        };
        HiddenFacts { deleted, changed, errors: self.rows.changes.error_count(), unplaced: self.reading.unplaced }
    }

    /// The rows of a delimited text that lack cells of declared columns, in this batch and earlier ones.
    #[must_use]
    pub fn short_rows(&self) -> Option<ShortRows> {
        self.reading.short
    }

    /// The number of cells in the longest row of a delimited text, in this batch and earlier ones. 0 for tables of other origin.
    #[must_use]
    pub fn widest_row(&self) -> usize {
        self.reading.widest
    }

    /// All other attributes of the table in the schema.
    #[must_use]
    pub fn other_attributes(&self) -> &[SchemaAttribute] {
        &self.other_attributes
    }

    pub(crate) fn deleted(&self) -> Option<&StoredRows> {
        self.before.as_ref().map(|before| &before.deleted)
    }

    pub(crate) fn original(&self, row: u32) -> Option<(&StoredRows, u32)> {
        let before = self.before.as_ref()?;
        Some((&before.originals, *before.of_rows.get(&row)?))
    }

    pub(crate) fn has_rows(&self) -> bool {
        self.rows.count() > 0 || self.deleted().is_some_and(|deleted| deleted.count() > 0)
    }

    pub(super) fn row_number(&self, row: u32) -> usize {
        self.first_row.saturating_add(row as usize)
    }

    /// The names of the columns for an error, at most a hundred of them.
    pub(super) fn names_shown(&self) -> Vec<String> {
        self.columns.iter().take(100).map(|column| column.name.clone()).collect()
    }
}

fn push_cells(rows: &mut StoredRows, row: u32, columns: &[Column], cells: &[Cell<'_>]) -> Result<(), PushError> {
    cells.iter().enumerate().try_for_each(|(index, cell)| rows.push(row, index, columns, cell).map(drop))
}
