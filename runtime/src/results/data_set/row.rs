//! Rows: their cells, and what changed in them.

use super::cell::Cell;
use super::column::Column;
use super::error::{CellError, CellErrorCause};
use super::table::Table;
use crate::xsd::Lexical;

/// Whether a row was changed since the data set was filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowState {
    /// As it was.
    #[default]
    Unchanged,
    /// Added. (Data sets filled by an adapter often come with every row so.)
    Added,
    /// Changed; [`Row::original`] is what it was.
    Modified,
    /// Deleted: among [`Table::deleted_rows`], with the cells it had.
    Deleted,
}

/// The cells that hold something, with the places of their columns, ascending.
pub(super) type Cells = Vec<(u32, Cell)>;

/// A row as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) cells: Cells,
    pub(super) state: RowState,
    pub(super) original: Option<Cells>,
    pub(super) error: Option<String>,
    pub(super) column_errors: Vec<(String, String)>,
    /// `diffgr:id`, where it is not the table's name and the place in the table.
    pub(super) id: Option<String>,
    /// `msdata:rowOrder`: the place in the table, deleted rows counted.
    pub(super) order: u32,
    /// The order of the parent row, where only nesting tells.
    pub(super) parent: Option<u32>,
}

impl Record {
    /// Whether both are the same but for their place.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.state == other.state
            && self.original == other.original
            && self.error == other.error
            && self.column_errors == other.column_errors
            && self.id == other.id
            && self.parent == other.parent
    }
}

/// A row to be put into a table: the cells in the order of the columns. Cells left out at the end are `DBNull`.
#[derive(Clone, Debug, Default)]
pub struct RowData {
    pub(super) cells: Vec<Cell>,
    pub(super) state: RowState,
    pub(super) original: Option<Vec<Cell>>,
    pub(super) error: Option<String>,
    pub(super) column_errors: Vec<(String, String)>,
}

impl RowData {
    /// An unchanged row.
    #[must_use]
    pub fn new<C: Into<Cell>>(cells: impl IntoIterator<Item = C>) -> Self {
        Self { cells: cells.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The row was added.
    #[must_use]
    pub fn added(mut self) -> Self {
        self.state = RowState::Added;
        self
    }

    /// The row was changed; these are the cells it had.
    #[must_use]
    pub fn modified_from<C: Into<Cell>>(mut self, original: impl IntoIterator<Item = C>) -> Self {
        self.state = RowState::Modified;
        self.original = Some(original.into_iter().map(Into::into).collect());
        self
    }

    /// The row was deleted.
    #[must_use]
    pub fn deleted(mut self) -> Self {
        self.state = RowState::Deleted;
        self
    }

    /// There is something wrong with the row.
    #[must_use]
    pub fn error(mut self, text: impl Into<String>) -> Self {
        self.error = Some(text.into());
        self
    }

    /// There is something wrong with the row's cell in this column.
    #[must_use]
    pub fn column_error(mut self, column: impl Into<String>, text: impl Into<String>) -> Self {
        self.column_errors.push((column.into(), text.into()));
        self
    }
}

impl<C: Into<Cell>, const N: usize> From<[C; N]> for RowData {
    fn from(cells: [C; N]) -> Self {
        Self::new(cells)
    }
}

impl<C: Into<Cell>> From<Vec<C>> for RowData {
    fn from(cells: Vec<C>) -> Self {
        Self::new(cells)
    }
}

/// A row of a [`Table`].
#[derive(Clone, Copy)]
pub struct Row<'t> {
    pub(super) table: &'t Table,
    pub(super) record: &'t Record,
    pub(super) cells: &'t Cells,
    pub(super) index: usize,
}

static DB_NULL: Cell = Cell::DbNull;

impl<'t> Row<'t> {
    /// The table it is of.
    #[must_use]
    pub fn table(self) -> &'t Table {
        self.table
    }

