//! Cells in columns that a spec does not declare.

use std::fmt;
use std::sync::Arc;

use crate::results::table::{Cell, CellError, CellErrorCause};
use crate::xml::shown_line;
use crate::xsd::Lexical;
use asmx_types::display::Shown;

/// The cells of a row in columns that the spec does not declare, so that everything that the service sends is kept. Empty by default.
///
/// Two values are equal if their cells and names are equal, in order.
#[derive(Clone, Default)]
pub struct UndeclaredColumns(Option<Arc<RowCells>>);

/// The cells of a row, one for each name.
struct RowCells {
    names: Arc<ColumnNames>,
    cells: Box<[Cell<'static>]>,
    row: usize,
}

/// Table and columns, shared by all rows.
#[derive(Debug)]
pub(super) struct ColumnNames {
    pub(super) table: String,
    pub(super) columns: Vec<String>,
}

impl UndeclaredColumns {
    pub(super) fn new(names: &Arc<ColumnNames>, cells: Box<[Cell<'static>]>, row: usize) -> Self {
        Self(Some(Arc::new(RowCells { names: Arc::clone(names), cells, row })))
    }

    fn cells(&self) -> &[Cell<'static>] {
        self.0.as_ref().map_or(&[], |row| &row.cells)
    }

    /// The number of columns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells().len()
    }

    /// Whether the service sent declared columns only.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells().is_empty()
    }

    /// Each column with its cell, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Cell<'static>)> {
        self.names().iter().map(String::as_str).zip(self.cells())
    }

    /// The cell in this column; `None` if the service did not send the column, or the column is declared and so a field of the row.
    #[must_use]
    pub fn cell(&self, column: &str) -> Option<&Cell<'static>> {
        self.iter().find(|(name, _)| *name == column).map(|(_, cell)| cell)
    }

    /// The text in this column as sent; `None` for `DBNull` and for an unknown column.
    #[must_use]
    pub fn text(&self, column: &str) -> Option<&str> {
        self.cell(column)?.text()
    }

    /// The value in this column; `None` for `DBNull`.
    ///
    /// # Errors
    ///
    /// [`CellError`] if the column is unknown, or its text is not a value of type `T`.
    pub fn get<T: Lexical>(&self, column: &str) -> Result<Option<T>, CellError> {
        let error = |cause| {
            let (table, row) = self.0.as_ref().map_or(("", 0), |row| (row.names.table.as_str(), row.row));
            CellError::new(table, row, column, cause)
        };
        let cell = self.cell(column).ok_or_else(|| {
            error(CellErrorCause::NoSuchColumn { columns: self.names().iter().take(100).cloned().collect() })
        })?;
        cell.text().map(T::parse).transpose().map_err(|invalid| error(CellErrorCause::Text(invalid)))
    }

    fn names(&self) -> &[String] {
        self.0.as_ref().map_or(&[], |row| &row.names.columns)
    }

    pub(super) fn debug_into(&self, output: &mut fmt::DebugStruct<'_, '_>) {
        for (name, cell) in self.iter() {
            let name = shown_line(name);
            match cell.text() {
                Some(text) => output.field(&name, &Shown(text)),
                None => output.field(&name, &format_args!("null")),
            };
        }
    }
}

impl PartialEq for UndeclaredColumns {
    fn eq(&self, other: &Self) -> bool {
        self.cells() == other.cells() && self.names() == other.names()
    }
}

impl fmt::Debug for UndeclaredColumns {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut output = formatter.debug_struct("UndeclaredColumns");
        self.debug_into(&mut output);
        output.finish()
    }
}
