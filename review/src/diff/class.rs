//! How severe a change is, whom it affects and which step it needs, and the words for that, which are the same in every format.

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

/// What a kind of change is beside what clients and code meet with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weight {
    pub(super) class: Option<Class>,
    /// Something else happens and nothing fails, whatever travels.
    pub(super) is_silent: bool,
    pub(super) step: Option<Step>,
    pub(super) implementors: bool,
    /// It changes nothing of the interface in Rust and is noted: a version cannot say more of it than that something is new.
    pub(super) is_noted: bool,
}

impl Weight {
    pub(super) const NONE: Self =
        Self { class: None, is_silent: false, step: None, implementors: false, is_noted: false };

    pub(super) const fn docs(self) -> Self {
        Self { class: Some(Class::Docs), ..self }
    }

    pub(super) const fn add(self) -> Self {
        Self { class: Some(Class::Add), ..self }
    }

    pub(super) const fn behaviour(self) -> Self {
        Self { class: Some(Class::Behaviour), ..self }
    }

    pub(super) const fn silent(self) -> Self {
        Self { is_silent: true, ..self }
    }

    pub(super) const fn patch(self) -> Self {
        Self { step: Some(Step::Patch), ..self }
    }

    pub(super) const fn major(self) -> Self {
        Self { step: Some(Step::Major), ..self }
    }

    pub(super) const fn implementors(self) -> Self {
        Self { implementors: true, ..self }
    }

    pub(super) const fn noted(self) -> Self {
        Self { is_noted: true, ..self }
    }
}
