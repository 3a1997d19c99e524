//! Reads results from JSON: the responses of mocks.

use std::mem::take;

use serde_json::Value as Json;

use super::index::Index;
use super::names::{REST, hint, known};
use super::parameters::read_part;
use super::read::Reader;
use super::rest;
use super::unreadable::{Mistakes, Problem, Unreadable};
use crate::operation::{InvalidValue, Member, Operation, Service};
use crate::value::Value;
use crate::value::message::Message;

/// The error of JSON that is not the result of an operation.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResultError {
    /// The response has no part of that name.
    #[error("the result of {operation} has no `{name}`{}", hint(name, known, "it has"))]
    Unknown {
        /// The operation.
        operation: &'static str,
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A structure declares no member of that name.
    #[error(
        "the result of {operation}: {}{}{}",
        location(.part), InvalidValue::new(name, &format!("member of {structure}")), hint(name, known, "it has")
    )]
    UnknownMember {
        /// The operation.
        operation: &'static str,
        /// The place in the result.
        part: String,
        /// The unknown name.
        name: String,
        /// The structure.
        structure: &'static str,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// A value is not of its type.
    #[error("the result of {operation}: {}{problem}", location(.part))]
    Invalid {
        /// The operation.
        operation: &'static str,
        /// The part of the response or a place in it: `FindOrdersResult[2].Id`. Empty for the result itself.
        part: String,
        /// The problem.
        problem: InvalidValue,
    },
}

asmx_types::debug_is_a_sentence!(ResultError);

fn location(part: &str) -> String {
    if part.is_empty() { String::new() } else { format!("`{part}`: ") }
}

/// Reads a result in the form of [`result`](super::result). A missing part is absent; `null` is a response without parts.
///
/// Texts keep their form, and an enumeration may have a value that it does not list.
///
/// # Errors
///
/// An unknown part, or a value of another type.
pub fn read_result(
    service: &'static Service,
    operation: &'static Operation,
    json: &Json,
) -> Result<Message, ResultError> {
    let index = Index::default();
    let reader = Reader::keeping(service, &index).open();
    let message = values(reader, operation.outputs, json).and_then(|values| {
        let mut message = Message::new(values);
        if let Some(json) = json.get(REST) {
            message.rest = rest::content(json).map_err(|unreadable| Misfit::Invalid(unreadable.under(REST).into()))?;
        }
        Ok(message)
    });
    message.map_err(|misfit| match misfit {
        Misfit::Unknown(name) => {
            ResultError::Unknown { operation: operation.name, name, known: known(operation.outputs.iter()) }
        }
        Misfit::Invalid(mut mistakes) => {
            let operation = operation.name;
            if let [Unreadable { path, problem: Problem::UnknownMember { name, structure, known } }, ..] =
                mistakes.0.as_mut_slice()
            {
                let (part, name, known) = (take(path), take(name), take(known));
                return ResultError::UnknownMember { operation, part, name, structure, known };
            }
            let (part, problem) = mistakes.first();
            ResultError::Invalid { operation, part, problem }
        }
    })
}

pub(super) enum Misfit {
    Unknown(String),
    Invalid(Mistakes),
}

/// The values of the parts, in their order.
pub(super) fn values(reader: Reader<'_>, outputs: &[Member], json: &Json) -> Result<Vec<Value<'static>>, Misfit> {
    let mut values = vec![Value::Null; outputs.len()];
    if json.is_null() {
        return Ok(values);
    }
    let Some(object) = json.as_object() else {
        return Err(Misfit::Invalid(Unreadable::new(json, "object of outputs").into()));
    };
    for name in object.keys().filter(|name| !reader.is_open() || *name != REST) {
        if !read_part(reader, outputs, (name, object), &mut values).map_err(Misfit::Invalid)? {
            return Err(Misfit::Unknown(name.clone()));
        }
    }
    Ok(values)
}
