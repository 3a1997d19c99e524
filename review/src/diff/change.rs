//! A change, and whom it affects.

use super::Kind;
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
