//! A writer of rows, which changes their delimiters when a value contains one.

use std::collections::HashSet;

use super::error::{DelimitedDataError, DelimitedDataProblem};
use super::text::{DelimitedData, Marks};

type Result<T> = std::result::Result<T, DelimitedDataError>;

fn error<T>(problem: DelimitedDataProblem) -> Result<T> {
    Err(DelimitedDataError::new(problem))
}

/// Rows as they are written. The delimiters occur in no name and no cell. When a new cell contains one, another delimiter replaces
/// it in all rows so far. So each value is written once, and changes are rare: there are few delimiters to try.
#[derive(Debug)]
pub(super) struct RowWriter {
    names: Vec<String>,
    /// Whether the names apply to all further rows.
    has_names: bool,
    allows_blank_rows: bool,
    text: String,
    marks: Marks,
    row_start: usize,
    cells: usize,
    rows: usize,
    first_row: u64,
}

impl RowWriter {
    pub(super) fn new() -> Self {
        Self {
            names: Vec::new(),
            has_names: false,
            allows_blank_rows: false,
            text: String::new(),
            marks: Marks::first(),
            row_start: 0,
            cells: 0,
            rows: 0,
            first_row: 0,
        }
    }

    pub(super) fn with_names(names: Vec<String>) -> Result<Self> {
        let mut writer = Self { names, ..Self::new() };
        writer.take_names()?;
        Ok(writer)
    }

    pub(super) fn allowing_blank_rows(mut self) -> Self {
        self.allows_blank_rows = true;
        self
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    pub(super) const fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn row_number(&self) -> u64 {
        self.first_row.saturating_add(u64::try_from(self.rows).unwrap_or(u64::MAX))
    }

    pub(super) fn push_cells<C>(&mut self, cells: C) -> Result<()>
    where
        C: IntoIterator,
        C::Item: AsRef<str>,
    {
        let number = self.row_number();
        self.begin_row();
        for cell in cells {
            self.begin_cell();
            if self.cells > self.names.len() {
                return error(DelimitedDataProblem::OtherName { expected: None }).map_err(|e| e.at_row(number));
            }
            let start = self.text.len();
            self.text.push_str(cell.as_ref());
            self.end_cell(start);
        }
        self.end_row().map_err(|error| error.at_row(number))
    }

    pub(super) fn begin_row(&mut self) {
        if self.rows > 0 {
            self.text.push_str(&self.marks.row);
        }
        self.row_start = self.text.len();
        self.cells = 0;
    }

    fn begin_cell(&mut self) {
        if self.cells > 0 {
            self.text.push_str(&self.marks.column);
        }
        self.cells += 1;
    }

    /// Writes a cell of the column `name`; `write` appends its text.
    pub(super) fn cell(&mut self, name: &str, write: impl FnOnce(&mut String) -> Result<()>) -> Result<()> {
        self.begin_cell();
        if self.has_names {
            let expected = self.names.get(self.cells - 1);
            if expected.is_none_or(|expected| expected != name) {
                let problem = DelimitedDataProblem::OtherName { expected: expected.cloned() };
                return Err(DelimitedDataError::new(problem).at_column(name));
            }
        } else {
            self.names.push(name.to_owned());
        }
        let start = self.text.len();
        write(&mut self.text).map_err(|error| error.at_column(name))?;
        self.end_cell(start);
        Ok(())
    }

    fn end_cell(&mut self, start: usize) {
        if self.text.get(start..).is_some_and(|cell| self.marks.conflict(cell)) {
            self.separate(start);
        }
    }

    /// Changes the delimiters that occur in names or in the text from `start` on. Before `start` they are only delimiters.
    #[cold]
    fn separate(&mut self, start: usize) {
        let cell = self.text.get(start..).unwrap_or_default();
        let conflicts = |conflict: fn(&Marks, &str) -> bool| {
            conflict(&self.marks, cell) || self.names.iter().any(|name| conflict(&self.marks, name))
        };
        let (column_stays, row_stays) = (!conflicts(Marks::column_conflicts), !conflicts(Marks::row_conflicts));
        let is_free = |mark: &str| !self.text.contains(mark) && !self.names.iter().any(|name| name.contains(mark));
        let marks = self.marks.replacement(column_stays, row_stays, is_free);
        let mut text = String::with_capacity(self.text.len() + self.text.len() / 8);
        self.marks.exchange(self.text.get(..self.row_start).unwrap_or_default(), &marks, &mut text);
        let row_start = text.len();
        self.marks.exchange(self.text.get(self.row_start..start).unwrap_or_default(), &marks, &mut text);
        text.push_str(cell);
        (self.text, self.row_start, self.marks) = (text, row_start, marks);
    }

    pub(super) fn end_row(&mut self) -> Result<()> {
        if !self.has_names {
            self.take_names()?;
        }
        if self.cells < self.names.len() {
            return error(DelimitedDataProblem::TooFewColumns { expected: self.names.len() });
        }
        let is_blank = self.cells == 1 && self.text.get(self.row_start..).is_some_and(|row| row.trim().is_empty());
        if is_blank && !self.allows_blank_rows {
            return error(DelimitedDataProblem::BlankRow);
        }
        self.rows += 1;
        Ok(())
    }

    /// Checks the names, which then apply to all rows.
    fn take_names(&mut self) -> Result<()> {
        if self.names.is_empty() {
            return error(DelimitedDataProblem::Nothing);
        }
        let mut names = HashSet::new();
        for name in &self.names {
            if name.trim().is_empty() {
                return error(DelimitedDataProblem::NoName);
            }
            if !names.insert(name.trim().to_lowercase()) {
                return Err(DelimitedDataError::new(DelimitedDataProblem::DuplicateName).at_column(name));
            }
        }
        self.has_names = true;
        if self.names.iter().any(|name| self.marks.conflict(name)) {
            // Every delimiter in the text so far may be replaced, because no cell is being written.
            self.separate(self.text.len());
        }
        Ok(())
    }

    /// Takes the last row off, for a writer that continues with it.
    pub(super) fn split_last_row(&mut self) -> Self {
        let text = self.text.split_off(self.row_start);
        if self.rows > 1 {
            self.text.truncate(self.row_start - self.marks.row.len());
        }
        self.rows = self.rows.saturating_sub(1);
        Self { text, rows: 1, ..self.following() }
    }

    pub(super) fn following(&self) -> Self {
        let first_row = self.row_number();
        let names = self.names.clone();
        Self { names, has_names: true, marks: self.marks.clone(), first_row, ..Self::new() }
    }

    pub(super) fn finish(self) -> Result<DelimitedData> {
        if self.rows == 0 {
            return error(DelimitedDataProblem::Nothing);
        }
        let Marks { column, row } = self.marks;
        let Self { names, text, first_row, rows, .. } = self;
        Ok(DelimitedData { names, text, column, row, first_row, rows })
    }
}
