//! The rows of a table.

use std::fmt;

use super::named_table::Table;
use super::row::Row;
use super::stored_rows::StoredRows;

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

    /// The rows that were deleted, as they were.
    pub fn deleted_rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        let deleted = self.deleted();
        let count = deleted.map_or(0, StoredRows::count);
        (0..count as usize).map(move |row| {
            // Not more than fit.
            let row = u32::try_from(row).unwrap_or(u32::MAX);
            Row::new(self, deleted.unwrap_or(&self.rows), row, true)
        })
    }

    /// All rows, deleted ones too, by the server's count.
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
        let shown: Vec<Row<'_>> = self.iter().take(10).collect();
        let mut table = out.debug_struct("Table");
        table.field("name", &self.name).field("columns", &columns).field("row_count", &self.row_count());
        table.field("first_rows", &shown);
        let deleted = self.deleted_rows().len();
        if deleted > 0 {
            table.field("deleted_rows", &deleted);
        }
        table.finish_non_exhaustive()
    }
}
