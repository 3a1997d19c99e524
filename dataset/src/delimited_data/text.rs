//! Rows as one text, and the delimiters that separate them.

use crate::Delimiters;

/// Rows as one text, with the names of their columns and the delimiters the text is built with.
///
/// The delimiters occur in no name and no value, so that nothing needs a text qualifier. `|` and the line feed are taken if they
/// can be; next come other characters, then several random ones in a row. A row delimiter stands between rows, not
/// after the last.
///
/// Values are text, numbers, `true` and `false`; `None` and the unit are empty. They are written straight into the text, once.
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

    /// The names of the columns, separated as the cells are.
    pub fn joined_names(&self) -> String {
        self.names.join(&self.column)
    }

    /// The rows.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rows, without copying them.
    pub fn into_text(self) -> String {
        self.text
    }

    /// What separates the cells of a row, and the names.
    pub fn column_delimiter(&self) -> &str {
        &self.column
    }

    /// What separates the rows.
    pub fn row_delimiter(&self) -> &str {
        &self.row
    }

    /// Both delimiters; there is no text qualifier.
    pub fn delimiters(&self) -> Delimiters {
        Delimiters::new(&self.row, &self.column)
    }

    /// How many rows there are.
    pub const fn row_count(&self) -> usize {
        self.rows
    }

    /// Which of all records the first row is, counted from 0; more than 0 for the later ones of [`DelimitedData::chunks`].
    pub const fn first_row(&self) -> u64 {
        self.first_row
    }
}

/// Column delimiters, the best first.
const COLUMN: [&str; 5] = ["|", "\t", ";", "~", "^"];

/// Row delimiters, the best first.
const ROW: [&str; 5] = ["\n", "~", "^", "`", "|"];

/// The delimiters in use.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    pub(super) column: String,
    pub(super) row: String,
}

impl Marks {
    pub(super) fn first() -> Self {
        Self { column: "|".to_owned(), row: "\n".to_owned() }
    }

    /// Others of which `is_free` says that they occur nowhere. What is free of conflicts stays.
    pub(super) fn others(&self, keeps_column: bool, keeps_row: bool, is_free: impl Fn(&str) -> bool) -> Self {
        let column = if keeps_column { Some(self.column.as_str()) } else { None };
        let column = column.or_else(|| COLUMN.into_iter().find(|one| *one != self.row && is_free(one)));
        let row = if keeps_row { Some(self.row.as_str()) } else { None };
        // The line feed is no way back: a carriage return may be why it was left.
        let row = row.or_else(|| ROW.into_iter().skip(1).find(|one| Some(*one) != column && is_free(one)));
        match (column, row) {
            (Some(column), Some(row)) => Self { column: column.to_owned(), row: row.to_owned() },
            _ => Self::unforeseen(is_free),
        }
    }

    /// Random delimiters of several characters: others each time, so that a second attempt is hardly ever needed.
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

    /// Whether `text` cannot stand in a cell between these. Readers take a carriage return before a line feed as a part of it.
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

    /// Writes what stands between these marks between `others`.
    pub(super) fn exchange(&self, text: &str, others: &Self, out: &mut String) {
        if let (&[column], &[row]) = (self.column.as_bytes(), self.row.as_bytes()) {
            let mut start = 0;
            for at in memchr::memchr2_iter(column, row, text.as_bytes()) {
                out.push_str(text.get(start..at).unwrap_or_default());
                out.push_str(if text.as_bytes().get(at) == Some(&column) { &others.column } else { &others.row });
                start = at + 1;
            }
            out.push_str(text.get(start..).unwrap_or_default());
            return;
        }
        for (index, row) in text.split(&self.row).enumerate() {
            if index > 0 {
                out.push_str(&others.row);
            }
            for (index, cell) in row.split(&self.column).enumerate() {
                if index > 0 {
                    out.push_str(&others.column);
                }
                out.push_str(cell);
            }
        }
    }
}
