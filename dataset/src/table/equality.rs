//! When tables are equal.

use super::cell::Cell;
use super::named_table::Table;
use super::row::Row;

/// The cells that have values, with their places, those beyond the columns too.
fn cells(row: Row<'_>) -> impl Iterator<Item = (usize, Cell<'_>)> {
    let cells = (0..row.cells.columns().len()).map(move |place| (place, row.cells.cell(row.cells_index, place)));
    cells.filter(|(_, cell)| !cell.is_null())
}

/// Whether both rows are the same but for their place.
fn is_alike(row: Row<'_>, other: Row<'_>) -> bool {
    row.state() == other.state()
        && cells(row).eq(cells(other))
        && match (row.original(), other.original()) {
            (None, None) => true,
            (Some(one), Some(two)) => cells(one).eq(cells(two)),
            _ => false,
        }
        && row.error() == other.error()
        && row.column_errors().eq(other.column_errors())
        && row.id() == other.id()
        && row.parent_order() == other.parent_order()
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        let is_same = self.name == other.name
            && self.namespace == other.namespace
            && self.prefix == other.prefix
            && self.columns == other.columns
            && self.others == other.others
            && self.is_declared == other.is_declared
            && self.row_count() == other.row_count()
            && self.deleted_rows().len() == other.deleted_rows().len();
        is_same && self.in_order().into_iter().zip(other.in_order()).all(|(row, other)| is_alike(row, other))
    }
}
