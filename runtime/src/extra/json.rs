//! Calls by descriptor from JSON: parameters out of an object, results into a value. Every command line and gateway that has
//! no generated types stands on this.

use std::fmt;

use serde_json::{Map, Value as Json, json};

use crate::operation::{InvalidValue, Member, Operation, Service, Type};
use crate::results::DataSet;
use crate::results::table::{Row, Table};
use crate::value::Value;
use crate::value::content::Content;
use crate::value::request::{DynamicRequest, SetParameterError};

/// The parameters of a call, sorted by who declares them.
pub struct Parameters {
    /// The operation's own.
    pub request: DynamicRequest,
    /// The service's common ones that were given, each for [`Builder::common`](crate::Builder::common).
    pub common: Vec<(&'static str, Value<'static>)>,
    /// Those that nobody declares; only operations with an open parameter list have any.
    pub undeclared: Vec<(String, Value<'static>)>,
}

impl fmt::Debug for Parameters {
    /// Of common and undeclared parameters the names only.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let common: Vec<_> = self.common.iter().map(|(name, _)| name).collect();
        let undeclared: Vec<_> = self.undeclared.iter().map(|(name, _)| name).collect();
        let mut output = formatter.debug_struct("Parameters");
        output.field("request", &self.request).field("common", &common).field("undeclared", &undeclared).finish()
    }
}

/// Why an object cannot be a call's parameters.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The operation declares no parameter of that name, and its parameter list is not open.
    #[error("{operation} has no parameter `{name}`; it takes: {known}")]
    Unknown {
        /// The operation.
        operation: &'static str,
        /// The name asked for.
        name: String,
        /// The names it takes, common ones first.
        known: String,
    },
    /// A value is not of its parameter's type.
    #[error("parameter `{parameter}`: {problem}")]
    Invalid {
        /// The parameter.
        parameter: String,
        /// What is wrong.
        problem: InvalidValue,
    },
}

/// Reads a JSON object by wire name. A null or missing key is a parameter that is not given; numbers and booleans stand for
/// their text; arrays may have null items; structures are objects by member name.
///
/// # Errors
///
/// An unknown name, unless the operation's parameter list is open, or a value of the wrong type.
pub fn parameters(
    service: &'static Service,
    operation: &'static Operation,
    object: &Map<String, Json>,
) -> Result<Parameters, ParameterError> {
    let mut parameters =
        Parameters { request: DynamicRequest::new(operation), common: Vec::new(), undeclared: Vec::new() };
    for (name, json) in object {
        let is_secret = |parameter: &Member| parameter.name == name && parameter.secret;
        let secret = service.common.iter().chain(operation.parameters).any(is_secret);
        let invalid = |problem: InvalidValue| ParameterError::Invalid {
            parameter: name.clone(),
            problem: problem.hidden_if(secret),
        };
        if let Some(common) = service.common.iter().find(|parameter| parameter.name == name) {
            let value = typed(json, common.kind).map_err(invalid)?.canonical(common.kind).map_err(invalid)?;
            if !value.is_null() {
                parameters.common.push((common.name, value));
            }
        } else if let Some((_, parameter)) = operation.parameter(name) {
            let value = typed(json, parameter.kind).map_err(invalid)?;
            parameters.request.set(name, value).map_err(|error| refused(name, error))?;
        } else if operation.open {
            parameters.undeclared.push((name.clone(), untyped(json).map_err(invalid)?));
        } else {
            return Err(unknown(service, operation, name));
        }
    }
    Ok(parameters)
}

fn refused(name: &str, error: SetParameterError) -> ParameterError {
    match error {
        SetParameterError::Unknown { operation, name, known } => ParameterError::Unknown { operation, name, known },
        SetParameterError::Invalid { problem, .. } => ParameterError::Invalid { parameter: name.to_owned(), problem },
    }
}

fn unknown(service: &Service, operation: &'static Operation, name: &str) -> ParameterError {
    let names = service.common.iter().chain(operation.parameters).map(|parameter| parameter.name);
    let known: Vec<_> = names.collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    ParameterError::Unknown { operation: operation.name, name: name.to_owned(), known }
}

