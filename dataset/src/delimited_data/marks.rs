//! Which characters can separate data: printable ASCII that no transport and no server minds, that stands for itself in services
//! which also know letters as codes for delimiters, and that is rare in data.

use crate::Delimiters;

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
