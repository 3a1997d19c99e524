//! A change, whom it affects, and the words for it, which are the same in every format.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::Kind;
use crate::diagnostic::{nearest, quoted};
use crate::model::Transport;

/// How severe a change is, the least severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Only words changed.
    Docs,
    /// Something is new. Nothing changes for those who do not use it.
    Add,
    /// The same code compiles and the same bytes are sent, but a client behaves differently: it repeats, redacts, limits or decodes otherwise.
    Behaviour,
    /// Code that was written for the old version does not compile.
    Rust,
    /// Deployed clients fail.
    Wire,
    /// Nothing fails, but values are lost or read wrongly.
    Silent,
}

/// Who is affected by a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Affected {
    /// Clients that were built for the old version and go on calling the service.
    DeployedClients,
    /// People who compile against the generated client.
    RustUsers,
    /// People who implement the generated trait.
    Implementors,
}

/// The step of a semantic version that a change needs. Below 1.0 a major step raises the minor version, and a minor step the patch version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Step {
    /// None: nothing that is compiled or sent changed.
    #[default]
    None,
    /// The last number.
    Patch,
    /// The middle number.
    Minor,
    /// The first number.
    Major,
}

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
