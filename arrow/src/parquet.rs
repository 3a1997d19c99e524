//! Parquet files.
//!
//! The Arrow schema is kept in the file, with the metadata of its fields: what is read back is equal. Row groups are made as
//! [`WriterProperties`] say; until one is full its encoded columns are kept in memory.

use std::io::Write;

use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Compression;
pub use ::parquet::file::properties::WriterProperties;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::SchemaRef;

use crate::error::Error;
use crate::same_schema;

/// Writes everything as a Parquet file, batch by batch, compressed with Snappy.
///
/// # Errors
///
/// The first error of the batches or of `out`. The file has no end then and cannot be read.
pub fn write(batches: impl RecordBatchReader, out: impl Write + Send) -> Result<(), Error> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    write_with(properties, batches, out)
}

/// The same with settings of one's own. Of the compressions only Snappy is compiled in; the `parquet` crate's features add others.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with(
    properties: WriterProperties,
    batches: impl RecordBatchReader,
    out: impl Write + Send,
) -> Result<(), Error> {
    let mut writer = Writer::with(properties, out, batches.schema())?;
    for batch in batches {
        writer.write(&batch?)?;
    }
    writer.finish()
}

/// Writes record batches into a Parquet file as they come.
#[derive(Debug)]
pub struct Writer<W: Write + Send> {
    inner: ArrowWriter<W>,
    schema: SchemaRef,
}

impl<W: Write + Send> Writer<W> {
    /// Writes to `out`, which can be borrowed, compressed with Snappy.
    ///
    /// # Errors
    ///
    /// An error of `out`, or a schema that Parquet has no form for.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Self::with(WriterProperties::builder().set_compression(Compression::SNAPPY).build(), out, schema)
    }

    /// The same with settings of one's own.
    ///
    /// # Errors
    ///
    /// As [`Writer::new`].
    pub fn with(properties: WriterProperties, out: W, schema: SchemaRef) -> Result<Self, Error> {
        let writer = ArrowWriter::try_new(out, SchemaRef::clone(&schema), Some(properties))?;
        Ok(Self { inner: writer, schema })
    }

    /// Writes the rows of a batch of the schema.
    ///
    /// # Errors
    ///
    /// An error of `out`, or a batch of another schema.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        same_schema::check(&self.schema, batch)?;
        Ok(self.inner.write(batch)?)
    }

    /// Writes what is left and the end of the file. Without it the file cannot be read.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn finish(self) -> Result<(), Error> {
        self.inner.close()?;
        Ok(())
    }
}
