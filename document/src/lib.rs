#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod descriptors;
mod document;

pub use document::{Document, DocumentError, documentation};

/// Makes the descriptors of a service. The [outputs](asmx_types::Operation::outputs) of every operation describe each part of its
/// response.
///
/// The descriptors live as long as the program, and their memory is never freed: call this once per service.
#[must_use]
pub fn service(model: &asmx_codegen::model::Service) -> &'static asmx_types::Service {
    descriptors::of_service(model)
}

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
