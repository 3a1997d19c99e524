//! For tests: services with types of every kind, described by their WSDL documents alone, and what was recorded of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "for tests, which fail by panicking"
)]

pub mod cases;
pub mod mirror;
pub mod normal;
pub mod pruned;
pub mod requests;
pub mod values;
