//! The kinds of edit, in the order of the table, and those that it has not.

mod operations;
mod others;
mod parameters;
mod results;
mod service;
mod types;

use crate::Row;

/// Every row.
#[must_use]
pub fn all() -> Vec<Row> {
    [service::rows(), operations::rows(), parameters::rows(), types::rows(), results::rows(), others::rows()]
        .into_iter()
        .flatten()
        .collect()
}
