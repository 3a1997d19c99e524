//! The mistakes of JSON that is not a value of its type.

use serde_json::Value as Json;

use super::names::key;
use super::numbers::to_text;
use crate::operation::{InvalidValue, Member};
use crate::value::Value;

/// The most mistakes that are named.
pub(super) const MOST: usize = 20;

#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) path: String,
    pub(super) problem: Problem,
}

#[derive(Debug)]
pub(super) enum Problem {
    Invalid(InvalidValue),
    /// A name that no member of the structure has. The known names are those that the writer may give.
    UnknownMember {
        name: String,
        structure: &'static str,
        known: Vec<&'static str>,
    },
    /// Content that the description does not declare.
    Undeclared(String),
    /// A secret that the writer may not give.
    Withheld,
    Missing,
}

impl Unreadable {
    fn with(problem: Problem) -> Self {
        Self { path: String::new(), problem }
    }

    pub(super) fn undeclared(what: String) -> Self {
        Self::with(Problem::Undeclared(what))
    }

    /// A value that is not what is expected. Of arrays and objects nothing is shown: they may hold a secret.
    pub(super) fn new(json: &Json, expected: &str) -> Self {
        let text = match json {
            Json::Array(items) if !items.is_empty() => "[…]".to_owned(),
            Json::Object(members) if !members.is_empty() => "{…}".to_owned(),
            Json::String(text) if text.trim_start().starts_with(['[', '{']) => "\"…\"".to_owned(),
            json => to_text(json),
        };
        Self::of(InvalidValue::new(&text, expected))
    }

    /// Proposes a value in the place of this one, unless it may hold a secret.
    pub(super) fn proposing(mut self, instead: &str) -> Self {
        if let Problem::Invalid(problem) = &mut self.problem
            && instead.contains(problem.text.as_str())
        {
            problem.instead = problem.clone().proposing(instead).instead;
        }
        self
    }

    pub(super) fn of(problem: InvalidValue) -> Self {
        Self::with(Problem::Invalid(problem))
    }

    pub(super) fn unknown_member(name: &str, structure: &'static str, known: Vec<&'static str>) -> Self {
        Self::with(Problem::UnknownMember { name: name.to_owned(), structure, known })
    }

    pub(super) fn withheld(member: &Member) -> Self {
        Self::with(Problem::Withheld).under(&key(member))
    }

    pub(super) fn missing(name: &str) -> Self {
        Self::with(Problem::Missing).under(name)
    }

    pub(super) fn under(mut self, name: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{name}{dot}{}", self.path);
        self
    }
}

/// Mistakes in the order of the JSON. Reading ends after one more than [`MOST`].
#[derive(Debug, Default)]
pub(super) struct Mistakes(pub(super) Vec<Unreadable>);

impl From<Unreadable> for Mistakes {
    fn from(unreadable: Unreadable) -> Self {
        Self(vec![unreadable])
    }
}

impl Mistakes {
    pub(super) fn push(&mut self, unreadable: Unreadable) {
        self.0.push(unreadable);
    }

    /// The value of a part; its mistakes become those of the whole.
    pub(super) fn collect<T>(&mut self, read: Result<T, Self>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(Self(mistakes)) => {
                self.0.extend(mistakes);
                None
            }
        }
    }

    pub(super) fn are_enough(&self) -> bool {
        self.0.len() > MOST
    }

    /// The value, unless there are mistakes.
    pub(super) fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The place of the first mistake and its problem, for errors that have one.
    pub(super) fn first(self) -> (String, InvalidValue) {
        let Some(Unreadable { path, problem }) = self.0.into_iter().next() else {
            return (String::new(), InvalidValue::shape("value"));
        };
        let problem = match problem {
            Problem::Invalid(problem) => problem,
            Problem::UnknownMember { name, structure, .. } => {
                InvalidValue::new(&name, &format!("member of {structure}"))
            }
            Problem::Undeclared(_) | Problem::Withheld | Problem::Missing => {
                InvalidValue::shape("value of the declared type")
            }
        };
        (path, problem)
    }

    pub(super) fn under(self, name: &str) -> Self {
        Self(self.0.into_iter().map(|unreadable| unreadable.under(name)).collect())
    }

    pub(super) fn hidden_if(mut self, secret: bool) -> Self {
        for unreadable in &mut self.0 {
            if let Problem::Invalid(problem) = &mut unreadable.problem {
                *problem = problem.clone().hidden_if(secret);
            }
        }
        self
    }
}

pub(super) type Reading = Result<Value<'static>, Mistakes>;
