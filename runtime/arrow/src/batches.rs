//! Successive tables as record batches.

use std::collections::VecDeque;
use std::error::Error as StdError;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use asmx_dataset::table::Table;

use crate::converter::Converter;
use crate::error::Error;
use crate::note::Note;
use crate::options::Options;

/// Successive tables as record batches of one schema: an iterator that is a [`RecordBatchReader`]. It ends with the
/// first error, after the rows before it.
#[derive(Debug)]
pub struct Batches<I> {
    converter: Converter,
    schema: SchemaRef,
    /// The results before that of the next table.
    waiting: VecDeque<Result<RecordBatch, Error>>,
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
    /// [`Error::NoTables`] if there is none; the error in its place; a column that does not fit.
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
        let mut waiting = VecDeque::new();
        if converter.schema().is_none()
            && let Some(first) = tables.next()
        {
            match converter.convert(first.map_err(failed)?) {
                Err(error @ Error::Cell(_)) => waiting.extend(rows_and_error(error)),
                batch => waiting.push_back(Ok(batch?)),
            }
        }
        let schema = converter.fix()?;
        let has_failed = waiting.back().is_some_and(Result::is_err);
        Ok(Self { converter, schema, waiting, tables: (!has_failed).then_some(tables) })
    }

    /// Facts that the batches so far leave out ([`Converter::notes`]).
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.converter.notes()
    }

    fn read(&mut self) -> Option<Result<RecordBatch, Error>> {
        if let Some(next) = self.waiting.pop_front() {
            return Some(next);
        }
        let table = self.tables.as_mut()?.next();
        match table.map(|table| self.converter.convert(table.map_err(failed)?)) {
            Some(Ok(batch)) => Some(Ok(batch)),
            Some(Err(error)) => {
                self.tables = None;
                self.waiting.extend(rows_and_error(error));
                self.waiting.pop_front()
            }
            None => {
                self.tables = None;
                None
            }
        }
    }
}

/// The rows before the cell that is the error, and the error.
fn rows_and_error(error: Error) -> impl Iterator<Item = Result<RecordBatch, Error>> {
    let rows = match &error {
        Error::Cell(cell) if cell.rows_before().num_rows() > 0 => Some(Ok(cell.rows_before().clone())),
        _ => None,
    };
    rows.into_iter().chain([Err(error)])
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
