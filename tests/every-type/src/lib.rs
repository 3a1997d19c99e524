//! For tests: values of every type, as JSON on either side of a call.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "for tests, which fail by panicking"
)]

pub mod mirror;
pub mod one_form;
pub mod pruned;
pub mod values;
