//! Rows as one text, and the delimiters that separate them.

use crate::Delimiters;

/// Rows as one text, with the names of their columns and the delimiters of the text.
///
/// The delimiters occur in no name and no value, so no text qualifier is needed. They are `|` and the line feed if possible, else
/// other characters, else several random characters. A row delimiter is between rows, not after the last.
///
/// Values are text, numbers, `true` and `false`; `None` and the unit are empty. Each is written once, into the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelimitedData {
    pub(super) names: Vec<String>,
    pub(super) text: String,
    pub(super) column: String,
    pub(super) row: String,
    pub(super) first_row: u64,
    pub(super) rows: usize,
}

impl DelimitedData {
    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the columns, separated like the cells.
    pub fn joined_names(&self) -> String {
        self.names.join(&self.column)
    }

    /// The rows.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rows, without a copy.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The separator of the cells in a row, and of the names.
    pub fn column_delimiter(&self) -> &str {
        &self.column
    }

    /// The separator of the rows.
    pub fn row_delimiter(&self) -> &str {
        &self.row
    }

    /// The two delimiters, without a text qualifier.
    pub fn delimiters(&self) -> Delimiters {
        Delimiters::new(&self.row, &self.column)
    }

    /// The number of rows.
    pub const fn row_count(&self) -> usize {
        self.rows
    }

    /// The place of the first row among all records, counted from 0. It is more than 0 in later portions of
    /// [`DelimitedData::chunks`].
    pub const fn first_row(&self) -> u64 {
        self.first_row
    }
}

/// Column delimiters, the best first.
const COLUMN: [&str; 5] = ["|", "\t", ";", "~", "^"];

/// Row delimiters, the best first. All are printable ASCII or white space that transports, servers and services take literally, and
/// rare in data.
const ROW: [&str; 5] = ["\n", "~", "^", "`", "|"];

#[derive(Clone, Debug)]
pub(super) struct Marks {
    pub(super) column: String,
    pub(super) row: String,
}

impl Marks {
    pub(super) fn first() -> Self {
        Self { column: "|".to_owned(), row: "\n".to_owned() }
    }

    /// Other delimiters, which occur nowhere according to `is_free`. Delimiters without conflict stay.
    pub(super) fn replacement(&self, keeps_column: bool, keeps_row: bool, is_free: impl Fn(&str) -> bool) -> Self {
        let column = if keeps_column { Some(self.column.as_str()) } else { None };
        let column = column.or_else(|| COLUMN.into_iter().find(|one| *one != self.row && is_free(one)));
        let row = if keeps_row { Some(self.row.as_str()) } else { None };
        // The line feed is not tried again: a carriage return may be the conflict.
        let row = row.or_else(|| ROW.into_iter().skip(1).find(|one| Some(*one) != column && is_free(one)));
        match (column, row) {
            (Some(column), Some(row)) => Self { column: column.to_owned(), row: row.to_owned() },
            _ => Self::unforeseen(is_free),
        }
    }

    /// Random delimiters of several characters, different each time, so that a second attempt is hardly ever needed.
    fn unforeseen(is_free: impl Fn(&str) -> bool) -> Self {
        loop {
            let Delimiters { row, column, .. } = Delimiters::unambiguous();
            if let (Some(row), Some(column)) = (row, column)
                && is_free(&row)
                && is_free(&column)
            {
                return Self { column, row };
            }
        }
    }

    /// Whether `text` cannot be a cell between these delimiters. Readers take a carriage return before a line feed as a part of it.
    pub(super) fn conflict(&self, text: &str) -> bool {
        match (self.column.as_bytes(), self.row.as_bytes()) {
            (&[column], b"\n") => memchr::memchr3(column, b'\n', b'\r', text.as_bytes()).is_some(),
            (&[column], &[row]) => memchr::memchr2(column, row, text.as_bytes()).is_some(),
            _ => self.column_conflicts(text) || self.row_conflicts(text),
        }
    }

    pub(super) fn column_conflicts(&self, text: &str) -> bool {
        text.contains(&self.column)
    }

    pub(super) fn row_conflicts(&self, text: &str) -> bool {
        text.contains(&self.row) || (self.row == "\n" && text.contains('\r'))
    }

    /// Writes rows with `new` as delimiters.
    pub(super) fn exchange(&self, text: &str, new: &Self, out: &mut String) {
        if let (&[column], &[row]) = (self.column.as_bytes(), self.row.as_bytes()) {
            let mut start = 0;
            for at in memchr::memchr2_iter(column, row, text.as_bytes()) {
                out.push_str(text.get(start..at).unwrap_or_default());
                out.push_str(if text.as_bytes().get(at) == Some(&column) { &new.column } else { &new.row });
                start = at + 1;
            }
            out.push_str(text.get(start..).unwrap_or_default());
            return;
        }
        for (index, row) in text.split(&self.row).enumerate() {
            if index > 0 {
                out.push_str(&new.row);
            }
            for (index, cell) in row.split(&self.column).enumerate() {
                if index > 0 {
                    out.push_str(&new.column);
                }
                out.push_str(cell);
            }
        }
    }
}
