//! Errors of values of common parameters, which a builder or a client gets.

use crate::error::{Error, ErrorKind, Sentence, Setting};
use crate::operation::Service;
use crate::value::request::SetParameterError;

/// Refuses missing values. `required` has names of parameters and members (`Login.User`).
pub(super) fn check(service: &Service, required: &[String]) -> Result<(), Error> {
    let Some(first) = required.first() else { return Ok(()) };
    let all: Vec<_> = required.iter().map(|name| format!("`{name}`")).collect();
    let parameter = first.split('.').next().unwrap_or_default();
    let message = format!("{} requires {} with every call: give it with ", service.name, all.join(", "));
    let message = Sentence::from(message).setting(Setting::Common(parameter.to_owned()));
    Err(Error::new(ErrorKind::Configuration, message))
}

pub(super) fn message(mistake: SetParameterError) -> String {
    match mistake {
        SetParameterError::Unknown { operation, name, known } => {
            format!("{operation} has no common parameter `{name}`; it has: {known}")
        }
        invalid @ SetParameterError::Invalid { .. } => format!("common {invalid}"),
    }
}
