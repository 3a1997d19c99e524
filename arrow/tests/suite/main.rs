//! Tables as Arrow record batches, and the writers of CSV, JSON lines and Parquet.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod any_table;
mod invalid_cells;
mod schema;
mod values;
mod without_copying;
mod writers;
