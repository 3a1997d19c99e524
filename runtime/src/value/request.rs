//! Requests: their fields by position, and requests without generated types.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::Value;
use super::debug_value::DebugValue;
use super::declared::Declared;
use super::field::Field;
use super::request_check::{push_missing, unknown_value};
use super::secrets::ZeroisedValue;
use crate::operation::{InvalidValue, Member, Operation, Role};
use crate::results::Delimiters;

/// The parameters of one call, by position. Encoding, `Debug` and comparison are written once, over `dyn Request`.
pub trait Request: Any + Send + Sync {
    /// The operation that the request calls.
    fn operation(&self) -> &'static Operation;

    /// Visits each field, in the order of the operation's parameters.
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field));
}

impl dyn Request {
    /// Its fields, in the order of the operation's parameters.
    pub fn fields(&self) -> Vec<&dyn Field> {
        let mut fields = Vec::with_capacity(self.operation().parameters.len());
        self.visit(&mut |field| fields.push(field));
        fields
    }

    /// A copy without the generated type. Its values can be read by position and by name.
    pub fn to_dynamic(&self) -> DynamicRequest {
        let values = self.declared().map(|(parameter, field)| Declared::of_member(parameter, field).to_value());
        DynamicRequest::from_values(self.operation(), values.collect())
    }

    /// The fields with the parameters that declare them.
    pub(crate) fn declared(&self) -> impl Iterator<Item = (&'static Member, &dyn Field)> {
        self.operation().parameters.iter().zip(self.fields())
    }

    /// The text of the parameter with `role`.
    pub(crate) fn text_of(&self, role: Role) -> Option<Cow<'_, str>> {
        let position = self.operation().parameters.iter().position(|parameter| parameter.role == Some(role))?;
        self.fields().get(position)?.text()
    }

    /// The delimiters that the request asks the service to use in its result.
    pub fn delimiters(&self) -> Delimiters {
        let text = |role| self.text_of(role).map(Cow::into_owned);
        Delimiters {
            row: text(Role::RowDelimiter),
            column: text(Role::ColumnDelimiter),
            qualifier: text(Role::TextQualifier),
        }
    }

    /// The names of missing required parameters and members (`Book.Author.Name`).
    pub fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        self.declared().for_each(|(parameter, field)| push_missing(parameter, field, &mut missing));
        missing
    }

    /// The first text that its enumeration does not list, with the name of its parameter.
    pub fn unknown_value(&self) -> Option<(&'static str, InvalidValue)> {
        self.declared().find_map(|(parameter, field)| Some((parameter.name, unknown_value(parameter, field)?)))
    }

    /// Whether both requests have the same operation and equal values.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        let (one, two) = (self.fields(), other.fields());
        self.operation().name == other.operation().name
            && one.len() == two.len()
            && one.iter().zip(two).all(|(one, two)| one.equals(two))
    }
}

/// Writes a request with its wire names. Secrets are redacted, long values cut.
pub(crate) fn debug(request: &dyn Request, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut output = formatter.debug_struct(request.operation().name);
    for (parameter, field) in request.declared() {
        output.field(parameter.name, &DebugValue::of_member(parameter, field));
    }
    output.finish()
}

/// A request without a generated type, known by its descriptor only.
#[derive(Clone)]
pub struct DynamicRequest {
    operation: &'static Operation,
    values: Vec<Value<'static>>,
}

impl DynamicRequest {
    /// A request without values.
    pub fn new(operation: &'static Operation) -> Self {
        Self { operation, values: vec![Value::Null; operation.parameters.len()] }
    }

    /// Sets the parameter of that exact name.
    ///
    /// # Errors
    ///
    /// The operation has no such parameter, or the value is not of its type.
    pub fn set(&mut self, name: &str, value: impl Into<Value<'static>>) -> Result<(), SetParameterError> {
        let (index, parameter) = self
            .operation
            .parameter(name)
            .ok_or_else(|| SetParameterError::unknown(self.operation.name, self.operation.parameters, name))?;
        let invalid = |problem| SetParameterError::Invalid { parameter: parameter.name, problem };
        let value = value.into().canonical_member(parameter).map_err(invalid)?;
        if let Some(slot) = self.values.get_mut(index) {
            *slot = value;
        }
        Ok(())
    }

    /// Its values, in the order of the operation's parameters.
    pub fn values(&self) -> &[Value<'static>] {
        &self.values
    }

    /// Its values, in the order of the operation's parameters.
    pub fn into_values(self) -> Vec<Value<'static>> {
        self.values
    }

    /// A request from values that are valid for the descriptor.
    pub(crate) fn from_values(operation: &'static Operation, mut values: Vec<Value<'static>>) -> Self {
        values.resize(operation.parameters.len(), Value::Null);
        Self { operation, values }
    }
}

impl Request for DynamicRequest {
    fn operation(&self) -> &'static Operation {
        self.operation
    }

    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field)) {
        self.values.iter().for_each(|value| visitor(value));
    }
}

impl PartialEq for DynamicRequest {
    fn eq(&self, other: &Self) -> bool {
        self.operation.name == other.operation.name && self.values == other.values
    }
}

impl fmt::Debug for DynamicRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(self, formatter)
    }
}

/// A request in which some values, by position, replace its own.
pub(crate) struct FilledRequest {
    request: Arc<dyn Request>,
    values: Vec<(usize, ZeroisedValue)>,
}

impl FilledRequest {
    pub(crate) fn new(request: Arc<dyn Request>, values: Vec<(usize, Value<'static>)>) -> Self {
        let values = values.into_iter().map(|(position, value)| (position, ZeroisedValue(value))).collect();
        Self { request, values }
    }
}

impl Request for FilledRequest {
    fn operation(&self) -> &'static Operation {
        self.request.operation()
    }

    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field)) {
        let mut position = 0;
        self.request.visit(&mut |field| {
            let filled = self.values.iter().find(|(index, _)| *index == position);
            visitor(filled.map_or(field, |(_, value)| &value.0));
            position += 1;
        });
    }
}

/// The error of setting or reading a parameter of a [`DynamicRequest`] or a [common one](crate::credentials::CommonValues).
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetParameterError {
    /// The operation, or the service, declares no parameter of that name.
    #[error("{operation} has no parameter `{name}`; it has: {known}")]
    Unknown {
        /// The operation, or for a common parameter the service.
        operation: &'static str,
        /// The requested name.
        name: String,
        /// The known names.
        known: String,
    },
    /// The value is not of the parameter's type.
    #[error("parameter `{parameter}`: {problem}")]
    Invalid {
        /// The parameter.
        parameter: &'static str,
        /// The problem of the value.
        problem: InvalidValue,
    },
}

asmx_types::debug_is_a_sentence!(SetParameterError);

impl SetParameterError {
    pub(crate) fn unknown(operation: &'static str, parameters: &[Member], name: &str) -> Self {
        let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Self::Unknown { operation, name: name.to_owned(), known }
    }
}
