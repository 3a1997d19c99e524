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
use arrow_schema::SchemaRef;

use crate::error::Error;
use crate::same_schema;
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
    let mut writer = Writer::with(settings, out, batches.schema())?;
    for batch in batches {
        writer.write(&batch?)?;
    }
    writer.finish()
}

/// Writes record batches as CSV as they come.
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: arrow_csv::Writer<W>,
    schema: SchemaRef,
}

impl<W: Write> Writer<W> {
    /// Writes the names of the columns to `out`, which can be borrowed.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Self::with(WriterBuilder::new(), out, schema)
    }

    /// The same with settings of one's own.
    ///
    /// # Errors
    ///
    /// As [`Writer::new`].
    pub fn with(settings: WriterBuilder, out: W, schema: SchemaRef) -> Result<Self, Error> {
        let mut writer = Self { inner: settings.build(out), schema };
        writer.write(&RecordBatch::new_empty(SchemaRef::clone(&writer.schema)))?;
        Ok(writer)
    }

    /// Writes the rows of a batch of the schema, and flushes `out`.
    ///
    /// # Errors
    ///
    /// An error of `out`, or a batch of another schema.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        same_schema::check(&self.schema, batch)?;
        Ok(self.inner.write(&with_offsets(batch)?)?)
    }

    /// Ends the rows. Everything has been written before.
    ///
    /// # Errors
    ///
    /// An error of `out`, which is flushed once more.
    pub fn finish(self) -> Result<(), Error> {
        self.inner.into_inner().flush().map_err(arrow_schema::ArrowError::from)?;
        Ok(())
    }
}
