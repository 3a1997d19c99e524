//! Columns of a result that a spec declares.

use super::Scalar;

/// A column that a spec declares for the table of an operation's result. The service may send further ones.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredColumn {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Scalar,
    /// Whether every row has a value; else it may be `DBNull`.
    pub required: bool,
    /// What it means, in Markdown ([`plain_text`](super::plain_text)); empty if the spec says nothing.
    pub doc: &'static str,
}

impl DeclaredColumn {
    /// A column that may be `DBNull`.
    pub const fn new(name: &'static str, kind: Scalar) -> Self {
        Self { name, kind, required: false, doc: "" }
    }

    /// States that every row has a value.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// States what it means.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }
}
