//! What is told of a value that is not of its type.

use std::fmt;

use crate::shown::{shortened, shown_line};

/// A value that is not of its parameter's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    /// The offending text, cut if it is long; `[redacted]` for a secret.
    pub text: String,
    /// The type that was expected.
    pub expected: String,
}

impl InvalidValue {
    #[doc(hidden)]
    pub fn new(text: &str, expected: &str) -> Self {
        Self { text: shortened(text, 40).into_owned(), expected: expected.to_owned() }
    }

    /// The same of a value that is a secret if `secret`: without its text.
    #[doc(hidden)]
    #[must_use]
    pub fn hidden_if(self, secret: bool) -> Self {
        if secret { Self { text: "[redacted]".to_owned(), ..self } } else { self }
    }

    #[doc(hidden)]
    pub fn shape(expected: &str) -> Self {
        Self { text: "a value of another shape".to_owned(), expected: expected.to_owned() }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not a valid {}", shown_line(&self.text), self.expected)?;
        match self.expected.as_str() {
            "base64Binary" => formatter.write_str("; give the Base64 of the bytes, such as `dG9rZW4=`"),
            "hexBinary" => formatter.write_str("; give the hexadecimal digits of the bytes, such as `746F6B656E`"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for InvalidValue {}
