#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod array;
mod batches;
mod cells;
mod column_as;
mod converter;
mod decimals;
mod error;
mod from_text;
#[cfg(feature = "ipc")]
pub mod ipc;
mod note;
mod options;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(any(feature = "ipc", feature = "parquet"))]
mod same_schema;
mod schema;
mod target;
mod times;

use std::sync::Arc;

use arrow_array::{Int32Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use asmx_dataset::Integers;
use asmx_dataset::table::Table;
pub use {arrow_array, arrow_schema};

pub use batches::Batches;
pub use cells::CellErrorKind;
pub use column_as::{ColumnAs, UnknownColumnAs};
pub use converter::Converter;
pub use error::{CellError, Error};
pub use note::Note;
pub use options::Options;

/// Converts one table. The record batch takes over its memory. [`Converter`] takes several tables and [`Options`].
///
/// # Errors
///
/// A column or cell that does not fit ([`Error`]).
pub fn record_batch(table: Table) -> Result<RecordBatch, Error> {
    Converter::new(Options::new()).convert(table)
}

/// Converts a copy of one table.
///
/// # Errors
///
/// As [`record_batch`].
pub fn copy_record_batch(table: &Table) -> Result<RecordBatch, Error> {
    Converter::new(Options::new()).convert_copy(table)
}

/// An array of integers as a record batch with one column of this name, without nulls; `None` for a null array. The
/// batch takes over its memory.
///
/// # Errors
///
/// None that is known: errors of the Arrow crates are passed on.
pub fn integers(integers: Integers, column: &str) -> Result<Option<RecordBatch>, Error> {
    let Some(items) = integers.into_option() else {
        return Ok(None);
    };
    let schema = Schema::new(vec![Field::new(column, DataType::Int32, false)]);
    let items = Int32Array::try_new(items.into(), None)?;
    Ok(Some(RecordBatch::try_new(Arc::new(schema), vec![Arc::new(items)])?))
}
