#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod descriptors;
mod document;
mod known;

pub use document::{Document, DocumentError, documentation};

/// Makes the descriptors of a service. The [outputs](asmx_types::Operation::outputs) of every operation describe each part of its
/// response.
///
/// The descriptors live as long as the program. Equal models give the same ones.
#[must_use]
pub fn service(model: &asmx_codegen::model::Service) -> &'static asmx_types::Service {
    known::service(model)
}

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
