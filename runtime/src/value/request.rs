//! Requests: typed ones, which generated code defines, and dynamic ones, which only a descriptor describes.

use std::any::Any;
use std::fmt;

use super::Value;
use super::content::ResultType;
use super::field::Field;
use super::request_check::{push_missing, unknown_value};
use crate::operation::{InvalidValue, Operation, Parameter, Role, Scalar, Type};
use crate::results::Delimiters;

/// The parameters of one call, read and filled by position. Usable as `dyn`: encoding, decoding, `Debug` and comparison are
/// written once over it.
pub trait Request: Any + Send + Sync {
    /// The operation that the request calls.
    fn operation(&self) -> &'static Operation;

    /// Shows each of its fields to `visitor`, in the order of the operation's parameters.
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(&'a dyn Field));
}

/// A request that knows the type of its answer: those that generated code defines. Its default is the one of which nothing is
/// given.
pub trait TypedRequest: Request + Default {
    /// What its operation answers.
    type Answer: ResultType;

    /// Hands each of its fields to `visitor`, in the order of the operation's parameters.
    fn visit_mut(&mut self, visitor: &mut dyn FnMut(&mut dyn Field));
}

impl dyn Request {
    /// Its fields, in the order of the operation's parameters.
    pub fn fields(&self) -> Vec<&dyn Field> {
        let mut fields = Vec::with_capacity(self.operation().parameters.len());
        self.visit(&mut |field| fields.push(field));
        fields
    }

    /// Its values, in the order of the operation's parameters.
    pub fn values(&self) -> Vec<Value<'_>> {
        self.fields().into_iter().map(Field::get).collect()
    }

    /// The value of the parameter that has `role`.
    pub fn value_of(&self, role: Role) -> Option<Value<'_>> {
        let index = self.operation().parameters.iter().position(|parameter| parameter.role == Some(role))?;
        self.fields().into_iter().nth(index).map(Field::get)
    }

    /// The delimiters that the request asks the service to use in its result.
    pub fn delimiters(&self) -> Delimiters {
        let text = |role| self.value_of(role).and_then(|value| value.as_text().map(str::to_owned));
        Delimiters {
            row: text(Role::RowDelimiter),
            column: text(Role::ColumnDelimiter),
            qualifier: text(Role::TextQualifier),
        }
    }

    /// The names of what is required and was not given, members of structures with the parameters that hold them
    /// (`Book.Author.Name`).
    pub fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for (parameter, value) in self.operation().parameters.iter().zip(self.values()) {
            push_missing(parameter, "", &value, &mut missing);
        }
        missing
    }

    /// The first text that is no value of its enumeration, with the name of the parameter that holds it.
    pub fn unknown_value(&self) -> Option<(&'static str, InvalidValue)> {
        let mut parameters = self.operation().parameters.iter().zip(self.values());
        parameters.find_map(|(parameter, value)| {
            Some((parameter.name, unknown_value(parameter.kind, &value)?.hidden_if(parameter.secret)))
        })
    }
}

/// Fills `request` from values in the order of the operation's parameters; what is missing is as if it was not given.
pub(crate) fn fill<R: TypedRequest>(values: Vec<Value<'static>>) -> Result<R, (usize, InvalidValue)> {
    let mut request = R::default();
    let mut filling = Filling { values: values.into_iter().enumerate(), failure: None };
    request.visit_mut(&mut |field| filling.fill(field));
    filling.failure.map_or(Ok(request), Err)
}

/// Values on their way into fields, apart from the request's type so that this is compiled once.
struct Filling {
    values: std::iter::Enumerate<std::vec::IntoIter<Value<'static>>>,
    failure: Option<(usize, InvalidValue)>,
}

impl Filling {
    fn fill(&mut self, field: &mut dyn Field) {
        if let Some((index, value)) = self.values.next()
            && let Err(invalid) = field.set(value)
        {
            self.failure.get_or_insert((index, invalid));
        }
    }
}

