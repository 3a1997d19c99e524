//! The command: what it prints and writes, the crates that it makes, and specs that follow a newer document.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

#[path = "../../../codegen/import/tests/suite/as_document.rs"]
mod as_document;
#[cfg(feature = "call")]
mod call;
mod cli;
mod depth;
mod diff_base;
mod diff_command;
#[allow(dead_code, reason = "each crate needs a part of it")]
#[path = "../../../codegen/tests/suite/growth.rs"]
mod growth;
mod guide;
#[allow(dead_code, reason = "each crate needs a part of it")]
#[path = "../../../tests/spec-edits/src/models.rs"]
mod models;
mod new_crate;
mod other_files;
mod project;
#[cfg(all(target_os = "linux", feature = "call"))]
mod reads;
#[cfg(all(unix, feature = "call"))]
mod release_packages;
mod review_cli;
mod spec_schema;
#[cfg(unix)]
mod template;
mod update;
#[path = "../../../codegen/tests/suite/xmllint.rs"]
mod xmllint;
