//! Specs: what is read, refused, resolved, generated and described, by the library and by the command.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod build;
mod cli;
mod diagnostics;
#[cfg(feature = "review")]
mod diff;
mod email_campaign;
mod emit;
mod export;
mod features;
mod genuine;
mod guide;
#[cfg(feature = "import")]
mod import;
mod models;
mod mutations;
mod names;
mod new_crate;
mod only;
mod resolve;
mod spec_schema;
mod spec_text;
#[cfg(feature = "import")]
mod update;
mod wsdl;
