//! JSON lines: a JSON object for each row, each on a line of its own.
//!
//! Nulls are written as `null`, so that they stay apart from `""`. Whole numbers and decimals are written as numbers with all their
//! digits; readers that know only double precision round those of more than about 15. Timestamps are texts such as
//! `2026-01-31T12:00:00.5`, with `Z` or an offset if they are instants; binary values are texts of hexadecimal digits.
//!
//! JSON has no infinite numbers and no `NaN`: they are an error ([`Error::NotInJson`]), not `null`.

use std::io::Write;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
pub use arrow_json::WriterBuilder;
use arrow_json::writer::LineDelimited;
use arrow_schema::SchemaRef;

use crate::error::Error;
use crate::same_schema;
use crate::text_zones::with_offsets;

/// Writes everything as JSON lines, batch by batch.
///
/// # Errors
///
/// The first error of the batches or of `out`, or a number that is not in JSON. What came before it has been written.
pub fn write(batches: impl RecordBatchReader, out: impl Write) -> Result<(), Error> {
    write_with(explicit_nulls(), batches, out)
}

/// The same with settings of one's own: formats, encoders. Unless they ask for explicit nulls, nulls are left out.
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

/// Writes record batches as JSON lines as they come.
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: arrow_json::Writer<W, LineDelimited>,
    schema: SchemaRef,
    rows: u64,
}

impl<W: Write> Writer<W> {
    /// Writes to `out`, which can be borrowed.
    ///
    /// # Errors
    ///
    /// None yet; those of other formats are.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Self::with(explicit_nulls(), out, schema)
    }

    /// The same with settings of one's own. Unless they ask for explicit nulls, nulls are left out.
    ///
    /// # Errors
    ///
    /// As [`Writer::new`].
    pub fn with(settings: WriterBuilder, out: W, schema: SchemaRef) -> Result<Self, Error> {
        Ok(Self { inner: settings.build(out), schema, rows: 0 })
    }

    /// Writes the rows of a batch of the schema.
    ///
    /// # Errors
    ///
    /// An error of `out`, a batch of another schema, or a number that is not in JSON; nothing of the batch is written then.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        same_schema::check(&self.schema, batch)?;
        for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            if let Some((row, number)) = not_in_json(column) {
                let row = self.rows + row as u64;
                return Err(Error::NotInJson { row, column: field.name().clone(), number });
            }
        }
        self.inner.write(&with_offsets(batch)?)?;
        self.rows += batch.num_rows() as u64;
        Ok(())
    }

    /// Ends the last line and flushes `out`.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn finish(mut self) -> Result<(), Error> {
        self.inner.finish()?;
        self.inner.get_mut().flush().map_err(arrow_schema::ArrowError::from)?;
        Ok(())
    }
}

fn explicit_nulls() -> WriterBuilder {
    WriterBuilder::new().with_explicit_nulls(true)
}

/// The first number of a column that is infinite or none, and its row.
fn not_in_json(column: &ArrayRef) -> Option<(usize, f64)> {
    let is_outside = |number: &f64| !number.is_finite();
    if let Some(numbers) = column.as_primitive_opt::<Float64Type>() {
        return numbers.iter().enumerate().find_map(|(row, number)| Some((row, number.filter(is_outside)?)));
    }
    let numbers = column.as_primitive_opt::<Float32Type>()?;
    numbers.iter().enumerate().find_map(|(row, number)| Some((row, number.map(f64::from).filter(is_outside)?)))
}
