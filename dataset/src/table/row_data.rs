//! Rows to be put into tables.

use super::cell::Cell;
use super::changes::RowState;

/// A row to be put into a table: the cells in the order of the columns. Cells left out at the end are `DBNull`.
#[derive(Clone, Debug, Default)]
pub struct RowData<'a> {
    pub(super) cells: Vec<Cell<'a>>,
    pub(super) state: RowState,
    pub(super) original: Option<Vec<Cell<'a>>>,
    pub(super) error: Option<String>,
    pub(super) column_errors: Vec<(String, String)>,
}

impl<'a> RowData<'a> {
    /// An unchanged row.
    #[must_use]
    pub fn new<C: Into<Cell<'a>>>(cells: impl IntoIterator<Item = C>) -> Self {
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
    pub fn modified_from<C: Into<Cell<'a>>>(mut self, original: impl IntoIterator<Item = C>) -> Self {
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

impl<'a, C: Into<Cell<'a>>, const N: usize> From<[C; N]> for RowData<'a> {
    fn from(cells: [C; N]) -> Self {
        Self::new(cells)
    }
}

impl<'a, C: Into<Cell<'a>>> From<Vec<C>> for RowData<'a> {
    fn from(cells: Vec<C>) -> Self {
        Self::new(cells)
    }
}
