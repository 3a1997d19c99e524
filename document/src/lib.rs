//! Descriptors of a service from its WSDL document or its spec, while the program runs: calls, servers, mocks and JSON of
//! `asmx-runtime` work from them as from generated ones.
//!
//! ```no_run
//! let document = asmx_document::Document::open("shop.wsdl")?;
//! for operation in document.service().operations {
//!     println!("{}", operation.name);
//! }
//! # Ok::<(), asmx_document::DocumentError>(())
//! ```
//!
//! * [`Document::open`] reads a file, and what it imports from files beside it; nothing is ever fetched from a network.
//! * [`Document::read`] reads bytes that stand alone.
//! * [`service`] makes the descriptors of a model that `asmx-codegen` read.
//!
//! Descriptors live as long as the program, and the memory is not given back: open a document once, not once per call.
#![forbid(unsafe_code)]

mod descriptors;
mod document;
mod error;

pub use document::Document;
pub use error::DocumentError;

/// Makes the descriptors of a service. Every operation returns a [`Message`](asmx_types::ResultShape::Message) of
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
