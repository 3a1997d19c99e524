//! The streaming format of Arrow, and its file format: for programs that read tables without parsing text.
//!
//! A stream ([`Writer`], `.arrows`) can be read while it is written. A file ([`FileWriter`], `.arrow` or `.feather`) can be
//! read at any batch, and mapped into memory.

use std::io::Write;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_ipc::writer::{FileWriter as IpcFileWriter, StreamWriter};
use arrow_schema::SchemaRef;

use crate::error::Error;
use crate::same_schema;

/// Writes all batches as a stream.
///
/// # Errors
///
/// The first error of the batches or of `out`. Earlier batches have been written.
pub fn write(batches: impl RecordBatchReader, out: impl Write) -> Result<(), Error> {
    let mut writer = Writer::new(out, batches.schema())?;
    for batch in batches {
        writer.write(&batch?)?;
    }
    writer.finish().map(drop)
}

/// Writes record batches as a stream, one after another.
pub struct Writer<W: Write> {
    inner: StreamWriter<W>,
    schema: SchemaRef,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which may be borrowed. Writes the schema.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Ok(Self { inner: StreamWriter::try_new(out, &schema)?, schema })
    }

    /// Writes a batch of the schema.
    ///
    /// # Errors
    ///
    /// An error of `out`, or a batch of another schema.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        same_schema::check(&self.schema, batch)?;
        Ok(self.inner.write(batch)?)
    }

    /// The output: all batches were written to it.
    pub fn get_mut(&mut self) -> &mut W {
        self.inner.get_mut()
    }

    /// Writes the end of the stream, flushes the output and gives it back. A stream without its end was cut off.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn finish(mut self) -> Result<W, Error> {
        self.inner.finish()?;
        Ok(self.inner.into_inner()?)
    }
}

impl<W: Write> std::fmt::Debug for Writer<W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Writer").field("schema", &self.schema).finish_non_exhaustive()
    }
}

/// Writes record batches as a file, one after another.
pub struct FileWriter<W: Write> {
    inner: IpcFileWriter<W>,
    schema: SchemaRef,
}

impl<W: Write> FileWriter<W> {
    /// A writer to `out`, which may be borrowed. Writes the schema.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Ok(Self { inner: IpcFileWriter::try_new(out, &schema)?, schema })
    }

    /// Writes a batch of the schema.
    ///
    /// # Errors
    ///
    /// An error of `out`, or a batch of another schema.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        same_schema::check(&self.schema, batch)?;
        Ok(self.inner.write(batch)?)
    }

    /// Writes the list of batches at the end, without which the file cannot be read, flushes the output and gives it
    /// back.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn finish(mut self) -> Result<W, Error> {
        self.inner.finish()?;
        Ok(self.inner.into_inner()?)
    }
}

impl<W: Write> std::fmt::Debug for FileWriter<W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FileWriter").field("schema", &self.schema).finish_non_exhaustive()
    }
}
