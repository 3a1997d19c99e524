//! Comparisons, lints and the layout of specs.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod diff;
mod diff_fields;
#[path = "../../../tests/suite/edited_bytes.rs"]
mod edited_bytes;
mod fmt;
#[allow(dead_code, reason = "each crate needs a part of it")]
#[path = "../../../tests/suite/growth.rs"]
mod growth;
mod lint;
#[allow(dead_code, reason = "each crate needs a part of it")]
#[path = "../../../../tests/spec-edits/src/models.rs"]
mod models;
mod mutations;
