//! For tests: kinds of edit of a spec as data, and their real effects.
//!
//! A [`Row`] is an edit: one with a number, whose report is in the snapshots, or the edit on the page of a kind of change. [`systematic`] has all
//! small edits. [`api`] lists the public items of generated code, and writes code that uses all of them. [`compile`] finds the code that no longer
//! compiles after the edit, and [`wire`] the messages that the other version reads differently.
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
mod pages;
mod row;
pub mod rows;
pub mod systematic;
pub mod wire;

pub use row::{BASE, Row, line, transports};
