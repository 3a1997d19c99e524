//! A table that rows are being added to.

use std::collections::HashMap;

use super::reading::Reading;
use super::stored_rows::StoredRows;
use super::{Column, ColumnValues, Growth, Table, ValueType};

/// Most columns of a table: more than any service could mean.
pub(crate) const MOST_COLUMNS: usize = 100_000;

/// Most bytes of text in a table, so that no column can overflow.
const MOST_TEXT: usize = i32::MAX as usize;

/// Most rows, with some to spare for those that are ended together.
const MOST_ROWS: u32 = u32::MAX - 1024;

/// Columns and the rows read since the last batch was taken.
#[derive(Debug)]
pub(crate) struct GrowingTable {
    name: String,
    columns: Vec<Column>,
    values: Vec<ColumnValues>,
    /// For each name how many columns have it, or would have it if names could be the same.
    names: HashMap<String, u32>,
    row_count: u32,
    reading: Reading,
    rows_before: u64,
    /// Bytes of text that were announced.
    text: usize,
}

impl GrowingTable {
    pub(crate) fn new(name: String, columns: Vec<Column>) -> Self {
        let values = columns.iter().map(values_of).collect();
        let names = columns.iter().map(|column| (column.name.clone(), 1)).collect();
        Self { name, columns, values, names, row_count: 0, reading: Reading::default(), rows_before: 0, text: 0 }
    }

    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    pub(crate) fn row_count(&self) -> u32 {
        self.row_count
    }

    pub(crate) fn reading_mut(&mut self) -> &mut Reading {
        &mut self.reading
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
        self.values.push(values_of(&column));
        self.columns.push(column);
    }

    /// Whether a row with so many bytes of text fits. If so, none of its cells will be too much.
    #[inline]
    pub(crate) fn makes_room(&mut self, text: usize) -> bool {
        let text = self.text.saturating_add(text);
        let fits = text <= MOST_TEXT && self.row_count < MOST_ROWS;
        if fits {
            self.text = text;
        }
        fits
    }

    /// How many bytes of text there is room for.
    pub(crate) fn text_room(&self) -> usize {
        if self.row_count < MOST_ROWS { MOST_TEXT.saturating_sub(self.text) } else { 0 }
    }

    /// Reserves for the rest of a text, of which the rows so far are `read` bytes, and `rest` bytes are to come.
    pub(crate) fn reserve(&mut self, read: usize, rest: usize) {
        self.values.iter_mut().for_each(|values| values.reserve(Growth::More { read, left: rest }));
    }

    /// Where cells of the row under way go.
    #[inline]
    pub(crate) fn values_mut(&mut self) -> (u32, &mut [ColumnValues]) {
        (self.row_count, &mut self.values)
    }

    /// Ends so many rows that cells were given for.
    pub(crate) fn end_rows(&mut self, count: u32) {
        self.row_count += count;
    }

    /// The rows since the last time, in a table of their own with all columns known so far.
    pub(crate) fn take(&mut self) -> Table {
        let mut table = Table::new(self.name.clone());
        self.take_into(&mut table);
        table
    }

    /// Puts the rows since the last time in place of whatever `table` holds, and goes on in its memory.
    pub(crate) fn take_into(&mut self, table: &mut Table) {
        let mut old = std::mem::take(&mut table.rows).into_columns();
        old.iter_mut().for_each(ColumnValues::clear);
        let is_alike = |(old, new): (&ColumnValues, &ColumnValues)| old.value_type() == new.value_type();
        let alike = old.iter().zip(&self.values).take_while(|pair| is_alike(*pair)).count();
        old.truncate(alike);
        old.extend(self.columns.iter().skip(alike).map(values_of));
        let rows = StoredRows::of(std::mem::replace(&mut self.values, old), self.row_count);
        let columns = std::mem::take(&mut table.columns);
        *table = Table::new(std::mem::take(&mut table.name));
        self.name.clone_into(&mut table.name);
        table.columns = if columns == self.columns { columns } else { self.columns.clone() };
        table.rows = rows;
        table.next_order = self.row_count;
        table.first_row = usize::try_from(self.rows_before).unwrap_or(usize::MAX);
        table.reading = self.reading.take();
        self.rows_before += u64::from(self.row_count);
        (self.row_count, self.text) = (0, 0);
    }

    pub(crate) fn set_name(&mut self, name: String) {
        self.name = name;
    }

    /// How many rows there are, those that were taken included.
    pub(crate) fn row_total(&self) -> u64 {
        self.rows_before + u64::from(self.row_count)
    }
}

fn values_of(column: &Column) -> ColumnValues {
    ColumnValues::new(ValueType::of(&column.type_name))
}
