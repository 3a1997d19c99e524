//! Specs: what is read, refused, resolved, generated and described, by the library and by the command.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod build;
mod cli;
#[cfg(feature = "review")]
mod depth;
mod diagnostics;
#[cfg(feature = "review")]
mod diff;
mod diff_command;
#[cfg(feature = "review")]
mod diff_fields;
mod edited_bytes;
mod email_campaign;
mod emit;
mod export;
mod features;
#[cfg(feature = "review")]
mod fmt;
mod genuine;
mod guide;
#[cfg(feature = "import")]
mod import;
#[cfg(feature = "review")]
mod lint;
#[path = "../../../tests/spec-edits/src/models.rs"]
mod models;
mod mutations;
mod names;
mod new_crate;
mod only;
#[cfg(feature = "cli")]
mod project;
mod resolve;
#[cfg(feature = "cli")]
mod review_cli;
mod review_command;
mod spec_schema;
mod spec_text;
#[cfg(unix)]
mod template;
#[cfg(feature = "import")]
mod update;
mod wsdl;
