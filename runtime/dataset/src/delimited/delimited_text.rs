//! The result that is delimited text: a string built of rows and cells.

use std::borrow::Cow;
use std::fmt;

use super::cutter::Cutter;
use super::delimiters::{CheckedDelimiters, DelimiterError, Delimiters};
use super::layout::DelimitedLayout;
use super::rows::DelimitedRows;
use crate::table::Table;
use crate::text::Text;
use asmx_types::display::Shown;

/// Delimited text that an operation returned: null, empty or a text, exactly as sent, with the delimiters of the request. The
/// default is null.
///
/// The text is cut only when rows are asked for, so odd delimiters never make a call fail. Two are equal if their texts are equal,
/// whatever their delimiters.
#[derive(Clone, Default)]
pub struct DelimitedText {
    text: Text,
    delimiters: Delimiters,
    record_limit: Option<u64>,
}

impl DelimitedText {
    /// A text without delimiters: [`DelimitedText::cells`] fails until they are [set](DelimitedText::with_delimiters). A server
    /// need not set them; the client knows its request.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self::from(Text::new(text))
    }

    /// Null.
    #[must_use]
    pub fn null() -> Self {
        Self::default()
    }

    /// Joins rows into text. Each row ends in the row delimiter. Cells that need it are put between qualifiers, and qualifiers
    /// inside those are doubled.
    ///
    /// # Errors
    ///
    /// [`DelimiterError`] if the delimiters are unusable, a cell could not be read back (it holds a delimiter and there is no
    /// qualifier), or a row has no cells.
    pub fn from_rows<R, C>(delimiters: &Delimiters, rows: R) -> Result<Self, DelimiterError>
    where
        R: IntoIterator<Item = C>,
        C: IntoIterator,
        C::Item: AsRef<str>,
    {
        let marks = delimiters.marks()?;
        let mut text = String::new();
        let mut cells: Vec<Vec<String>> = Vec::new();
        for row in rows {
            let row: Vec<String> = row.into_iter().map(|cell| cell.as_ref().to_owned()).collect();
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    text.push_str(marks.column);
                }
                push_cell(&mut text, cell, &marks);
            }
            text.push_str(marks.row);
            cells.push(row);
        }
        // A long delimiter can also arise across the border of a cell; reading back finds every such case.
        let text = Self::new(text).with_delimiters(delimiters.clone());
        match first_difference(&text.cells(), &cells) {
            Some((row, cell)) => Err(DelimiterError::Unrepresentable { row, cell }),
            None => Ok(text),
        }
    }

    /// Sets the delimiters that the text is built with.
    #[must_use]
    pub fn with_delimiters(mut self, delimiters: Delimiters) -> Self {
        self.delimiters = delimiters;
        self
    }

    /// The delimiters that the text is built with, as far as known.
    #[must_use]
    pub fn delimiters(&self) -> &Delimiters {
        &self.delimiters
    }

    /// Sets the greatest number of records that the operation returns, if documented: a table of so many rows [reports
    /// it](Table::is_at_record_limit).
    #[must_use]
    pub fn with_record_limit(mut self, records: Option<u64>) -> Self {
        self.record_limit = records;
        self
    }

    /// The text; empty for null.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// Whether the text is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.text.is_null()
    }

    /// The text, or `None` for null.
    #[must_use]
    pub fn as_option(&self) -> Option<&str> {
        self.text.as_option()
    }

    /// The text, or `None` for null.
    #[must_use]
    pub fn into_option(self) -> Option<String> {
        self.text.into_option()
    }

    /// The cells of each row, cut by the delimiters of the request.
    ///
    /// A cell that starts with the text qualifier ends at the closing one; two qualifiers inside it stand for one. A row delimiter
    /// at the very end adds no row. The empty text and null have no rows.
    ///
    /// # Errors
    ///
    /// [`DelimiterError`] if a delimiter is missing or overlaps another, or a qualified cell is not closed properly. The raw text
    /// is still available, and [`DelimitedText::cells_with`] takes other delimiters.
    pub fn cells(&self) -> Result<Vec<Vec<Cow<'_, str>>>, DelimiterError> {
        self.cells_with(&self.delimiters)
    }

    /// The rows as a table of texts, by the delimiters of the request: [`DelimitedText::table_with`] the default layout.
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::table_with`].
    pub fn table(&self) -> Result<Table, DelimiterError> {
        self.table_with(DelimitedLayout::default())
    }

    /// The rows as a table with this layout: a [`Header`](super::Header), the names of the columns, or
    /// [columns](crate::table::Column) with types.
    ///
    /// Rows may differ in length. A missing cell is `DBNull`; cells after the known columns are in further columns. A table with
    /// such rows [reports it](Table::is_ambiguous).
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::cells`]; also for more than 12,000 columns or 2 GiB of text.
    pub fn table_with(&self, layout: impl Into<DelimitedLayout>) -> Result<Table, DelimiterError> {
        self.table_and_width(layout.into()).map(|(table, _)| table)
    }

    /// [`DelimitedText::table_with`] without the known columns that no row has a cell for. If there are no rows, all columns stay.
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::table_with`].
    pub fn table_of_columns_met(&self, layout: impl Into<DelimitedLayout>) -> Result<Table, DelimiterError> {
        let (mut table, width) = self.table_and_width(layout.into())?;
        if table.row_count() > 0 {
            table.columns.truncate(width);
        }
        Ok(table)
    }

    fn table_and_width(&self, layout: DelimitedLayout) -> Result<(Table, usize), DelimiterError> {
        let mut rows = DelimitedRows::new(self.delimiters.marks()?, layout);
        rows.set_record_limit(self.record_limit);
        rows.read(self.as_str(), true)?;
        let widest = rows.widest();
        Ok((rows.take(None), widest))
    }

    /// [`DelimitedText::cells`] by these delimiters.
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::cells`].
    pub fn cells_with(&self, delimiters: &Delimiters) -> Result<Vec<Vec<Cow<'_, str>>>, DelimiterError> {
        let text = self.as_str();
        let mut cutter = Cutter::new(delimiters.marks()?);
        let mut rows = Vec::new();
        while cutter.next_row(text, true)? {
            rows.push(cutter.cells().map(|cell| cell.text(text)).collect());
            cutter.forget_cells(false);
        }
        Ok(rows)
    }
}

