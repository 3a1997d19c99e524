//! Comma-separated values.
//!
//! The first line has the names of the columns. Fields are quoted where necessary, lines end in LF. Timestamps are
//! written as `2026-01-31T12:00:00.5`, with `Z` or an offset if they are instants; binary values in hexadecimal
//! digits.
//!
//! CSV has no null: nulls and `""` are empty fields. [`WriterBuilder::with_null`] sets another text for null; choose
//! one that no value has, such as `\N`.

use std::io::Write;

use arrow_array::{RecordBatch, RecordBatchReader};
pub use arrow_csv::WriterBuilder;
use arrow_schema::SchemaRef;

use crate::error::Error;
use crate::same_schema;
use crate::text_zones::with_offsets;

/// Writes all batches as CSV.
///
/// # Errors
///
/// The first error of the batches or of `out`. Earlier batches have been written.
pub fn write(batches: impl RecordBatchReader, out: impl Write) -> Result<(), Error> {
    write_with(WriterBuilder::new(), batches, out)
}

/// As [`write()`], with other settings: delimiter, quotes, header, null, formats.
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

/// Writes record batches as CSV, one after another.
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: arrow_csv::Writer<W>,
    schema: SchemaRef,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which may be borrowed. Writes the names of the columns.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Self::with(WriterBuilder::new(), out, schema)
    }

    /// As [`Writer::new`], with other settings.
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

    /// Flushes `out`. All rows have been written before.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn finish(self) -> Result<(), Error> {
        self.inner.into_inner().flush().map_err(arrow_schema::ArrowError::from)?;
        Ok(())
    }
}
