//! The rows of a table, one by one, and the equality of tables.

use std::fmt;

use super::cell::Cell;
use super::named_table::Table;
use super::row::Row;
use super::stored_rows::{ByRow, StoredRows};

impl Table {
    /// The rows in the order they were sent, without deleted ones.
    pub fn iter(&self) -> RowIter<'_> {
        RowIter { table: self, next: 0, end: self.rows.count() }
    }

    /// The row at this place.
    #[must_use]
    pub fn row_at(&self, index: usize) -> Option<Row<'_>> {
        let row = u32::try_from(index).ok().filter(|row| *row < self.rows.count())?;
        Some(Row::new(self, &self.rows, row, false))
    }

    /// The deleted rows, with their former cells.
    pub fn deleted_rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        let deleted = self.deleted();
        let count = deleted.map_or(0, StoredRows::count);
        (0..count as usize).map(move |row| {
            // The count fits, so this never fails.
            let row = u32::try_from(row).unwrap_or(u32::MAX);
            Row::new(self, deleted.unwrap_or(&self.rows), row, true)
        })
    }

    /// All rows, including deleted ones, by the server's count.
    pub(super) fn in_order(&self) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> = self.iter().chain(self.deleted_rows()).collect();
        if !self.rows.changes.is_in_order() || self.before.is_some() {
            rows.sort_by_key(|row| row.order());
        }
        rows
    }
}

/// The rows of a [`Table`].
#[derive(Clone, Debug)]
pub struct RowIter<'t> {
    table: &'t Table,
    next: u32,
    end: u32,
}

impl<'t> Iterator for RowIter<'t> {
    type Item = Row<'t>;

    fn next(&mut self) -> Option<Row<'t>> {
        self.nth(0)
    }

    fn nth(&mut self, count: usize) -> Option<Row<'t>> {
        let row = u32::try_from(count).ok().and_then(|count| self.next.checked_add(count));
        let row = row.filter(|row| *row < self.end);
        self.next = row.map_or(self.end, |row| row + 1);
        row.map(|row| Row::new(self.table, &self.table.rows, row, false))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.end - self.next) as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for RowIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let row = self.end.checked_sub(1).filter(|row| *row >= self.next)?;
        self.end = row;
        Some(Row::new(self.table, &self.table.rows, row, false))
    }
}

impl ExactSizeIterator for RowIter<'_> {}

impl<'t> IntoIterator for &'t Table {
    type Item = Row<'t>;
    type IntoIter = RowIter<'t>;

    fn into_iter(self) -> RowIter<'t> {
        self.iter()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<String> =
            self.columns.iter().map(|column| format!("{}: {}", column.name, column.type_name)).collect();
        let first_rows: Vec<Row<'_>> = self.iter().take(10).collect();
        let mut table = out.debug_struct("Table");
        table.field("name", &self.name).field("columns", &columns).field("row_count", &self.row_count());
        table.field("first_rows", &first_rows);
        let deleted = self.deleted_rows().len();
        if deleted > 0 {
            table.field("deleted_rows", &deleted);
        }
        table.finish_non_exhaustive()
    }
}

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
        let columns = if row.is_deleted { self.deleted.as_ref() } else { Some(&self.rows) };
        let columns = columns.map_or(&[][..], |by_row| by_row.columns_of(row.index));
        columns.iter().map(move |column| (*column, row.cells.cell(row.cells_index, *column as usize)))
    }

    fn original<'t>(&self, row: Row<'t>) -> Option<impl Iterator<Item = (u32, Cell<'t>)>> {
        let original = row.original()?;
        let columns = self.originals.as_ref().map_or(&[][..], |by_row| by_row.columns_of(original.cells_index));
        Some(columns.iter().map(move |column| (*column, original.cells.cell(original.cells_index, *column as usize))))
    }

    /// Whether both rows are equal, except for their place.
    fn equals(&self, row: Row<'_>, other_table: &Self, other: Row<'_>) -> bool {
        row.state() == other.state()
            && self.cells(row).eq(other_table.cells(other))
            && match (self.original(row), other_table.original(other)) {
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
            && self.other_attributes == other.other_attributes
            && self.is_declared == other.is_declared
            && self.row_count() == other.row_count()
            && self.deleted_rows().len() == other.deleted_rows().len();
        is_same && {
            let (own, other_table) = (Compared::of(self), Compared::of(other));
            self.in_order().into_iter().zip(other.in_order()).all(|(row, other)| own.equals(row, &other_table, other))
        }
    }
}
