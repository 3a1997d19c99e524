//! The index of a document, for completions: a file beside the documents of addresses.

mod content;
mod file;
mod written;

pub(super) use content::{Index, Kind, Parameter};
pub(super) use file::of;
