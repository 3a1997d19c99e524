//! A text that is not a value of the type asked for.

use std::fmt;

/// Why a text is not a value of an XML Schema type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidText {
    type_name: &'static str,
    text: String,
    reason: &'static str,
}

impl InvalidText {
    /// How many characters of the text are shown.
    const SHOWN: usize = 60;

    pub(crate) fn new(type_name: &'static str, text: &str, reason: &'static str) -> Self {
        Self { type_name, text: Self::cut(text), reason }
    }

    /// As much of a text as is shown.
    #[doc(hidden)]
    pub fn cut(text: &str) -> String {
        crate::shortened(text, Self::SHOWN).into_owned()
    }

    /// The local name of the type that was asked for, such as `int`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// The text, cut after 60 characters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is wrong with it.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.reason
    }
}

impl fmt::Display for InvalidText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} is not a value of type {}: {}", self.text, self.type_name, self.reason)
    }
}

impl std::error::Error for InvalidText {}