/// A value of a declared type.
fn typed(json: &Json, kind: Type) -> Result<Value<'static>, InvalidValue> {
    match (kind, json) {
        (_, Json::Null) => Ok(Value::Null),
        (Type::Scalar(_) | Type::Enumeration(_), json) => text(json).ok_or_else(|| invalid(json, &kind.name())),
        (Type::Array(array), Json::Array(items)) => {
            items.iter().map(|item| typed(item, array.item)).collect::<Result<_, _>>().map(Value::Array)
        }
        (Type::Structure(structure), Json::Object(members)) => {
            if let Some(name) =
                members.keys().find(|name| structure.members().iter().all(|member| member.name != *name))
            {
                return Err(InvalidValue::new(name, &format!("member of {}", structure.name)));
            }
            let member = |member: &Member| match members.get(member.name) {
                None | Some(Json::Null) => Ok(Value::absent(member)),
                Some(json) => typed(json, member.kind).map_err(|invalid| invalid.hidden_if(member.secret)),
            };
            structure.members().iter().map(member).collect::<Result<_, _>>().map(Value::Structure)
        }
        (kind, json) => Err(invalid(json, &kind.name())),
    }
}

/// A value that no descriptor types: text, or an array of texts.
fn untyped(json: &Json) -> Result<Value<'static>, InvalidValue> {
    match json {
        Json::Null => Ok(Value::Null),
        Json::Array(items) => items.iter().map(untyped).collect::<Result<_, _>>().map(Value::Array),
        json => text(json).ok_or_else(|| invalid(json, "text")),
    }
}

fn text(json: &Json) -> Option<Value<'static>> {
    match json {
        Json::String(text) => Some(Value::from(text.clone())),
        Json::Number(number) => Some(Value::from(number.to_string())),
        Json::Bool(value) => Some(Value::from(*value)),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

fn invalid(json: &Json, expected: &str) -> InvalidValue {
    InvalidValue::new(&json.to_string(), expected)
}

/// A result as JSON. Strings and XML documents are strings, integers an array, none and null are null; a DataSet is
/// `{"tables":[{"name","columns":[{"name","type"}],"rows":[{…}]}]}` with every cell as the text that was sent and DBNull as
/// null, because JSON numbers would lose decimals and 64-bit integers.
pub fn result(operation: &Operation, content: &Content) -> Json {
    match content {
        content if content.is_null() => Json::Null,
        Content::None => Json::Null,
        Content::String(text) => Json::from(text.as_str()),
        Content::Xml(document) => Json::from(document.as_str()),
        Content::Integers(integers) => integers.as_slice().iter().copied().collect(),
        Content::DataSet(data_set) => tables(data_set),
        Content::Typed(value) => match operation.result {
            crate::operation::ResultShape::Typed(kind) => typed_json(value, kind),
            _ => Json::Null,
        },
        Content::Message(message) => {
            let outputs = operation.outputs.iter().zip(&message.outputs);
            outputs
                .map(|(output, value)| (output.name.to_owned(), typed_json(value, output.kind)))
                .collect::<Map<_, _>>()
                .into()
        }
    }
}

fn tables(data_set: &DataSet) -> Json {
    let tables: Vec<Json> = data_set.tables().iter().map(table).collect();
    json!({ "tables": tables })
}

fn table(table: &Table) -> Json {
    let columns: Vec<Json> =
        table.columns().iter().map(|column| json!({ "name": column.name, "type": column.type_name() })).collect();
    let row = |row: Row<'_>| -> Json {
        row.cells().map(|(column, cell)| (column.name.clone(), Json::from(cell.text()))).collect::<Map<_, _>>().into()
    };
    let rows: Vec<Json> = table.iter().map(row).collect();
    json!({ "name": table.name(), "columns": columns, "rows": rows })
}

fn typed_json(value: &Value<'_>, kind: Type) -> Json {
    match (value, kind) {
        (Value::Null | Value::Nil, _) => Json::Null,
        (Value::Text(text) | Value::Xml(text), _) => Json::from(text.as_ref()),
        (Value::Choice(_) | Value::OfType(_) | Value::Attributes(_), _) => Json::Null,
        (Value::Array(items), Type::Array(array)) => items.iter().map(|item| typed_json(item, array.item)).collect(),
        (Value::Structure(values), Type::Structure(structure)) => {
            let members = structure.members().iter().zip(values);
            members
                .map(|(member, value)| (member.name.to_owned(), typed_json(value, member.kind)))
                .collect::<Map<_, _>>()
                .into()
        }
        (Value::Array(items) | Value::Structure(items), kind) => {
            items.iter().map(|item| typed_json(item, kind)).collect()
        }
    }
}
