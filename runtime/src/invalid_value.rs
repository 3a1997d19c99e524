//! Values that are not of their parameter's type.

use std::fmt;

/// A value that is not of its parameter's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The offending text, cut if it is long.
    pub text: String,
    /// The type that was expected.
    pub expected: String,
}

impl InvalidValue {
    pub(crate) fn new(text: &str, expected: &str) -> Self {
        let cut: String = text.chars().take(40).collect();
        let text = if cut.len() == text.len() { cut } else { cut + "…" };
        Self { text, expected: expected.to_owned() }
    }

    pub(crate) fn shape(expected: &str) -> Self {
        Self { text: "a value of another shape".to_owned(), expected: expected.to_owned() }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not a valid {}", self.text, self.expected)
    }
}

impl std::error::Error for InvalidValue {}
