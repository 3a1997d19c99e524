//! The error of JSON that is not a value of its type.

use serde_json::Value as Json;

use super::numbers::to_text;
use crate::operation::InvalidValue;
use crate::value::Value;

#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) place: String,
    pub(super) problem: InvalidValue,
    /// The names of the members of a structure, if the problem is one that it does not have.
    pub(super) known: Vec<&'static str>,
    /// The content that the description does not declare, if that is the problem.
    pub(super) undeclared: Option<String>,
}

impl Unreadable {
    pub(super) fn undeclared(what: String) -> Self {
        Self { undeclared: Some(what), ..Self::of(InvalidValue::shape("value of the declared type")) }
    }

    pub(super) fn new(json: &Json, expected: &str) -> Self {
        Self::of(InvalidValue::new(&to_text(json), expected))
    }

    pub(super) fn of(problem: InvalidValue) -> Self {
        Self { place: String::new(), problem, known: Vec::new(), undeclared: None }
    }

    pub(super) fn under(mut self, name: &str) -> Self {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{name}{dot}{}", self.place);
        self
    }

    pub(super) fn hidden_if(self, secret: bool) -> Self {
        Self { problem: self.problem.hidden_if(secret), ..self }
    }
}

pub(super) type Reading = Result<Value<'static>, Unreadable>;
