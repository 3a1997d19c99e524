//! DataSets and rows: recorded, written and read again, as tables and as serde values.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod bare_rows;
mod data_set_recorded;
mod data_set_round_trip;
mod hostile_schemas;
mod leftover;
mod results;
mod system_data;
mod table_rows;
