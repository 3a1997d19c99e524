//! Results as JSON.

use std::borrow::Cow;

use serde_json::{Map, Value as Json, json};

use super::names::{INNER, key};
use super::tables::tables;
use super::write::Writer;
use crate::call::samples;
use crate::operation::{Member, Operation, Place, Service, Style};
use crate::protocol::response_context::is_document;
use crate::results::DataSet;
use crate::value::field::{Field, View};
use crate::value::message::Message;
use crate::value::soap_header::SoapHeader;

/// Results as JSON, in a form of your choice.
#[derive(Clone, Copy)]
#[must_use = "a form does nothing until a result is written in it"]
pub struct Results<'a>(Writer<'a>);

impl<'a> Results<'a> {
    /// The form of [`result`].
    pub const fn new(service: &'a Service) -> Self {
        Self(Writer::new(service))
    }

    /// Writes each DataSet and DataTable as its tables, wherever it stands. One that cannot be read stays XML.
    pub const fn tables(self) -> Self {
        Self(self.0.with_tables(true))
    }

    /// Leaves out members that are marked as secret, or that have the role of a credential.
    pub const fn without_secrets(self) -> Self {
        Self(self.0.with_secrets(false))
    }

    /// As [`result`], in this form.
    pub fn result(self, operation: &Operation, message: &Message) -> Json {
        let writer = self.0;
        let is_bare = operation.messages.style == Style::Bare;
        if !operation.described {
            return match operation.outputs.iter().zip(message.parts()).next() {
                Some((output, part)) => match part.view() {
                    View::DataSet(data_set) => tables(data_set),
                    View::Document(document) => Json::from(document.as_str()),
                    _ => writer.value(output.kind, part),
                },
                None => Json::Null,
            };
        }
        // A bare message without parts is empty.
        if operation.outputs.is_empty() && is_bare {
            return Json::Null;
        }
        writer.parts(operation.outputs, is_bare, message.parts())
    }

    /// The DataSet that is the whole result in the form [`tables`](Self::tables), and the name of its part, if the result has names; `None` for
    /// other results. A result of many rows need not become values of JSON so.
    pub fn only_tables<'m>(
        self,
        operation: &Operation,
        message: &'m Message,
    ) -> Option<(Option<String>, Cow<'m, DataSet>)> {
        let ([output], mut parts) = (operation.outputs, message.parts()) else { return None };
        let part = parts.next().filter(|_| parts.next().is_none())?;
        match part.view() {
            View::DataSet(data_set) if !operation.described => Some((None, Cow::Borrowed(data_set))),
            View::Xml(xml)
                if operation.described
                    && operation.messages.style != Style::Bare
                    && output.place == Place::Element
                    && !output.repeated
                    && self.0.writes_tables(output) =>
            {
                let data_set = DataSet::read(format!("<x>{xml}</x>").as_bytes()).ok()?;
                Some((Some(key(output).into_owned()), Cow::Owned(data_set)))
            }
            _ => None,
        }
    }

    /// As [`bare_result`], in this form.
    pub fn bare_result(self, operation: &Operation, message: &Message) -> Json {
        if !operation.described {
            return self.result(operation, message);
        }
        match (operation.outputs.first(), message.parts().next()) {
            (Some(output), Some(value)) if is_document(output.kind) && !value.view().is_null() => {
                json!({ INNER: value.all_text() })
            }
            (Some(output), Some(value))
                if value.view() == View::Null && !output.repeated && output.kind.kind().is_value() =>
            {
                Json::from("")
            }
            (Some(output), Some(value)) => {
                let mut object = Map::new();
                self.0.push(&mut object, output, value);
                object.into_iter().next().map_or(Json::Null, |(_, value)| value)
            }
            _ => Json::Null,
        }
    }

    /// A value for each parameter of an operation, common parameters included, in the form that [`parameters`](super::parameters) reads. It
    /// does not change from call to call.
    pub fn sample_request(self, operation: &Operation) -> Json {
        let sample = |members: &[Member], is_bare| {
            let values = samples::of_parameters(members);
            self.0.parts(members, is_bare, values.iter().map(|value| value as &dyn Field))
        };
        let mut object = sample(self.0.service().common, false);
        let own = sample(operation.parameters, operation.messages.style == Style::Bare);
        if let (Json::Object(object), Json::Object(own)) = (&mut object, own) {
            object.extend(own);
        }
        object
    }

    /// As [`response_headers`](super::response_headers), in this form.
    pub fn response_headers(self, headers: &[SoapHeader]) -> Json {
        super::headers::written(self.0, headers)
    }
}

impl std::fmt::Debug for Results<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Results").finish_non_exhaustive()
    }
}

/// A result as JSON.
///
/// The result of a [described](Operation::described) operation is an object of the parts by element name, or in the style
/// [`Bare`](crate::descriptors::Style::Bare) by part name. [`response_headers`](super::response_headers) gives the headers.
///
/// For other operations strings and XML documents are strings, integers an array, and a missing result or null is null. A DataSet is
/// `{"tables":[{"name","columns":[{"name","type"}],"rows":[{…}]}]}`. A cell is the text from the response, because JSON numbers would lose
/// decimals and 64-bit integers, and DBNull is null. In a sparse table rows leave DBNull out: if a null in every cell would take more memory
/// than 40 times the response and 16 MiB.
pub fn result(service: &Service, operation: &Operation, message: &Message) -> Json {
    Results::new(service).result(operation, message)
}

/// A result in the form of GET and POST, as JSON. For a [described](Operation::described) operation it is the value of the first part without
/// its name, or null without parts. A document is `{"$inner": "<xml/>"}`, because it brings its root. A null of a value type is `""`, because it
/// comes as an empty element.
pub fn bare_result(service: &Service, operation: &Operation, message: &Message) -> Json {
    Results::new(service).bare_result(operation, message)
}
