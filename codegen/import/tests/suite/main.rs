//! WSDL documents: what is imported, refused, and written as a spec.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod as_document;
mod build;
#[path = "../../../tests/suite/edited_bytes.rs"]
mod edited_bytes;
mod export;
mod genuine;
mod import;
#[allow(dead_code, reason = "each crate needs a part of it")]
#[path = "../../../../tests/spec-edits/src/models.rs"]
mod models;
mod only;
mod served_schemas;
mod spec_text;
#[path = "../../../tests/suite/xmllint.rs"]
mod xmllint;
