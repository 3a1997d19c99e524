//! What serde says is wrong, as errors of cells.

use std::fmt::{self, Display};

use serde_core::de::{Error, Expected, Unexpected};

use super::super::error::{CellError, CellErrorCause};

impl CellError {
    /// The text is not what was expected; the text is added where it is known.
    pub(super) fn mismatch(expected: impl Display) -> Self {
        Self::of(CellErrorCause::Mismatch { text: String::new(), expected: expected.to_string() })
    }
}

impl Error for CellError {
    fn custom<T: Display>(reason: T) -> Self {
        Self::of(CellErrorCause::Refused { text: None, reason: reason.to_string() })
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::mismatch(expected)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::mismatch(OneOf(expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(CellErrorCause::NoSuchColumn { columns: Vec::new() }).in_column(field, None)
    }
}

/// A list of names to choose from.
struct OneOf(&'static [&'static str]);

impl Display for OneOf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => out.write_str("a variant, for there are none"),
            [only] => write!(out, "`{only}`"),
            names => write!(out, "one of `{}`", names.join("`, `")),
        }
    }
}
