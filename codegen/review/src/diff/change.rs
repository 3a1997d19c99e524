//! A change between two versions.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::{Affected, Bump, Class, FilePosition, Kind};
use crate::Words;
use asmx_codegen::diagnostic::{question, quoted};
use asmx_codegen::model::Transport;

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The kind.
    pub kind: Kind,
    /// The name of the operation on the wire; `None` for changes of the service as a whole and of types.
    pub operation: Option<String>,
    /// The path of the changed item, with new names if it still exists: `operations/Reports_GetBlocks/parameters/Limit`.
    pub path: String,
    /// The classes, the most severe first; at least one.
    pub classes: Vec<Class>,
    /// The transports over which the change affects clients of the old version that call the new service.
    pub transports: Vec<Transport>,
    /// The transports over which the change affects clients of the new version that call the old service.
    pub transports_of_new_clients: Vec<Transport>,
    /// The people and programs that it affects.
    pub affects: Vec<Affected>,
    /// The version bump that it needs.
    pub bump: Bump,
    /// Its names and values, without a sentence: the part of its fingerprint that tells two changes of one item apart.
    pub values: Vec<String>,
    /// The change and its consequences, in one line.
    pub message: String,
    /// Advice, in one line; empty if the change needs none. [`advice_in`](Self::advice_in) adds the setting that helps.
    pub advice: String,
    /// The old place.
    pub old: Option<FilePosition>,
    /// The new place.
    pub new: Option<FilePosition>,
}

impl Change {
    /// The most severe of its classes.
    #[must_use]
    pub fn class(&self) -> Class {
        self.classes.iter().copied().max().unwrap_or(Class::Docs)
    }

    /// The advice with the setting that helps, in the words of a front end.
    #[must_use]
    pub fn advice_in(&self, words: &Words) -> Cow<'_, str> {
        let setting = match self.kind {
            Kind::ScaleChanged | Kind::ColumnScaleChanged => words.scale,
            Kind::RowsChanged => words.rows,
            _ => None,
        };
        setting.map_or(Cow::Borrowed(&self.advice), |setting| Cow::Owned(format!("{}: {setting}", self.advice)))
    }
}

/// All changes between two versions, in the order of the new one. Removed items come at their old place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Difference {
    /// The changes.
    pub changes: Vec<Change>,
}

impl Difference {
    /// The version bump that all changes together need.
    #[must_use]
    pub fn bump(&self) -> Bump {
        self.changes.iter().map(|change| change.bump).max().unwrap_or_default()
    }
}

/// A text that is not the code of a kind of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKind(String);

impl fmt::Display for UnknownKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown kind of change {}", quoted(&self.0))?;
        match question(&self.0, Kind::ALL.iter().map(|kind| kind.as_str())) {
            Some(question) => write!(formatter, ": {question}"),
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
