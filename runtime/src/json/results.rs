//! Results as JSON.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value as Json};

use super::names::key;
use super::parameters::Parameters;
use super::undeclared_secrets::UndeclaredSecrets;
use super::write::{Writer, untyped};
use crate::call::samples;
use crate::operation::{Member, Operation, Place, Service, Style};
use crate::results::table::HiddenFacts;
use crate::results::{DataSet, read_json};
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

    /// Writes each DataSet and DataTable as it came: a schema and a diffgram.
    pub const fn as_they_came(self) -> Self {
        Self(self.0.as_they_came())
    }

    /// Adds to tables what their schema says beside the types of columns: for programs that write them in other forms than JSON.
    pub const fn with_schema_facts(self) -> Self {
        Self(self.0.with_schema_facts())
    }

    /// Leaves out members that are marked as secret, or that have the role of a credential.
    pub const fn without_secrets(self) -> Self {
        Self(self.0.with_secrets(false))
    }

    /// Leaves out undeclared elements, attributes and SOAP headers by their names. The columns of DataSets and declared XML are data.
    pub const fn hiding(self, undeclared: &'a UndeclaredSecrets) -> Self {
        Self(self.0.hiding(undeclared))
    }

    /// As [`result`], in this form.
    pub fn result(self, operation: &Operation, message: &Message) -> Json {
        Self::written(self.0, operation, message)
    }

    /// As [`result`](Self::result), and the number of facts of its DataSets that their tables do not show: none if they are
    /// [as they came](Self::as_they_came).
    pub fn result_and_hidden_facts(self, operation: &Operation, message: &Message) -> (Json, HiddenFacts) {
        let hidden = Mutex::default();
        let result = Self::written(self.0.counting(&hidden), operation, message);
        (result, hidden.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn written(writer: Writer<'_>, operation: &Operation, message: &Message) -> Json {
        if let Some(own) = message.own_json() {
            return read_json(own).unwrap_or_else(|_| Json::from(own));
        }
        let writer = writer.of_result(operation);
        let mut parts = writer.parts(operation.outputs, operation.messages.style == Style::Bare, message.parts());
        writer.push_content(&mut parts, &message.rest);
        parts.into()
    }

    /// The DataSet that is the whole result as its tables, and the key of its part; `None` for
    /// other results. A result of many rows need not become values of JSON so.
    pub fn only_tables<'m>(self, operation: &Operation, message: &'m Message) -> Option<(String, Cow<'m, DataSet>)> {
        let ([output], mut parts) = (operation.outputs, message.parts()) else { return None };
        if !message.rest.0.is_empty() {
            return None;
        }
        let part = parts.next().filter(|_| parts.next().is_none())?;
        let is_by_name = operation.messages.style != Style::Bare && output.place == Place::Element && !output.repeated;
        let described = |data_set| self.0.of_result(operation).described(output.kind, data_set);
        match part.view() {
            View::DataSet(data_set) if is_by_name && self.0.writes_tables(output) => {
                Some((key(output).into_owned(), described(Cow::Borrowed(data_set))))
            }
            View::Xml(xml) if is_by_name && self.0.writes_tables(output) => {
                let data_set = DataSet::read(format!("<x>{xml}</x>").as_bytes()).ok()?;
                Some((key(output).into_owned(), described(Cow::Owned(data_set))))
            }
            _ => None,
        }
    }

    /// A value for each parameter of an operation, common parameters included, in the form that [`parameters`](super::parameters) reads. It
    /// does not change from call to call.
    pub fn sample_request(self, operation: &Operation) -> Json {
        let sample = |members: &[Member], has_part_names| {
            let values = samples::of_parameters(members);
            self.0.parts(members, has_part_names, values.iter().map(|value| value as &dyn Field))
        };
        let mut object = sample(self.0.service().common, false);
        object.extend(sample(operation.parameters, operation.messages.style == Style::Bare));
        object.into()
    }

    /// The parameters that were read for an operation, each by one name: in bare messages, and with `has_part_names`, that of its part.
    #[must_use]
    pub fn request(self, operation: &Operation, parameters: &Parameters, has_part_names: bool) -> Map<String, Json> {
        let has_part_names = has_part_names || operation.messages.style == Style::Bare;
        let mut object = Map::new();
        for (name, value) in &parameters.common {
            if let Some(member) = self.0.service().common.iter().find(|member| member.name == *name) {
                let member = std::slice::from_ref(member);
                object.extend(self.0.parts(member, has_part_names, std::iter::once(value as &dyn Field)));
            }
        }
        let own = parameters.request.values().iter().map(|value| value as &dyn Field);
        object.extend(self.0.parts(operation.parameters, has_part_names, own));
        object.extend(parameters.undeclared.iter().map(|(name, value)| (name.clone(), untyped(value))));
        object
    }

    /// As [`response_headers`](super::response_headers), in this form.
    pub fn response_headers(self, headers: &[SoapHeader]) -> Json {
        super::headers::to_json(self.0, headers)
    }
}

impl std::fmt::Debug for Results<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Results").finish_non_exhaustive()
    }
}

/// A result as JSON: an object of its parts by element name, or in the style [`Bare`](crate::descriptors::Style::Bare) by part name, whatever
/// the transport. [`response_headers`](super::response_headers) gives the headers.
///
/// The kind of a value follows from its type: integers of at most 32 bits, booleans and floating-point numbers are values of JSON; `long`,
/// `unsignedLong`, `integer` and `decimal` are strings, because numbers of JSON would lose digits. An object of a
/// [family](crate::descriptors::Structure::is_of_family) begins with `$type`. A DataSet or DataTable is
/// `{"tables":[{"name","columns":[{"name","type"}],"rows":[{…}]}]}`; [`Results::as_they_came`] gives its XML. `DBNull` is null. In a sparse table
/// rows leave `DBNull` out: if a null in every cell would take more memory than 40 times the response and 16 MiB.
pub fn result(service: &Service, operation: &Operation, message: &Message) -> Json {
    Results::new(service).result(operation, message)
}
