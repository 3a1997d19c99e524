//! Parquet files.
//!
//! The file contains the Arrow schema with the metadata of its fields, so reading it gives an equal schema.
//! Memory holds the encoded columns of one row group: 32 MiB, unless [`WriterProperties`] set another size.

use std::error::Error as StdError;
use std::ffi::OsString;
use std::fs::{self, File};
use std::future::poll_fn;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::pin::pin;

use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Compression;
pub use ::parquet::file::properties::WriterProperties;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::SchemaRef;
use asmx_dataset::table::Table;
use futures_core::Stream;

use crate::converter::Converter;
use crate::error::Error;
use crate::options::Options;
use crate::same_schema;

/// The most bytes of a row group, which the writer holds before it writes them.
pub const ROW_GROUP_BYTES: usize = 32 * 1024 * 1024;

/// Writes all batches as a Parquet file, compressed with Snappy.
///
/// # Errors
///
/// The first error of the batches or of `out`. The file is then incomplete and cannot be read.
pub fn write(batches: impl RecordBatchReader, out: impl Write + Send) -> Result<(), Error> {
    write_with(properties(), batches, out)
}

/// Snappy, and row groups that do not grow with the length of a stream.
fn properties() -> WriterProperties {
    let builder = WriterProperties::builder().set_compression(Compression::SNAPPY);
    builder.set_max_row_group_bytes(Some(ROW_GROUP_BYTES)).build()
}

/// As [`write()`], with other settings. Snappy is the only compression compiled in; features of the `parquet` crate
/// add others.
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

/// Writes the tables of a stream into a new Parquet file at `path` and returns the number of rows. Memory holds one
/// table and one row group.
///
/// An incomplete file has the name `path` with `.part` behind it; an error removes it. So a job that runs again can
/// skip files that exist. An existing file at `path` is replaced. The first table fixes the columns.
///
/// Writing to the disk blocks the thread.
///
/// # Errors
///
/// [`Error::NoTables`] if the stream has no table; an error of the stream; a table that does not fit; an error of the
/// file.
pub async fn write_stream<S, E>(stream: S, path: impl AsRef<Path>) -> Result<u64, Error>
where
    S: Stream<Item = Result<Table, E>>,
    E: Into<Box<dyn StdError + Send + Sync>>,
{
    let path = path.as_ref();
    let mut part = OsString::from(path);
    part.push(".part");
    let part = PathBuf::from(part);
    let written = write_part(stream, &part).await.and_then(|rows| {
        fs::rename(&part, path).map_err(|error| Error::File { path: path.to_owned(), error })?;
        Ok(rows)
    });
    if written.is_err() {
        // The first error is reported, not that of the removal.
        let _ = fs::remove_file(&part);
    }
    written
}

async fn write_part<S, E>(stream: S, part: &Path) -> Result<u64, Error>
where
    S: Stream<Item = Result<Table, E>>,
    E: Into<Box<dyn StdError + Send + Sync>>,
{
    let failed = |error| Error::File { path: part.to_owned(), error };
    let mut stream = pin!(stream);
    let (mut converter, mut writer, mut rows) = (Converter::new(Options::new()), None, 0);
    while let Some(table) = poll_fn(|context| stream.as_mut().poll_next(context)).await {
        let batch = converter.convert(table.map_err(|error| Error::Tables(error.into()))?)?;
        rows += batch.num_rows() as u64;
        let writer = match &mut writer {
            Some(writer) => writer,
            None => writer.insert(Writer::new(new_file(part).map_err(failed)?, batch.schema())?),
        };
        writer.write(&batch)?;
    }
    let file = writer.ok_or(Error::NoTables)?.inner.into_inner()?;
    file.sync_all().map_err(failed)?;
    Ok(rows)
}

/// A new file, never the target of a link. A file left by a killed program is removed.
fn new_file(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(path)
}

/// Writes record batches into a Parquet file, one after another.
#[derive(Debug)]
pub struct Writer<W: Write + Send> {
    inner: ArrowWriter<W>,
    schema: SchemaRef,
}

impl<W: Write + Send> Writer<W> {
    /// A writer to `out`, which may be borrowed, compressed with Snappy.
    ///
    /// # Errors
    ///
    /// An error of `out`, or a schema that Parquet has no form for.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Self::with(properties(), out, schema)
    }

    /// As [`Writer::new`], with other settings.
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

    /// Writes the last row group and the end of the file, without which it cannot be read.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn finish(self) -> Result<(), Error> {
        self.inner.close()?;
        Ok(())
    }
}
