//! Successive tables as record batches.

use std::error::Error as StdError;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use asmx_dataset::table::Table;

use crate::converter::Converter;
use crate::error::Error;
use crate::options::Options;

/// Successive tables as record batches of one schema: an iterator that is a [`RecordBatchReader`]. It ends with the
/// first error.
#[derive(Debug)]
pub struct Batches<I> {
    converter: Converter,
    schema: SchemaRef,
    first: Option<RecordBatch>,
    tables: Option<I>,
}

impl<I, E> Batches<I>
where
    I: Iterator<Item = Result<Table, E>>,
    E: Into<Box<dyn StdError + Send + Sync>>,
{
    /// Reads the first table and takes columns and schema from it.
    ///
    /// # Errors
    ///
    /// [`Error::NoTables`] if there is none; the error in its place; a column, type or cell that does not fit.
    pub fn new(
        tables: impl IntoIterator<Item = Result<Table, E>, IntoIter = I>,
        options: Options,
    ) -> Result<Self, Error> {
        Self::with_converter(tables, Converter::new(options))
    }

    /// As [`Batches::new`], with a converter that may have a schema already; then no table is read.
    ///
    /// # Errors
    ///
    /// As [`Batches::new`].
    pub fn with_converter(
        tables: impl IntoIterator<Item = Result<Table, E>, IntoIter = I>,
        mut converter: Converter,
    ) -> Result<Self, Error> {
        let mut tables = tables.into_iter();
        if let Some(schema) = converter.schema().cloned() {
            return Ok(Self { converter, schema, first: None, tables: Some(tables) });
        }
        let (first, tables) = match tables.next() {
            None => (None, None),
            Some(table) => (Some(converter.convert(table.map_err(failed)?)?), Some(tables)),
        };
        let schema = converter.fix()?;
        Ok(Self { converter, schema, first, tables })
    }

    fn read(&mut self) -> Option<Result<RecordBatch, Error>> {
        if let Some(first) = self.first.take() {
            return Some(Ok(first));
        }
        let table = self.tables.as_mut()?.next();
        let batch = table.map(|table| self.converter.convert(table.map_err(failed)?));
        if !matches!(batch, Some(Ok(_))) {
            self.tables = None;
        }
        batch
    }
}

fn failed(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Error {
    Error::Tables(error.into())
}

impl<I, E> Iterator for Batches<I>
where
    I: Iterator<Item = Result<Table, E>>,
    E: Into<Box<dyn StdError + Send + Sync>>,
{
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.read()?.map_err(ArrowError::from))
    }
}

impl<I, E> RecordBatchReader for Batches<I>
where
    I: Iterator<Item = Result<Table, E>>,
    E: Into<Box<dyn StdError + Send + Sync>>,
{
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
