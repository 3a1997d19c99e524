//! The words of front ends.

use crate::diff::Class;

/// The words of a front end for the choices that sentences of this crate mention.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The setting by which changes of this class and of more severe ones fail a run.
    pub fail_on: fn(Class) -> String,
    /// The form of a report that lists every change.
    pub all_changes: &'static str,
    /// The clause that says how to keep the old type of a decimal in Arrow and Parquet; `None` if the front end writes neither.
    pub scale: Option<&'static str>,
    /// The clause that says how to keep the old path of rows; `None` if the front end writes no tables.
    pub rows: Option<&'static str>,
    /// The setting by which warnings of an import become mistakes.
    pub strict: &'static str,
}

impl Words {
    /// The words of the API of Rust.
    pub const API: Self = Self {
        fail_on: |class| format!("`FailOn::Class(Class::{class:?})`"),
        all_changes: "`render::json`",
        scale: None,
        rows: None,
        strict: "`Import::strict`",
    };
}

impl Default for Words {
    fn default() -> Self {
        Self::API
    }
}
