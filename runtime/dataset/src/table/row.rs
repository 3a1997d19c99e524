//! Rows: their cells and changes.

use std::borrow::Cow;
use std::fmt;

use super::cell::Cell;
use super::column::Column;
use super::column_values::TypedValue;
use super::error::{CellError, CellErrorCause};
use super::named_table::Table;
use super::row_facts::{RowErrors, RowState};
use super::stored_rows::StoredRows;
use asmx_types::display::{Shown, shortened, shown_line};
use asmx_xml::xsd::Lexical;

/// A row of a [`Table`]. It distinguishes four cases: the column is unknown, the cell is `DBNull`, it is the empty text, it has a
/// value.
#[derive(Clone, Copy)]
pub struct Row<'t> {
    pub(super) table: &'t Table,
    /// The store of the row.
    pub(super) rows: &'t StoredRows,
    pub(super) index: u32,
    /// The store of its cells: another one for cells before a change.
    pub(super) cells: &'t StoredRows,
    pub(crate) cells_index: u32,
    pub(super) is_deleted: bool,
}

impl<'t> Row<'t> {
    pub(super) fn new(table: &'t Table, rows: &'t StoredRows, index: u32, is_deleted: bool) -> Self {
        Self { table, rows, index, cells: rows, cells_index: index, is_deleted }
    }

