//! Tests of delimited text, with the plain reader that they compare with: slow and obvious.

mod cutting;
mod tables;

use std::borrow::Cow;

use crate::delimited::delimiters::{CheckedDelimiters, DelimiterError, Delimiters};

pub(super) fn rows<'t>(text: &'t str, delimiters: &Delimiters) -> Result<Vec<Vec<Cow<'t, str>>>, DelimiterError> {
    let marks = delimiters.marks()?;
    let mut cutter =
        Cutter { text, at: 0, marks, next_row: Next::new(marks.row), next_column: Next::new(marks.column) };
    let mut rows = Vec::new();
    while cutter.at < cutter.text.len() {
        let mut row = Vec::new();
        loop {
            let (cell, end) = cutter.cell(rows.len(), row.len())?;
            row.push(cell);
            if end != End::Column {
                break;
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Column,
    Row,
    Text,
}

/// The next place of a delimiter, remembered so that a rare one is not searched for at every cell.
struct Next<'m> {
    mark: &'m str,
    found: Found,
}

#[derive(Clone, Copy)]
enum Found {
    NotSought,
    At(usize),
    Nowhere,
}

impl<'m> Next<'m> {
    fn new(mark: &'m str) -> Self {
        Self { mark, found: Found::NotSought }
    }

    /// The first place from `at` on. `at` never goes back.
    fn from(&mut self, text: &str, at: usize) -> Option<usize> {
        match self.found {
            Found::Nowhere => None,
            Found::At(found) if found >= at => Some(found),
            Found::NotSought | Found::At(_) => {
                let found = text.get(at..).and_then(|rest| rest.find(self.mark)).map(|found| at + found);
                self.found = found.map_or(Found::Nowhere, Found::At);
                found
            }
        }
    }
}

struct Cutter<'t, 'm> {
    text: &'t str,
    at: usize,
    marks: CheckedDelimiters<'m>,
    next_row: Next<'m>,
    next_column: Next<'m>,
}

impl<'t> Cutter<'t, '_> {
    fn cell(&mut self, row: usize, cell: usize) -> Result<(Cow<'t, str>, End), DelimiterError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        match self.marks.qualifier {
            Some(qualifier) if rest.starts_with(qualifier) => self.qualified(qualifier, row, cell),
            _ => Ok(self.unqualified()),
        }
    }

    fn unqualified(&mut self) -> (Cow<'t, str>, End) {
        let start = self.at;
        let row = self.next_row.from(self.text, start);
        let column = self.next_column.from(self.text, start);
        let (end, length, kind) = match (row, column) {
            (Some(row), column) if column.is_none_or(|column| row < column) => (row, self.marks.row.len(), End::Row),
            (_, Some(column)) => (column, self.marks.column.len(), End::Column),
            _ => (self.text.len(), 0, End::Text),
        };
        self.at = end + length;
        (Cow::Borrowed(self.text.get(start..end).unwrap_or_default()), kind)
    }

    fn qualified(&mut self, qualifier: &str, row: usize, cell: usize) -> Result<(Cow<'t, str>, End), DelimiterError> {
        let opening = self.at;
        let mut start = opening + qualifier.len();
        let mut content = Cow::Borrowed("");
        loop {
            let rest = self.text.get(start..).unwrap_or_default();
            let Some(length) = rest.find(qualifier) else {
                return Err(DelimiterError::Unterminated { position: opening, row, cell });
            };
            let part = rest.get(..length).unwrap_or_default();
            if content.is_empty() {
                content = Cow::Borrowed(part);
            } else {
                content.to_mut().push_str(part);
            }
            let closed = start + length + qualifier.len();
            let tail = self.text.get(closed..).unwrap_or_default();
            if tail.starts_with(qualifier) {
                content.to_mut().push_str(qualifier);
                start = closed + qualifier.len();
                continue;
            }
            let (length, end) = if tail.is_empty() {
                (0, End::Text)
            } else if tail.starts_with(self.marks.column) {
                (self.marks.column.len(), End::Column)
            } else if tail.starts_with(self.marks.row) {
                (self.marks.row.len(), End::Row)
            } else {
                return Err(DelimiterError::AfterQualifier { position: closed, row, cell });
            };
            self.at = closed + length;
            return Ok((content, end));
        }
    }
}
