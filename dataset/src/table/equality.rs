//! When tables are equal.

use super::cell::Cell;
use super::named_table::Table;
use super::row::Row;
use super::stored_rows::ByRow;

/// The cells of the rows of a table, to be compared.
struct Compared {
    rows: ByRow,
    deleted: Option<ByRow>,
    originals: Option<ByRow>,
}

impl Compared {
    fn of(table: &Table) -> Self {
        let before = table.before.as_ref();
        Self {
            rows: table.rows.by_row(),
            deleted: before.map(|before| before.deleted.by_row()),
            originals: before.map(|before| before.originals.by_row()),
        }
    }

    fn cells<'t>(&self, row: Row<'t>) -> impl Iterator<Item = (u32, Cell<'t>)> {
        let places = if row.is_deleted { self.deleted.as_ref() } else { Some(&self.rows) };
        let places = places.map_or(&[][..], |by_row| by_row.places(row.index));
        places.iter().map(move |place| (*place, row.cells.cell(row.cells_index, *place as usize)))
    }

    fn original<'t>(&self, row: Row<'t>) -> Option<impl Iterator<Item = (u32, Cell<'t>)>> {
        let original = row.original()?;
        let places = self.originals.as_ref().map_or(&[][..], |by_row| by_row.places(original.cells_index));
        Some(places.iter().map(move |place| (*place, original.cells.cell(original.cells_index, *place as usize))))
    }

    /// Whether both rows are the same but for their place.
    fn is_alike(&self, row: Row<'_>, others: &Self, other: Row<'_>) -> bool {
        row.state() == other.state()
            && self.cells(row).eq(others.cells(other))
            && match (self.original(row), others.original(other)) {
                (None, None) => true,
                (Some(one), Some(two)) => one.eq(two),
                _ => false,
            }
            && row.error() == other.error()
            && row.column_errors().eq(other.column_errors())
            && row.id() == other.id()
            && row.parent_order() == other.parent_order()
    }
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
        is_same && {
            let (own, others) = (Compared::of(self), Compared::of(other));
            self.in_order().into_iter().zip(other.in_order()).all(|(row, other)| own.is_alike(row, &others, other))
        }
    }
}
