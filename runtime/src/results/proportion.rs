//! What may be made of a result that has room for what was not sent: as much as a response may take itself.

use super::table::{ColumnValues, Table};

/// Bytes that may be made of every result.
const BESIDE: usize = 64 * 1024 * 1024;
/// Bytes that may be made of each that was sent.
const PER_BYTE: usize = 40;

/// Whether so many bytes may be made of as many that were sent.
pub(crate) fn is_in_proportion(bytes: usize, sent: usize) -> bool {
    bytes <= sent.saturating_mul(PER_BYTE).saturating_add(BESIDE)
}

/// How many bytes the tags of the rows of a table took at least, and those of their values.
pub(crate) fn sent_for(table: &Table) -> usize {
    /// `<>` and `</>`.
    const TAGS: usize = 5;
    let element = |name: &str| 2 * name.len() + TAGS;
    let values = table.columns().iter().enumerate().map(|(place, column)| {
        let count = table.column_values(place).map_or(0, ColumnValues::value_count);
        count.saturating_mul(element(&column.name))
    });
    values.sum::<usize>().saturating_add(table.row_count().saturating_mul(element(table.name())))
}
