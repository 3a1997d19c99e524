//! What a reader noticed that the rows themselves do not show.

use std::collections::BTreeMap;

/// The first row of a delimited text that has another number of cells than the first row: a delimiter in a cell may have been read
/// as one, or a row may be no row of the report.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaggedRow {
    /// The row, counted from 0 over all batches; a header is not counted.
    pub row: u64,
    /// How many cells it has.
    pub cells: usize,
    /// How many the first row has, the header if there is one.
    pub expected: usize,
}

/// What a reader noticed. No part of a table's equality.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The first row that has another number of cells.
    pub(crate) ragged: Option<RaggedRow>,
    /// The most rows that the operation returns.
    pub(crate) record_limit: Option<u64>,
    /// Which empty texts may stand for no value; only of delimited text.
    pub(crate) blanks: Option<Blanks>,
}

/// Which empty cells of a delimited text stood between qualifiers. All others say as little as no value does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    /// By the place of the column, the rows, ascending.
    qualified: BTreeMap<usize, Vec<u32>>,
}

impl Blanks {
    /// Notes an empty cell between qualifiers. `row` must be greater than the rows noted for the column before.
    pub(crate) fn push_qualified(&mut self, column: usize, row: u32) {
        self.qualified.entry(column).or_default().push(row);
    }

    fn is_qualified(&self, column: usize, row: u32) -> bool {
        self.qualified.get(&column).is_some_and(|rows| rows.binary_search(&row).is_ok())
    }
}

impl Reading {
    /// Takes what is known of the rows so far. For rows to come, only what holds for all rows is kept.
    pub(super) fn take(&mut self) -> Self {
        let blanks = self.blanks.as_mut().map(std::mem::take);
        Self { ragged: self.ragged, record_limit: self.record_limit, blanks }
    }

    /// Whether an empty text in this place may stand for no value.
    pub(super) fn is_blank(&self, column: usize, row: u32) -> bool {
        self.blanks.as_ref().is_some_and(|blanks| !blanks.is_qualified(column, row))
    }
}