    /// The table of the row.
    #[must_use]
    pub fn table(self) -> &'t Table {
        self.table
    }

    /// The place among the rows of the table, counted from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The cell in this column; `None` for an unknown column.
    #[must_use]
    pub fn cell(self, column: &str) -> Option<Cell<'t>> {
        self.cell_at(self.table.column_index(column)?)
    }

    /// The cell in the column at this place; `None` for an unknown column.
    #[must_use]
    pub fn cell_at(self, column: usize) -> Option<Cell<'t>> {
        (column < self.table.columns().len()).then(|| self.cells.cell(self.cells_index, column))
    }

    /// Every column with its cell, in the order of the columns.
    pub fn cells(self) -> impl Iterator<Item = (&'t Column, Cell<'t>)> {
        let columns = self.table.columns().iter().enumerate();
        columns.map(move |(index, column)| (column, self.cells.cell(self.cells_index, index)))
    }

    /// The text in this column as sent; `None` for `DBNull` and for an unknown column.
    #[must_use]
    pub fn text(self, column: &str) -> Option<Cow<'t, str>> {
        self.text_at(self.table.column_index(column)?)
    }

    /// The text in the column at this place as sent; `None` for `DBNull` and for an unknown column.
    #[must_use]
    pub fn text_at(self, column: usize) -> Option<Cow<'t, str>> {
        if column >= self.table.columns().len() {
            return None;
        }
        self.cells.columns().get(column)?.text(self.cells_index)
    }

    /// The value in this column. `None` for `DBNull`, and for an empty cell of delimited text without qualifiers if the empty text
    /// is not a value of type `T`.
    ///
    /// # Errors
    ///
    /// [`CellError`] if the column is unknown, or its text is not a value of type `T`.
    pub fn get<T: Lexical>(self, column: &str) -> Result<Option<T>, CellError> {
        match self.table.column_index(column) {
            Some(index) => self.get_at(index),
            None => Err(self.no_such_column(column)),
        }
    }

    /// The value in the column at this place; `None` as for [`Row::get`].
    ///
    /// # Errors
    ///
    /// As [`Row::get`].
    pub fn get_at<T: Lexical>(self, column: usize) -> Result<Option<T>, CellError> {
        if column >= self.table.columns().len() {
            return Err(self.no_such_column(&format!("#{column}")));
        }
        let Some(text) = self.text_at(column) else { return Ok(None) };
        match T::parse(&text) {
            Ok(value) => Ok(Some(value)),
            Err(_) if self.is_blank_at(column) => Ok(None),
            Err(error) => Err(self.cell_error(column, CellErrorCause::Text(error))),
        }
    }

    /// Whether the cell is an empty one of delimited text without qualifiers. It is `DBNull` for types without an empty value.
    pub(super) fn is_blank_at(self, column: usize) -> bool {
        self.table.reading.is_blank(column, self.cells_index)
            && self.text_at(column).is_some_and(|text| text.is_empty())
    }

    /// The value in this column, which must not be `DBNull`.
    ///
    /// # Errors
    ///
    /// As [`Row::get`], and for `DBNull`.
    pub fn value<T: Lexical>(self, column: &str) -> Result<T, CellError> {
        match self.table.column_index(column) {
            Some(index) => self.value_at(index),
            None => Err(self.no_such_column(column)),
        }
    }

    /// The value in the column at this place, which must not be `DBNull`.
    ///
    /// # Errors
    ///
    /// As [`Row::value`].
    pub fn value_at<T: Lexical>(self, column: usize) -> Result<T, CellError> {
        self.get_at(column)?.ok_or_else(|| self.cell_error(column, CellErrorCause::DbNull))
    }

    fn no_such_column(self, column: &str) -> CellError {
        let cause = CellErrorCause::NoSuchColumn { columns: self.table.names_shown() };
        CellError::new(self.table.name(), self.table.row_number(self.index), column, cause)
    }

    fn cell_error(self, column: usize, cause: CellErrorCause) -> CellError {
        let column = self.table.columns().get(column).map_or("", |column| &column.name);
        CellError::new(self.table.name(), self.table.row_number(self.index), column, cause)
    }

    /// Whether the row was changed.
    #[must_use]
    pub fn state(self) -> RowState {
        if self.is_deleted { RowState::Deleted } else { self.rows.changes.state(self.index) }
    }

    /// The row before it was changed, if that was sent.
    #[must_use]
    pub fn original(self) -> Option<Row<'t>> {
        let (cells, cells_index) = if self.is_deleted { None } else { self.table.original(self.index) }?;
        Some(Row { cells, cells_index, ..self })
    }

    fn errors(self) -> Option<&'t RowErrors> {
        self.rows.changes.errors(self.index)
    }

    /// The error of the row.
    #[must_use]
    pub fn error(self) -> Option<&'t str> {
        self.errors()?.row.as_deref()
    }

    /// The errors of single cells: column and text.
    pub fn column_errors(self) -> impl Iterator<Item = (&'t str, &'t str)> {
        let errors = self.errors().into_iter().flat_map(|errors| &errors.columns);
        errors.map(|(column, text)| (column.as_str(), text.as_str()))
    }

    /// The error of the cell in this column.
    #[must_use]
    pub fn column_error(self, column: &str) -> Option<&'t str> {
        self.column_errors().find(|(name, _)| *name == column).map(|(_, text)| text)
    }

    /// Whether the row or one of its cells has an error.
    #[must_use]
    pub fn has_errors(self) -> bool {
        self.errors().is_some_and(|errors| errors.row.is_some() || !errors.columns.is_empty())
    }

    /// The id that was sent, if it is not the usual one.
    pub(crate) fn id(self) -> Option<&'t str> {
        self.rows.changes.id(self.index)
    }

    /// The order of the parent row, if only nesting relates them.
    pub(crate) fn parent_order(self) -> Option<u32> {
        self.rows.changes.parent(self.index)
    }

    /// The place in the table by the server's count (`msdata:rowOrder`), deleted rows included. Nested rows arrive in another
    /// order.
    #[must_use]
    pub fn order(self) -> u32 {
        self.rows.changes.order(self.index)
    }
}

impl fmt::Debug for Row<'_> {
    /// The columns as fields, by name. Texts are quoted; `null` is `DBNull`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = out.debug_struct("Row");
        for (index, (column, cell)) in self.cells().enumerate() {
            let typed = self.cells.columns().get(index).and_then(|values| values.typed(self.cells_index));
            let is_text = matches!(typed, None | Some(Err(_) | Ok(TypedValue::Text(_) | TypedValue::Binary(_))));
            let name = shown_line(&column.name);
            match cell.text() {
                Some(text) if is_text => row.field(&name, &Shown(text)),
                // Numbers and dates as they were sent.
                Some(text) => row.field(&name, &format_args!("{}", shortened(text, 120))),
                None => row.field(&name, &format_args!("null")),
            };
        }
        row.finish()
    }
}
