//! The kinds of edit, by number, and the edits of pages.

mod operations;
mod parameters;
mod results;
mod service;
mod types;

use crate::{Row, pages};

#[must_use]
pub fn all() -> Vec<Row> {
    [service::rows(), operations::rows(), parameters::rows(), types::rows(), results::rows(), pages::rows()]
        .into_iter()
        .flatten()
        .collect()
}
