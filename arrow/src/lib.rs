#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod array;
mod batches;
mod choice;
mod converter;
#[cfg(feature = "csv")]
pub mod csv;
mod decimal;
mod error;
mod field;
mod integers;
mod invalid_cells;
#[cfg(feature = "json")]
pub mod json;
mod options;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(any(feature = "csv", feature = "json", feature = "parquet"))]
mod same_schema;
mod target;
#[cfg(any(feature = "csv", feature = "json"))]
mod text_zones;

use arrow_array::RecordBatch;
use asmx_dataset::table::Table;
pub use {arrow_array, arrow_schema};

pub use batches::Batches;
pub use converter::Converter;
pub use error::{CellError, CellErrorKind, Error};
pub use integers::integers;
pub use options::{InvalidCells, Options, TimeZone};

/// Converts one table. Its memory becomes that of the record batch. [`Converter`] takes several tables and [`Options`].
///
/// # Errors
///
/// What does not fit ([`Error`]).
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
