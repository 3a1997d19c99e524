//! Changes that a diffgram states after its rows, for rows that came in earlier batches: deleted rows, earlier values, errors.

use std::collections::BTreeMap;

use crate::table::{RowErrors, Table};

/// Changes that a streamed DataSet states after its rows, for rows that came in earlier batches.
///
/// Most DataSets have none. Changes of rows of the last batch are with those rows.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LateChanges {
    /// For each table with deleted rows a table with those alone ([`Table::deleted_rows`]).
    pub deleted: Vec<Table>,
    /// For each table with changed rows what those were before.
    pub originals: Vec<LateOriginals>,
    /// What is wrong with rows.
    pub errors: Vec<LateError>,
}

/// What rows of a table were before they were changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LateOriginals {
    /// The rows as they were.
    pub originals: Table,
    /// For each of them the row it became, counted from 0 over the whole stream.
    pub rows: Vec<usize>,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LateError {
    /// The table.
    pub table: String,
    /// The row, counted from 0 over the whole stream.
    pub row: usize,
    /// What is wrong with the row.
    pub error: Option<String>,
    /// What is wrong with single cells: column and text.
    pub column_errors: Vec<(String, String)>,
}

impl LateChanges {
    /// Whether there are no such changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.deleted.is_empty() && self.originals.is_empty() && self.errors.is_empty()
    }
}

/// Originals and errors of rows that were taken in earlier batches, by table and by row of the whole stream.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// Which original a row has.
    pub(super) originals: BTreeMap<(usize, u32), u32>,
    pub(super) errors: BTreeMap<(usize, u32), RowErrors>,
}
