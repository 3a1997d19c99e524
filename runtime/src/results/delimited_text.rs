//! The delimited-text result: a string built of rows and cells.

use std::borrow::Cow;
use std::fmt;

use super::delimiters::{DelimiterError, Delimiters, Marks};
use super::shown::Shown;
use super::text::Text;

/// Delimited text that an operation answered: null, empty or a text, exactly as sent, with the delimiters it was asked to use.
///
/// The text is only cut when rows are asked for, so that odd delimiters never make a call fail. Two are equal when their texts
/// are, whatever their delimiters. The default is null.
#[derive(Clone, Default)]
pub struct DelimitedText {
    text: Option<String>,
    delimiters: Delimiters,
}

impl DelimitedText {
    /// A text without delimiters: [`DelimitedText::rows`] fails until they are [set](DelimitedText::with_delimiters). A server
    /// need not set them; the client's side knows what it asked for.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), delimiters: Delimiters::default() }
    }

    /// Null.
    #[must_use]
    pub fn null() -> Self {
        Self::default()
    }

    /// Joins rows into text: each row ends in the row delimiter, cells that need it are put between qualifiers, and qualifiers
    /// inside those are doubled.
    ///
    /// # Errors
    ///
    /// [`DelimiterError`] if the delimiters are unusable, or a cell could not be told apart again when read (it holds a
    /// delimiter and there is no qualifier), or a row has no cells.
    pub fn from_rows<R, C>(delimiters: &Delimiters, rows: R) -> Result<Self, DelimiterError>
    where
        R: IntoIterator<Item = C>,
        C: IntoIterator,
        C::Item: AsRef<str>,
    {
        let marks = delimiters.marks()?;
        let mut text = String::new();
        let mut written: Vec<Vec<String>> = Vec::new();
        for row in rows {
            let row: Vec<String> = row.into_iter().map(|cell| cell.as_ref().to_owned()).collect();
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    text.push_str(marks.column);
                }
                push_cell(&mut text, cell, &marks);
            }
            text.push_str(marks.row);
            written.push(row);
        }
        // Marks of several characters can arise across a border between cell and mark; reading back finds every such case.
        let made = Self { text: Some(text), delimiters: delimiters.clone() };
        match first_difference(&made.rows(), &written) {
            Some((row, cell)) => Err(DelimiterError::Unrepresentable { row, cell }),
            None => Ok(made),
        }
    }

    /// The same text with the delimiters it is built with.
    #[must_use]
    pub fn with_delimiters(mut self, delimiters: Delimiters) -> Self {
        self.delimiters = delimiters;
        self
    }

    /// The delimiters the text is built with, as far as known.
    #[must_use]
    pub fn delimiters(&self) -> &Delimiters {
        &self.delimiters
    }

    /// The text; empty for null.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Whether it is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.text.is_none()
    }

    /// The text, or `None` for null.
    #[must_use]
    pub fn as_option(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The text, or `None` for null.
    #[must_use]
    pub fn into_option(self) -> Option<String> {
        self.text
    }

    /// Cuts the text into rows of cells by the delimiters of the request.
    ///
    /// A cell that starts with the text qualifier runs to the closing one; two qualifiers inside it are one. A row delimiter at
    /// the very end makes no further row. The empty text and null have no rows.
    ///
    /// # Errors
    ///
    /// [`DelimiterError`] if a delimiter is missing or overlaps another, or a qualified cell is not closed properly. The raw
    /// text is there nevertheless, and [`DelimitedText::rows_with`] takes other delimiters.
    pub fn rows(&self) -> Result<Vec<Vec<Cow<'_, str>>>, DelimiterError> {
        self.rows_with(&self.delimiters)
    }

    /// As [`DelimitedText::rows`], by these delimiters.
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::rows`].
    pub fn rows_with(&self, delimiters: &Delimiters) -> Result<Vec<Vec<Cow<'_, str>>>, DelimiterError> {
        let marks = delimiters.marks()?;
        let mut cutter = Cutter {
            text: self.as_str(),
            at: 0,
            marks,
            next_row: Next::new(marks.row),
            next_column: Next::new(marks.column),
        };
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
}

fn push_cell(text: &mut String, cell: &str, marks: &Marks<'_>) {
    match marks.qualifier {
        Some(qualifier) if needs_qualifier(cell, qualifier, marks) => {
            text.push_str(qualifier);
            text.push_str(&cell.replace(qualifier, &qualifier.repeat(2)));
            text.push_str(qualifier);
        }
        _ => text.push_str(cell),
    }
}

/// A cell that holds a mark, or ends in what could be the start of one.
fn needs_qualifier(cell: &str, qualifier: &str, marks: &Marks<'_>) -> bool {
    [marks.row, marks.column].iter().any(|mark| {
        cell.contains(mark)
            || mark.char_indices().skip(1).any(|(at, _)| mark.get(..at).is_some_and(|start| cell.ends_with(start)))
    }) || cell.starts_with(qualifier)
}

fn first_difference(
    read: &Result<Vec<Vec<Cow<'_, str>>>, DelimiterError>,
    written: &[Vec<String>],
) -> Option<(usize, usize)> {
    let read = match read {
        Ok(read) => read,
        Err(DelimiterError::Unterminated { row, cell, .. } | DelimiterError::AfterQualifier { row, cell, .. }) => {
            return Some((*row, *cell));
        }
        Err(_) => return Some((0, 0)),
    };
    for (index, row) in written.iter().enumerate() {
        let Some(read) = read.get(index) else {
            return Some((index, 0));
        };
        if let Some(cell) = row.iter().zip(read).position(|(written, read)| written != read) {
            return Some((index, cell));
        }
        if row.len() != read.len() {
            return Some((index, row.len().min(read.len())));
        }
    }
    (read.len() != written.len()).then(|| (written.len().saturating_sub(1), 0))
}

/// What a cell ends with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Column,
    Row,
    Text,
}

/// Where a mark stands next, remembered so that a rare mark is not sought again for every cell.
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

    /// The first place at or behind `at`, which never goes back.
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
    marks: Marks<'m>,
    next_row: Next<'m>,
    next_column: Next<'m>,
}

impl<'t> Cutter<'t, '_> {
    fn cell(&mut self, row: usize, cell: usize) -> Result<(Cow<'t, str>, End), DelimiterError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        match self.marks.qualifier {
            Some(qualifier) if rest.starts_with(qualifier) => self.qualified(qualifier, row, cell),
            _ => Ok(self.plain()),
        }
    }

    fn plain(&mut self) -> (Cow<'t, str>, End) {
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
            let behind = self.text.get(closed..).unwrap_or_default();
            if behind.starts_with(qualifier) {
                content.to_mut().push_str(qualifier);
                start = closed + qualifier.len();
                continue;
            }
            let (length, end) = if behind.is_empty() {
                (0, End::Text)
            } else if behind.starts_with(self.marks.column) {
                (self.marks.column.len(), End::Column)
            } else if behind.starts_with(self.marks.row) {
                (self.marks.row.len(), End::Row)
            } else {
                return Err(DelimiterError::AfterQualifier { position: closed, row, cell });
            };
            self.at = closed + length;
            return Ok((content, end));
        }
    }
}

impl PartialEq for DelimitedText {
    /// Whether both are null or have the same text.
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for DelimitedText {}

impl fmt::Debug for DelimitedText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            None => out.write_str("DelimitedText(null)"),
            Some(text) => out.debug_tuple("DelimitedText").field(&Shown(text)).finish(),
        }
    }
}

impl fmt::Display for DelimitedText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl From<&str> for DelimitedText {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for DelimitedText {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<Option<String>> for DelimitedText {
    fn from(text: Option<String>) -> Self {
        Self { text, delimiters: Delimiters::default() }
    }
}

impl From<Text> for DelimitedText {
    fn from(text: Text) -> Self {
        Self::from(text.into_option())
    }
}

impl From<DelimitedText> for Text {
    fn from(text: DelimitedText) -> Self {
        Self::from(text.text)
    }
}
