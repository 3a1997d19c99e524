//! The kinds of edit, by number, and further ones.

mod operations;
mod others;
mod parameters;
mod results;
mod service;
mod types;

use crate::Row;

#[must_use]
pub fn all() -> Vec<Row> {
    [service::rows(), operations::rows(), parameters::rows(), types::rows(), results::rows(), others::rows()]
        .into_iter()
        .flatten()
        .collect()
}
