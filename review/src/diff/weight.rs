//! What a kind of change weighs.

use super::{Class, Step};

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