/// Writes a request with its wire names: secrets redacted, long values cut.
pub(crate) fn debug(request: &dyn Request, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let operation = request.operation();
    let mut output = formatter.debug_struct(operation.name);
    for (parameter, value) in operation.parameters.iter().zip(request.values()) {
        output.field(parameter.name, &Shown { kind: parameter.kind, secret: parameter.secret, value: &value });
    }
    output.finish()
}

/// A value as people may see it.
pub(crate) struct Shown<'a> {
    pub(crate) kind: Type,
    pub(crate) secret: bool,
    pub(crate) value: &'a Value<'a>,
}

/// Characters of a text, and items of an array, that `Debug` shows.
const SHOWN: usize = 80;

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.kind) {
            (Value::Null, _) => formatter.write_str("null"),
            _ if self.secret => formatter.write_str("[redacted]"),
            // Numbers, dates and truth values: what cannot be taken for something else.
            (Value::Text(text), Type::Scalar(scalar))
                if !matches!(scalar, Scalar::String | Scalar::AnyUri) && text.len() <= SHOWN =>
            {
                formatter.write_str(text)
            }
            (Value::Text(text), _) => match text.char_indices().nth(SHOWN) {
                None => write!(formatter, "{text:?}"),
                Some((end, _)) => {
                    write!(formatter, "{:?}… ({} bytes)", text.get(..end).unwrap_or_default(), text.len())
                }
            },
            (Value::Structure(values), Type::Structure(structure)) => {
                let mut output = formatter.debug_struct(structure.name);
                for (member, value) in structure.members.iter().zip(values) {
                    output.field(member.name, &Shown { kind: member.kind, secret: member.secret, value });
                }
                output.finish()
            }
            (Value::Array(items) | Value::Structure(items), kind) => {
                let kind = if let Type::Array(array) = kind { array.item } else { kind };
                let shown = items.iter().take(SHOWN).map(|value| Shown { kind, secret: false, value });
                formatter.debug_list().entries(shown).finish()?;
                if items.len() > SHOWN { write!(formatter, "… ({} items)", items.len()) } else { Ok(()) }
            }
        }
    }
}

/// A request for an operation that is known by its descriptor only.
#[derive(Clone)]
pub struct DynamicRequest {
    operation: &'static Operation,
    values: Vec<Value<'static>>,
}

impl DynamicRequest {
    /// A request of which nothing is given.
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
        let invalid = |problem: InvalidValue| SetParameterError::Invalid {
            parameter: parameter.name,
            problem: problem.hidden_if(parameter.secret),
        };
        let value = value.into().canonical(parameter.kind).map_err(invalid)?;
        if let Some(place) = self.values.get_mut(index) {
            *place = value;
        }
        Ok(())
    }

    /// Its values, in the order of the operation's parameters.
    pub fn values(&self) -> &[Value<'static>] {
        &self.values
    }

    /// A request from values that were checked against the descriptor.
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

/// Why a parameter of a [`DynamicRequest`], or a [common one](crate::CommonValues), could not be set or read.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetParameterError {
    /// The operation, or the service, declares no parameter of that name.
    #[error("{operation} has no parameter `{name}`; it has: {known}")]
    Unknown {
        /// The operation; of a common parameter the service.
        operation: &'static str,
        /// The name asked for.
        name: String,
        /// The names it has.
        known: String,
    },
    /// The value is not of the parameter's type.
    #[error("parameter `{parameter}`: {problem}")]
    Invalid {
        /// The parameter.
        parameter: &'static str,
        /// What is wrong with the value.
        problem: InvalidValue,
    },
}

impl SetParameterError {
    /// `operation` has `parameters`, none of which is called `name`.
    pub(crate) fn unknown(operation: &'static str, parameters: &[Parameter], name: &str) -> Self {
        let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Self::Unknown { operation, name: name.to_owned(), known }
    }
}
