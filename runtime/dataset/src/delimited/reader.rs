//! A reader of delimited text as it arrives.

use super::delimiters::{DelimiterError, Delimiters};
use super::layout::DelimitedLayout;
use super::rows::DelimitedRows;
use crate::table::Table;

/// The default limit of a row: 16 MiB.
const MOST_OF_A_ROW: usize = 16 << 20;

/// Shorter rows are cut anew with every piece.
const LONG_ROW: usize = 64 << 10;

/// Reads delimited text that arrives in pieces, and returns its rows in batches. The pieces may end anywhere between two
/// characters; the rows are those of the whole text.
///
/// It keeps the text pushed since the last batch was taken, and the incomplete row.
///
/// ```
/// use asmx_dataset::{DelimitedReader, Delimiters};
///
/// let mut reader = DelimitedReader::new(&Delimiters::new("\n", ","), ["EmailAddress", "Hits"])?;
/// reader.push("ann@x.test,3\nbe")?;
/// assert_eq!(reader.take().row_count(), 1);
/// reader.push("n@x.test,4")?;
/// reader.finish()?;
/// let last = reader.take();
/// assert_eq!(last.row_at(0).and_then(|row| row.text("EmailAddress")).as_deref(), Some("ben@x.test"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DelimitedReader {
    text: String,
    rows: DelimitedRows,
    longest_row: usize,
    /// The length of text at which the current row is cut again.
    wanted: usize,
    failure: Option<DelimiterError>,
}

impl DelimitedReader {
    /// A reader of text that is built with these delimiters.
    ///
    /// # Errors
    ///
    /// A delimiter is missing, or overlaps another.
    pub fn new(delimiters: &Delimiters, layout: impl Into<DelimitedLayout>) -> Result<Self, DelimiterError> {
        Ok(Self {
            text: String::new(),
            rows: DelimitedRows::new(delimiters.marks()?, layout.into()),
            longest_row: MOST_OF_A_ROW,
            wanted: 0,
            failure: None,
        })
    }

    /// Sets the greatest number of rows that the service sends: a batch that reaches it [reports it](Table::is_at_record_limit).
    #[must_use]
    pub fn record_limit(mut self, records: Option<u64>) -> Self {
        self.rows.set_record_limit(records);
        self
    }

    /// Sets the greatest length of a row, in bytes. Default: 16 MiB.
    #[must_use]
    pub fn longest_row(mut self, bytes: usize) -> Self {
        self.longest_row = bytes;
        self
    }

    /// Reads the next piece of text.
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::table`](super::DelimitedText::table); also for a row over the limit. Earlier rows can still be taken;
    /// all further calls fail.
    pub fn push(&mut self, text: &str) -> Result<(), DelimiterError> {
        self.text.push_str(text);
        self.read(false)
    }

    /// The text at which callers may append, and then push the empty text.
    #[doc(hidden)]
    pub fn text_mut(&mut self) -> &mut String {
        &mut self.text
    }

    /// Reads the rest, when no more text comes.
    ///
    /// # Errors
    ///
    /// As [`DelimitedReader::push`].
    pub fn finish(&mut self) -> Result<(), DelimiterError> {
        self.read(true)
    }

    fn read(&mut self, is_whole: bool) -> Result<(), DelimiterError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        if self.text.len() < self.wanted && !is_whole {
            return Ok(());
        }
        let read = self.rows.read(&self.text, is_whole);
        let cutter = self.rows.cutter_mut();
        self.text.drain(..cutter.row_start());
        cutter.remove_row();
        let row = cutter.row_count();
        let limit = self.longest_row;
        let is_too_long = self.text.len() > limit;
        // A long row is cut anew only when it may have doubled.
        self.wanted = if self.text.len() < LONG_ROW { 0 } else { (2 * self.text.len()).min(limit.saturating_add(1)) };
        let checked = if is_too_long { read.and(Err(DelimiterError::RowTooLong { row, limit })) } else { read };
        self.failure = checked.clone().err();
        checked
    }

    /// The number of rows read, including those taken.
    #[must_use]
    pub fn row_total(&self) -> u64 {
        self.rows.row_total()
    }

    /// The number of rows not taken yet.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.row_count()
    }

    /// Takes the rows read since the last time, as a table with all columns known so far.
    pub fn take(&mut self) -> Table {
        self.rows.take(None)
    }

    /// [`DelimitedReader::take`] into `batch`, whose memory is reused: two batches are all that is ever allocated.
    pub fn take_into(&mut self, batch: &mut Table) {
        *batch = self.rows.take(Some(std::mem::replace(batch, Table::new(""))));
    }
}
