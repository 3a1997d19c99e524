//! Comma-separated values.
//!
//! The first line holds the names of the columns. Fields are quoted where they must be, lines end in LF. Timestamps are written as
//! `2026-01-31T12:00:00.5`, with `Z` or an offset if they are instants; binary values in hexadecimal digits.
//!
//! CSV has no null: nulls are written as empty fields, as `""` is. Give [`WriterBuilder::with_null`] a text that no value has, such as
//! `\N`, to keep them apart.

use std::io::Write;

use arrow_array::{RecordBatch, RecordBatchReader};
pub use arrow_csv::WriterBuilder;

use crate::error::Error;
use crate::text_zones::with_offsets;

/// Writes everything as CSV, batch by batch.
///
/// # Errors
///
/// The first error of the batches or of `out`. What came before it has been written.
pub fn write(batches: impl RecordBatchReader, out: impl Write) -> Result<(), Error> {
    write_with(WriterBuilder::new(), batches, out)
}

/// The same with settings of one's own: delimiter, quotes, header, null, formats.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with(settings: WriterBuilder, batches: impl RecordBatchReader, out: impl Write) -> Result<(), Error> {
    let mut writer = Writer::with(settings, out);
    writer.write(&RecordBatch::new_empty(batches.schema()))?;
    for batch in batches {
        writer.write(&batch?)?;
    }
    Ok(())
}

/// Writes record batches as CSV as they come.
#[derive(Debug)]
pub struct Writer<W: Write> {
    writer: arrow_csv::Writer<W>,
}

impl<W: Write> Writer<W> {
    /// Writes to `out`, which can be borrowed.
    pub fn new(out: W) -> Self {
        Self::with(WriterBuilder::new(), out)
    }

    /// The same with settings of one's own.
    pub fn with(settings: WriterBuilder, out: W) -> Self {
        Self { writer: settings.build(out) }
    }

    /// Writes the rows of a batch, before the first one the names of its columns, and flushes `out`.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        Ok(self.writer.write(&with_offsets(batch)?)?)
    }
}
