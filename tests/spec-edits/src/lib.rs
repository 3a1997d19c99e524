//! For tests: kinds of edit of a spec as data, and what each of them really does.
//!
//! A [`Row`] is an edit, and the snapshots say what a comparison tells of each; [`systematic`] has all small edits there are. [`api`] lists the public items of generated code and writes code that
//! uses all of them; [`compile`] finds out which of that code compiles after the edit; [`wire`] which messages of one version mean
//! something else to the other one.
#![forbid(unsafe_code)]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::pedantic,
    clippy::unwrap_used,
    missing_docs,
    reason = "for tests, which fail by panicking"
)]

pub mod api;
pub mod compile;
#[allow(dead_code, clippy::pedantic, clippy::indexing_slicing, reason = "as the tests of the generator have it")]
pub mod models;
mod row;
pub mod rows;
pub mod systematic;
pub mod wire;

pub use row::{BASE, Row, line, transports};
