//! JSON lines: a JSON object for each row, each on a line of its own.
//!
//! Nulls are written as `null` and so differ from `""`. Whole numbers and decimals are numbers with all their digits;
//! readers with double precision round those of more than about 15. Timestamps are texts such as
//! `2026-01-31T12:00:00.5`, with `Z` or an offset if they are instants. Binary values are hexadecimal texts.
//!
//! JSON has no form for infinite numbers and `NaN`: they are an error ([`Error::NotInJson`]).

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

/// Writes all batches as JSON lines.
///
/// # Errors
///
/// The first error of the batches or of `out`, or a number that JSON has no form for. Earlier batches have been
/// written.
pub fn write(batches: impl RecordBatchReader, out: impl Write) -> Result<(), Error> {
    write_with(explicit_nulls(), batches, out)
}

/// As [`write()`], with other settings: formats, encoders. Nulls are left out unless the settings ask for explicit
/// nulls.
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

/// Writes record batches as JSON lines, one after another.
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: arrow_json::Writer<W, LineDelimited>,
    schema: SchemaRef,
    rows: u64,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which may be borrowed.
    ///
    /// # Errors
    ///
    /// None today. Writers of other formats have errors here.
    pub fn new(out: W, schema: SchemaRef) -> Result<Self, Error> {
        Self::with(explicit_nulls(), out, schema)
    }

    /// As [`Writer::new`], with other settings. Nulls are left out unless the settings ask for explicit nulls.
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
    /// An error of `out`, a batch of another schema, or a number that JSON has no form for. In the last two cases no
    /// row of the batch is written.
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

/// The first infinite number or `NaN` of a column, and its row.
fn not_in_json(column: &ArrayRef) -> Option<(usize, f64)> {
    let is_outside = |number: &f64| !number.is_finite();
    if let Some(numbers) = column.as_primitive_opt::<Float64Type>() {
        return numbers.iter().enumerate().find_map(|(row, number)| Some((row, number.filter(is_outside)?)));
    }
    let numbers = column.as_primitive_opt::<Float32Type>()?;
    numbers.iter().enumerate().find_map(|(row, number)| Some((row, number.map(f64::from).filter(is_outside)?)))
}
