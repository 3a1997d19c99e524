//! A table under construction.

use std::collections::HashMap;

use super::row_facts::Reading;
use super::{Column, ColumnValues, Growth, Table};

/// Each column takes some 1,300 bytes, and may come in one: see the bound of memory in `docs/SECURITY.md`.
pub(crate) const MOST_COLUMNS: usize = 12_000;

/// The greatest number of bytes of text in a table, so that no column overflows.
const MOST_TEXT: usize = i32::MAX as usize;

/// The greatest number of rows, less those that may be added together.
const MOST_ROWS: u32 = u32::MAX - 1024;

/// The rows read since the last batch was taken.
#[derive(Debug)]
pub(crate) struct GrowingTable {
    table: Table,
    /// For each name, the number of columns that have it, or would have it without a number.
    names: HashMap<String, u32>,
    text: usize,
}

impl GrowingTable {
    pub(crate) fn new(name: String, columns: Vec<Column>) -> Self {
        let mut growing = Self { table: Table::new(name), names: HashMap::new(), text: 0 };
        for column in columns {
            growing.add_column(column);
        }
        growing
    }

    pub(crate) fn columns(&self) -> &[Column] {
        &self.table.columns
    }

    pub(crate) fn row_count(&self) -> u32 {
        self.table.rows.count()
    }

    pub(crate) fn reading_mut(&mut self) -> &mut Reading {
        &mut self.table.reading
    }

    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// The name, followed by a number if it is taken: `Phone`, `Phone_2`.
    pub(crate) fn free_name(&mut self, name: &str) -> String {
        let Some(mut count) = self.names.get(name).copied() else {
            return name.to_owned();
        };
        loop {
            count += 1;
            let numbered = format!("{name}_{count}");
            if !self.names.contains_key(&numbered) {
                self.names.insert(name.to_owned(), count);
                return numbered;
            }
        }
    }

    pub(crate) fn add_column(&mut self, column: Column) {
        self.names.entry(column.name.clone()).or_insert(1);
        self.table.add_column(column);
    }

    /// Whether a row with so many bytes of text fits. If so, all its cells fit.
    #[inline]
    pub(crate) fn makes_room(&mut self, text: usize) -> bool {
        let fits = text <= self.text_room();
        if fits {
            self.text += text;
        }
        fits
    }

    pub(crate) fn text_room(&self) -> usize {
        if self.row_count() < MOST_ROWS { MOST_TEXT.saturating_sub(self.text) } else { 0 }
    }

    /// Reserves memory for the rest of a text: `read` bytes made the rows so far, and `rest` bytes follow.
    pub(crate) fn reserve(&mut self, read: usize, rest: usize) {
        self.table.rows.reserve(Growth::More { read, remaining: rest });
    }

    #[inline]
    pub(crate) fn values_mut(&mut self) -> (u32, &mut [ColumnValues]) {
        (self.row_count(), self.table.rows.columns_mut())
    }

    pub(crate) fn end_rows(&mut self, count: u32) {
        self.table.next_order += count;
        self.table.rows.add_in_order(count);
    }

    /// Takes the rows since the last time, in a table with all columns known so far. The memory of `spare` is reused if it has the
    /// same columns.
    pub(crate) fn take(&mut self, spare: Option<Table>) -> Table {
        self.text = 0;
        let batch = self.table.take_rows(spare);
        self.table.next_order = 0;
        batch
    }

    pub(crate) fn set_name(&mut self, name: String) {
        self.table.name = name;
    }

    pub(crate) fn row_total(&self) -> u64 {
        self.table.row_number(self.row_count()) as u64
    }
}
