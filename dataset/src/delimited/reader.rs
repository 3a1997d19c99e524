//! Delimited text as it arrives.

use super::delimiters::{DelimiterError, Delimiters};
use super::layout::DelimitedLayout;
use super::rows::DelimitedRows;
use crate::table::Table;

/// The longest row, in bytes, unless another length is set: 16 MiB.
const MOST_OF_A_ROW: usize = 16 << 20;

/// Bytes of a row under way that are cut again with every piece.
const LONG_ROW: usize = 64 << 10;

/// Reads delimited text that arrives in pieces, and yields its rows in batches. The pieces may end anywhere between two
/// characters; the rows are those of the whole text.
///
/// Memory is what was pushed since the last batch was taken, and the row that is not whole yet.
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
    /// Text from the start of the row under way on.
    text: String,
    rows: DelimitedRows,
    longest_row: usize,
    /// How long the text must be before it is looked at again.
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

    /// States the most rows that the service sends: a batch that reaches it
    /// [says so](Table::is_at_record_limit).
    #[must_use]
    pub fn record_limit(mut self, records: Option<u64>) -> Self {
        self.rows.set_record_limit(records);
        self
    }

    /// Sets how many bytes of a row are waited for. Default: 16 MiB.
    #[must_use]
    pub fn longest_row(mut self, bytes: usize) -> Self {
        self.longest_row = bytes;
        self
    }

    /// Reads the next piece of text.
    ///
    /// # Errors
    ///
    /// As [`DelimitedText::table`](super::DelimitedText::table), and for a row that is longer than it may be. Rows before it can
    /// be taken; everything else goes on failing.
    pub fn push(&mut self, text: &str) -> Result<(), DelimiterError> {
        self.text.push_str(text);
        self.read(false)
    }

    /// Where text can be appended, to be read by pushing nothing.
    #[doc(hidden)]
    pub fn text_mut(&mut self) -> &mut String {
        &mut self.text
    }

    /// Reads what is left when no more text comes.
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
        cutter.taken();
        let row = cutter.row_count();
        let limit = self.longest_row;
        let is_too_long = self.text.len() > limit;
        // The row under way is cut anew when there is more of it: a long one not before there is as much again.
        self.wanted = if self.text.len() < LONG_ROW { 0 } else { (2 * self.text.len()).min(limit.saturating_add(1)) };
        let checked = if is_too_long { read.and(Err(DelimiterError::RowTooLong { row, limit })) } else { read };
        self.failure = checked.clone().err();
        checked
    }

    /// How many rows were read, those that were taken included.
    #[must_use]
    pub fn row_total(&self) -> u64 {
        self.rows.row_total()
    }

    /// How many rows are waiting to be taken.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.row_count()
    }

    /// Takes the rows read since the last time, as a table that has all columns known so far.
    pub fn take(&mut self) -> Table {
        self.rows.take(None)
    }

    /// As [`DelimitedReader::take`], in place of what `batch` holds: its memory is used for the rows that follow, so that two
    /// batches are all that is ever allocated.
    pub fn take_into(&mut self, batch: &mut Table) {
        *batch = self.rows.take(Some(std::mem::replace(batch, Table::new(""))));
    }
}
