//! Bounds on the memory of rows, which have room for every column. They are those of a response.

use super::table::{ColumnValues, Table};

/// Bytes that the values or rows of any response may take.
pub(crate) const BESIDE: usize = 16 * 1024 * 1024;
/// Bytes that rows may take beside, for each byte that was sent.
const PER_BYTE: usize = 40;

/// Whether rows of this many bytes may be made of a result that took `sent` bytes.
pub(crate) fn is_in_proportion(bytes: usize, sent: usize) -> bool {
    bytes <= sent.saturating_mul(PER_BYTE).saturating_add(BESIDE)
}

/// The least number of bytes that the tags of a table's rows and values took.
pub(crate) fn sent_for(table: &Table) -> usize {
    /// The length of `<>` and `</>`.
    const TAGS: usize = 5;
    let element = |name: &str| 2 * name.len() + TAGS;
    let values = table.columns().iter().enumerate().map(|(index, column)| {
        let count = table.column_values(index).map_or(0, ColumnValues::value_count);
        count.saturating_mul(element(&column.name))
    });
    values.sum::<usize>().saturating_add(table.row_count().saturating_mul(element(table.name())))
}
