//! A change.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::{Affected, Class, Kind, Step};
use asmx_codegen::diagnostic::{nearest, quoted};
use asmx_codegen::model::Transport;

/// Where something stands in a spec or a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The file's name, as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// One thing that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// What kind of change it is.
    pub kind: Kind,
    /// The operation that it is about, by its name on the wire; `None` of the service as a whole and of its types.
    pub operation: Option<String>,
    /// What changed: `operations/Reports_GetBlocks/parameters/Limit`, by the new name where there is one.
    pub path: String,
    /// What it does, the most severe first. There is at least one.
    pub classes: Vec<Class>,
    /// The transports over which the change affects clients of the old version that call the new service.
    pub transports: Vec<Transport>,
    /// The transports over which the change affects clients of the new version that call the old service.
    pub transports_of_new_clients: Vec<Transport>,
    /// Whom it affects.
    pub affects: Vec<Affected>,
    /// The step of the version that it needs.
    pub step: Step,
    /// What changed, without its consequences, in one line. Names and values are between backquotes.
    pub what: String,
    /// What changed and its consequences, in one line.
    pub message: String,
    /// What to do about it, one line; empty if there is nothing to do.
    pub advice: String,
    /// Where it stood.
    pub old: Option<Position>,
    /// Where it stands.
    pub new: Option<Position>,
}

impl Change {
    /// The most severe of its classes.
    #[must_use]
    pub fn class(&self) -> Class {
        self.classes.iter().copied().max().unwrap_or(Class::Docs)
    }
}

/// All changes between two versions, in the order of the new one. What is gone comes where it was in the old one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Difference {
    /// The changes.
    pub changes: Vec<Change>,
}

impl Difference {
    /// The step of the version that all changes together need.
    #[must_use]
    pub fn step(&self) -> Step {
        self.changes.iter().map(|change| change.step).max().unwrap_or_default()
    }
}

/// A text that is not the code of a kind of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKind(String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "there is no kind of change {}", quoted(&self.0))?;
        match nearest(&self.0, Kind::ALL.iter().map(|kind| kind.as_str())) {
            Some(near) => write!(formatter, ": did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownKind {}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(code: &str) -> Result<Self, UnknownKind> {
        let kind = Self::ALL.iter().find(|kind| kind.as_str() == code);
        kind.copied().ok_or_else(|| UnknownKind(code.to_owned()))
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
