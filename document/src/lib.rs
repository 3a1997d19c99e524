#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod descriptors;
mod document;
mod error;

pub use document::Document;
pub use error::DocumentError;

/// Makes the descriptors of a service. Every operation is described part by part by its
/// [outputs](asmx_types::Operation::outputs).
///
/// They live as long as the program, and the memory is not given back: do it once per service.
#[must_use]
pub fn service(model: &asmx_codegen::model::Service) -> &'static asmx_types::Service {
    descriptors::of_service(model)
}

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
