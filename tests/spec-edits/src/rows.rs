//! The kinds of edit, in the order of the table.

mod operations;
mod parameters;
mod results;
mod service;
mod types;

use crate::Row;

/// Every row.
#[must_use]
pub fn all() -> Vec<Row> {
    [service::rows(), operations::rows(), parameters::rows(), types::rows(), results::rows()].into_iter().flatten().collect()
}