fn push_cell(text: &mut String, cell: &str, marks: &CheckedDelimiters<'_>) {
    match marks.qualifier {
        Some(qualifier) if needs_qualifier(cell, qualifier, marks) => {
            text.push_str(qualifier);
            text.push_str(&cell.replace(qualifier, &qualifier.repeat(2)));
            text.push_str(qualifier);
        }
        _ => text.push_str(cell),
    }
}

/// Whether a cell holds a delimiter, or ends like the beginning of one.
fn needs_qualifier(cell: &str, qualifier: &str, marks: &CheckedDelimiters<'_>) -> bool {
    [marks.row, marks.column].iter().any(|mark| {
        cell.contains(mark)
            || mark.char_indices().skip(1).any(|(at, _)| mark.get(..at).is_some_and(|start| cell.ends_with(start)))
    }) || cell.starts_with(qualifier)
}

fn first_difference(
    read: &Result<Vec<Vec<Cow<'_, str>>>, DelimiterError>,
    expected: &[Vec<String>],
) -> Option<(usize, usize)> {
    let read = match read {
        Ok(read) => read,
        Err(DelimiterError::Unterminated { row, cell, .. } | DelimiterError::AfterQualifier { row, cell, .. }) => {
            return Some((*row, *cell));
        }
        Err(_) => return Some((0, 0)),
    };
    for (index, row) in expected.iter().enumerate() {
        let Some(read) = read.get(index) else {
            return Some((index, 0));
        };
        if let Some(cell) = row.iter().zip(read).position(|(expected, read)| expected != read) {
            return Some((index, cell));
        }
        if row.len() != read.len() {
            return Some((index, row.len().min(read.len())));
        }
    }
    (read.len() != expected.len()).then(|| (expected.len().saturating_sub(1), 0))
}

impl PartialEq for DelimitedText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for DelimitedText {}

impl fmt::Debug for DelimitedText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_option() {
            None => out.write_str("DelimitedText(null)"),
            Some(text) => out.debug_tuple("DelimitedText").field(&Shown(text)).finish(),
        }
    }
}

impl fmt::Display for DelimitedText {
    /// For people: control characters except line breaks and tabs as escapes (`\u{1b}`). [`as_str`](Self::as_str) is the text as
    /// sent.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(out)
    }
}

macro_rules! from_texts {
    ($($text:ty)*) => {$(
        impl From<$text> for DelimitedText {
            fn from(text: $text) -> Self {
                Self { text: text.into(), ..Self::default() }
            }
        }
    )*};
}

from_texts!(&str String Option<String> Text);

impl From<DelimitedText> for Text {
    fn from(text: DelimitedText) -> Self {
        text.text
    }
}
