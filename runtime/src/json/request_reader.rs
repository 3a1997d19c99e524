//! Reads requests that others write, by the rules for them.

use std::fmt;

use serde_json::{Map, Value as Json};

use super::headers::read_headers;
use super::index::Index;
use super::parameter_error::ParameterError;
use super::parameters::{Parameters, read};
use super::read::Reader;
use super::request_rules::RequestRules;
use crate::operation::{Operation, Service};
use crate::value::soap_header::SoapHeader;

/// Reads requests that others write, such as the callers of a gateway, and reports every mistake that they can mend.
///
/// Beside the mistakes of [`parameters`](super::parameters) these are: members that the writer may not give, or lacks although it must give
/// them; a number or a boolean in the place of a text; an abstract structure without `$type`.
#[derive(Clone, Copy)]
#[must_use = "a reader does nothing until it reads"]
pub struct RequestReader<'r> {
    service: &'static Service,
    operation: &'static Operation,
    rules: &'r dyn RequestRules,
    has_part_names: bool,
    is_unchecked: bool,
}

impl fmt::Debug for RequestReader<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RequestReader").field("operation", &self.operation.name).finish_non_exhaustive()
    }
}

impl<'r> RequestReader<'r> {
    /// A reader of requests of an operation.
    pub const fn new(service: &'static Service, operation: &'static Operation, rules: &'r dyn RequestRules) -> Self {
        Self { service, operation, rules, has_part_names: false, is_unchecked: false }
    }

    /// Names missing parameters by their parts, as GET and POST do. By default only bare messages do.
    pub const fn with_part_names(mut self, on: bool) -> Self {
        self.has_part_names = on;
        self
    }

    /// Leaves it to the service whether texts are of their types. Numbers and booleans stay what they are.
    pub const fn unchecked(mut self, on: bool) -> Self {
        self.is_unchecked = on;
        self
    }

    /// Reads the parameters of the request.
    ///
    /// # Errors
    ///
    /// The mistakes, at most 20; [`ParameterError::More`] follows if there are more.
    pub fn parameters(self, object: &Map<String, Json>) -> Result<Parameters, ParameterError> {
        read(self.reader(&Index::default()), self.operation, object, self.has_part_names)
    }

    /// Reads the SOAP headers of the request, as [`headers`](super::headers).
    ///
    /// # Errors
    ///
    /// As for [`parameters`](Self::parameters).
    pub fn headers(self, object: &Map<String, Json>) -> Result<Vec<SoapHeader>, ParameterError> {
        read_headers(self.reader(&Index::default()), self.operation, object)
    }

    fn reader<'i>(self, index: &'i Index) -> Reader<'i>
    where
        'r: 'i,
    {
        let reader = if self.is_unchecked { Reader::of_kinds } else { Reader::checking };
        reader(self.service, index).with_rules(self.rules).strict()
    }
}
