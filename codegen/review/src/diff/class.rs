//! Severity of a change, whom it affects, and the version bump that it needs, with their names in all formats.

/// How severe a change is, the least severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Only documentation changed.
    Docs,
    /// Something is new. Code that does not use it is unaffected.
    Add,
    /// Code compiles and messages are unchanged, but a client behaves differently: for example, it repeats calls, or redacts values.
    Behaviour,
    /// Code for the old version does not compile.
    Rust,
    /// Deployed clients fail.
    Wire,
    /// No call fails, but values are lost or read wrongly, or calls are repeated.
    Silent,
}

/// The people and programs that a change affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Affected {
    /// Clients that were built for the old version and still call the service.
    DeployedClients,
    /// People who compile against the generated client.
    RustUsers,
    /// People who implement the generated trait.
    Implementors,
}

/// The version bump that a change needs. Before 1.0, a major bump raises the minor version, and a minor bump the patch version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Bump {
    /// No bump: nothing that is compiled or sent changed.
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

    /// `silent`, `wire`, `rust`, `behaviour`, `add` or `docs`.
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

    /// The meaning, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Silent => "no error, but different behaviour",
            Self::Wire => "deployed clients fail",
            Self::Rust => "code for the old version does not compile",
            Self::Behaviour => "the same code and messages behave differently",
            Self::Add => "something is new",
            Self::Docs => "only documentation changed",
        }
    }
}

impl Affected {
    /// `deployed-clients`, `rust-users` or `implementors`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DeployedClients => "deployed-clients",
            Self::RustUsers => "rust-users",
            Self::Implementors => "implementors",
        }
    }

    pub(super) const fn in_a_sentence(self) -> &'static str {
        match self {
            Self::DeployedClients => "deployed clients",
            Self::RustUsers => "Rust users",
            Self::Implementors => "implementors",
        }
    }
}

impl Bump {
    /// `major`, `minor`, `patch` or `none`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Patch => "patch",
            Self::None => "none",
        }
    }

    pub(super) const fn in_a_sentence(self) -> &'static str {
        match self {
            Self::Major => "a major version bump (before 1.0: minor)",
            Self::Minor => "a minor version bump (before 1.0: patch)",
            Self::Patch => "a patch version bump",
            Self::None => "no version bump",
        }
    }
}

/// The part of a kind's severity that does not depend on clients and code.
#[allow(clippy::struct_excessive_bools, reason = "independent words of a row, not a state")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Weight {
    pub(super) class: Option<Class>,
    /// Always silent, whatever is sent.
    pub(super) is_silent: bool,
    pub(super) bump: Option<Bump>,
    pub(super) implementors: bool,
    /// The Rust interface is unchanged, so a minor bump is enough.
    pub(super) is_noted: bool,
    /// It cannot cause a compile error.
    pub(super) annotates: bool,
}

impl Weight {
    pub(super) const NONE: Self =
        Self { class: None, is_silent: false, bump: None, implementors: false, is_noted: false, annotates: false };

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
        Self { bump: Some(Bump::Patch), ..self }
    }

    pub(super) const fn major(self) -> Self {
        Self { bump: Some(Bump::Major), ..self }
    }

    pub(super) const fn implementors(self) -> Self {
        Self { implementors: true, ..self }
    }

    pub(super) const fn noted(self) -> Self {
        Self { is_noted: true, ..self }
    }

    pub(super) const fn annotates(self) -> Self {
        Self { annotates: true, ..self }
    }
}
