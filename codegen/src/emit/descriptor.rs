//! Texts and names that are the same in generated descriptors and in those that are made while a program runs.

use std::borrow::Cow;

use super::{documentation, text};
use crate::model::{
    ArrayType, Member, NamedType, Operation, Presence, ResultKind, Scalar, Service, Type, XmlKind, kinds,
};

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

/// Why an operation is deprecated, in Markdown.
#[must_use]
pub fn deprecated(why: &str) -> String {
    text::markdown(why)
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

/// The limits of an operation in words, in Markdown; `None` if there are none.
#[must_use]
pub fn limits(operation: &Operation) -> Option<String> {
    documentation::limits(operation)
}

/// The parts of an operation's response, whatever the spec calls its result.
#[must_use]
pub fn outputs<'o>(service: &Service, operation: &'o Operation) -> Cow<'o, [Member]> {
    let kind = match &operation.result.kind {
        ResultKind::Message => return Cow::Borrowed(&operation.outputs),
        ResultKind::None => return Cow::Borrowed(&[]),
        ResultKind::String | ResultKind::Delimited => Type::Scalar(Scalar::String),
        ResultKind::DataSet => Type::Xml(XmlKind::DataSet),
        ResultKind::Xml => Type::Xml(XmlKind::Content),
        ResultKind::Integers => Type::Array(Box::new(ArrayType::of(Type::Scalar(Scalar::Int), "int", false))),
        ResultKind::Typed(kind) => kind.clone(),
    };
    let usual = usual_output(service, operation, kind);
    let name = operation.result.element.clone().unwrap_or_else(|| usual.name.clone());
    Cow::Owned(vec![Member { name, ..usual }])
}

/// The part that a response has if the spec states nothing unusual of it.
pub(super) fn usual_output(service: &Service, operation: &Operation, kind: Type) -> Member {
    let is_value = kind.kind(kinds(&service.types)).is_value();
    let presence = if is_value { Presence::Required } else { Presence::Optional };
    Member::element(&format!("{}Result", operation.name), kind, presence)
}