    /// The place among the rows of the table, counted from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// The cell in this column; `None` if the table has no such column.
    #[must_use]
    pub fn cell(self, column: &str) -> Option<&'t Cell> {
        self.table.column_index(column).map(|index| self.cell_at(index))
    }

    /// The cell in the column at this place; `DBNull` beyond the last column.
    #[must_use]
    pub fn cell_at(self, column: usize) -> &'t Cell {
        let found = u32::try_from(column).ok().and_then(|column| {
            let at = self.cells.binary_search_by_key(&column, |(at, _)| *at).ok()?;
            self.cells.get(at)
        });
        found.map_or(&DB_NULL, |(_, cell)| cell)
    }

    /// Every column with its cell, in the order of the columns.
    pub fn cells(self) -> impl Iterator<Item = (&'t Column, &'t Cell)> {
        self.table.columns().iter().enumerate().map(move |(index, column)| (column, self.cell_at(index)))
    }

    /// The text in this column as sent; `None` for `DBNull` and where there is no such column.
    #[must_use]
    pub fn text(self, column: &str) -> Option<&'t str> {
        self.cell(column)?.text()
    }

    /// The value in this column; `None` for `DBNull`.
    ///
    /// # Errors
    ///
    /// [`CellError`] if there is no such column, or its text is not a value of type `T`.
    pub fn get<T: Lexical>(self, column: &str) -> Result<Option<T>, CellError> {
        let Some(cell) = self.cell(column) else {
            return Err(self.cell_error(column, CellErrorCause::NoSuchColumn));
        };
        match cell.text() {
            None => Ok(None),
            Some(text) => {
                T::parse(text).map(Some).map_err(|error| self.cell_error(column, CellErrorCause::Text(error)))
            }
        }
    }

    /// The value in this column, which must be there.
    ///
    /// # Errors
    ///
    /// As [`Row::get`], and for `DBNull`.
    pub fn value<T: Lexical>(self, column: &str) -> Result<T, CellError> {
        self.get(column)?.ok_or_else(|| self.cell_error(column, CellErrorCause::DbNull))
    }

    fn cell_error(self, column: &str, cause: CellErrorCause) -> CellError {
        CellError { table: self.table.name().to_owned(), column: column.to_owned(), row: self.index, cause }
    }

    /// Whether the row was changed.
    #[must_use]
    pub fn state(self) -> RowState {
        self.record.state
    }

    /// What the row was before it was changed, where that was sent.
    #[must_use]
    pub fn original(self) -> Option<Row<'t>> {
        self.record.original.as_ref().map(|cells| Row { cells, ..self })
    }

    /// What is wrong with the row.
    #[must_use]
    pub fn error(self) -> Option<&'t str> {
        self.record.error.as_deref()
    }

    /// What is wrong with single cells: column and text.
    pub fn column_errors(self) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.record.column_errors.iter().map(|(column, text)| (column.as_str(), text.as_str()))
    }

    /// What is wrong with the cell in this column.
    #[must_use]
    pub fn column_error(self, column: &str) -> Option<&'t str> {
        self.column_errors().find(|(name, _)| *name == column).map(|(_, text)| text)
    }

    /// Whether anything is wrong with the row or its cells.
    #[must_use]
    pub fn has_errors(self) -> bool {
        self.record.error.is_some() || !self.record.column_errors.is_empty()
    }

    /// The place in the table by the server's count (`msdata:rowOrder`), deleted rows included. Nested rows arrive in another
    /// order than this.
    #[must_use]
    pub fn order(self) -> u32 {
        self.record.order
    }
}

impl std::fmt::Debug for Row<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut map = out.debug_map();
        for (column, cell) in self.cells() {
            match cell.text() {
                Some(text) => map.entry(&column.name, &crate::results::shown::Shown(text)),
                None => map.entry(&column.name, &None::<&str>),
            };
        }
        map.finish()
    }
}
