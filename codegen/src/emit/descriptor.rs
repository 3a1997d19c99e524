//! Texts and names that are the same in generated descriptors and in those that are made while a program runs.

use super::{documentation, text};
use crate::model::{NamedType, Operation, Service};

pub use super::documentation::limits;
pub use super::wsdl::Arrays as ArrayNames;

/// The documentation of an item as Markdown, as descriptors have it; empty if there is none.
#[must_use]
pub fn doc(doc: &[String]) -> String {
    documentation::sentences(doc).join("\n")
}

/// The documentation of an area as Markdown.
#[must_use]
pub fn area_doc(doc: &[String]) -> String {
    text::paragraphs(doc).join("\n")
}

/// The documentation of an operation as Markdown; its name if there is none.
#[must_use]
pub fn operation_doc(operation: &Operation) -> String {
    documentation::purpose(operation).join("\n")
}

/// The documentation of a service as Markdown; its name if there is none.
#[must_use]
pub fn service_doc(service: &Service) -> String {
    documentation::of_service(service).join("\n")
}

/// The documentation of a typed DataSet as Markdown; its name if there is none.
#[must_use]
pub fn data_set_doc(named: &NamedType) -> String {
    documentation::of_data_set(named).join("\n")
}
