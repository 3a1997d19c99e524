//! The words for classes, steps and levels, which are the same in every format.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::{Affected, Class, Kind, Step};
use crate::diagnostic::{nearest, quoted};

impl Class {
    /// All of them, the most severe first.
    pub const ALL: [Self; 6] = [Self::Silent, Self::Wire, Self::Rust, Self::Behaviour, Self::Add, Self::Docs];

    /// Its word: `silent`, `wire`, `rust`, `behaviour`, `add` or `docs`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Wire => "wire",
            Self::Rust => "rust",
            Self::Behaviour => "behaviour",
            Self::Add => "add",
            Self::Docs => "docs",
        }
    }

    /// What it means, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Silent => "nothing fails, and something else happens",
            Self::Wire => "deployed clients fail",
            Self::Rust => "code that was written for the old version does not compile",
            Self::Behaviour => "the same code and the same bytes do something else",
            Self::Add => "something is new",
            Self::Docs => "only words changed",
        }
    }
}

impl Affected {
    /// Its word: `deployed-clients`, `rust-users` or `implementors`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DeployedClients => "deployed-clients",
            Self::RustUsers => "rust-users",
            Self::Implementors => "implementors",
        }
    }

    /// The word in a sentence.
    pub(super) const fn in_a_sentence(self) -> &'static str {
        match self {
            Self::DeployedClients => "deployed clients",
            Self::RustUsers => "Rust users",
            Self::Implementors => "implementors",
        }
    }
}

impl Step {
    /// Its word: `major`, `minor`, `patch` or `none`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Patch => "patch",
            Self::None => "none",
        }
    }

    /// What it asks of a version, before 1.0 too.
    pub(super) const fn in_a_sentence(self) -> &'static str {
        match self {
            Self::Major => "a major step of the version (before 1.0 a minor one)",
            Self::Minor => "a minor step of the version (before 1.0 a patch)",
            Self::Patch => "a patch of the version",
            Self::None => "no step of the version",
        }
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
