//! A table that rows are being added to.

use std::collections::HashMap;

use super::row_facts::Reading;
use super::{Column, ColumnValues, Growth, Table};

/// Most columns of a table: more than any service could mean.
pub(crate) const MOST_COLUMNS: usize = 50_000;

/// Most bytes of text in a table, so that no column can overflow.
const MOST_TEXT: usize = i32::MAX as usize;

/// Most rows, with some to spare for those that are ended together.
const MOST_ROWS: u32 = u32::MAX - 1024;

/// The rows read since the last batch was taken.
#[derive(Debug)]
pub(crate) struct GrowingTable {
    table: Table,
    /// For each name how many columns have it, or would have it if names could be the same.
    names: HashMap<String, u32>,
    /// Bytes of text that were announced.
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

    /// Whether there is a column of this name.
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// The name, with a number behind it if there is such a column: `Phone`, `Phone_2`.
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

    /// Whether a row with so many bytes of text fits. If so, none of its cells will be too much.
    #[inline]
    pub(crate) fn makes_room(&mut self, text: usize) -> bool {
        let fits = text <= self.text_room();
        if fits {
            self.text += text;
        }
        fits
    }

    /// How many bytes of text there is room for.
    pub(crate) fn text_room(&self) -> usize {
        if self.row_count() < MOST_ROWS { MOST_TEXT.saturating_sub(self.text) } else { 0 }
    }

    /// Reserves for the rest of a text, of which the rows so far are `read` bytes, and `rest` bytes are to come.
    pub(crate) fn reserve(&mut self, read: usize, rest: usize) {
        self.table.rows.reserve(Growth::More { read, left: rest });
    }

    /// Where cells of the row under way go.
    #[inline]
    pub(crate) fn values_mut(&mut self) -> (u32, &mut [ColumnValues]) {
        (self.row_count(), self.table.rows.columns_mut())
    }

    /// Ends so many rows that cells were given for.
    pub(crate) fn end_rows(&mut self, count: u32) {
        self.table.next_order += count;
        self.table.rows.add_in_order(count);
    }

    /// The rows since the last time, in a table of their own with all columns known so far, in the memory of `spare` if it is a
    /// table of the same columns.
    pub(crate) fn take(&mut self, spare: Option<Table>) -> Table {
        self.text = 0;
        let batch = self.table.take_rows(spare);
        self.table.next_order = 0;
        batch
    }

    pub(crate) fn set_name(&mut self, name: String) {
        self.table.name = name;
    }

    /// How many rows there are, those that were taken included.
    pub(crate) fn row_total(&self) -> u64 {
        self.table.row_number(self.row_count()) as u64
    }
}
