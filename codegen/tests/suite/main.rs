//! Specs: what is read, refused, resolved, generated and described.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod build;
mod diagnostics;
mod email_campaign;
mod emit;
#[allow(dead_code, reason = "each crate needs a part of it")]
mod growth;
mod layout;
#[allow(dead_code, reason = "each crate needs a part of it")]
#[path = "../../../tests/spec-edits/src/models.rs"]
mod models;
mod names;
mod resolve;
mod wsdl;
