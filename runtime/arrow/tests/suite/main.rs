//! Tables as Arrow record batches, and the writers of CSV, JSON lines and Parquet.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod any_table;
mod invalid_cells;
mod schema;
mod values;
mod without_copying;
mod writers;

use asmx_dataset::table::ColumnType;

/// The types of columns.
const TYPES: [ColumnType; 15] = [
    ColumnType::String,
    ColumnType::Boolean,
    ColumnType::Byte,
    ColumnType::UnsignedByte,
    ColumnType::Short,
    ColumnType::UnsignedShort,
    ColumnType::Int,
    ColumnType::UnsignedInt,
    ColumnType::Long,
    ColumnType::UnsignedLong,
    ColumnType::Float,
    ColumnType::Double,
    ColumnType::Decimal,
    ColumnType::DateTime,
    ColumnType::Base64Binary,
];
