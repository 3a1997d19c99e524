//! What a reader noticed that the rows themselves do not show.

/// The first row of a delimited text that has another number of cells than the first row: a delimiter in a cell may have been read
/// as one, or a row may be no row of the report.
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
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// The first row that has another number of cells.
    pub(crate) ragged: Option<RaggedRow>,
    /// The most rows that the operation answers.
    pub(crate) record_limit: Option<u64>,
}
