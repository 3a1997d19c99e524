//! From text to value and back.

use std::borrow::Cow;
use std::fmt;

use asmx_types::lexical::numbers;

/// A type whose values travel as text.
pub trait Lexical: Sized {
    /// The local name of the XML Schema type, such as `int`.
    const TYPE_NAME: &'static str;

    /// Reads the text of an element or attribute, as a genuine server does.
    ///
    /// # Errors
    ///
    /// [`InvalidText`] if the text is not a value of this type.
    fn parse(text: &str) -> Result<Self, InvalidText>;

    /// The text to send.
    fn lexical(&self) -> Cow<'_, str>;
}

impl Lexical for String {
    const TYPE_NAME: &'static str = "string";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        Ok(text.to_owned())
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Lexical for bool {
    const TYPE_NAME: &'static str = "boolean";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        numbers::boolean(text).map_err(|reason| InvalidText::new(Self::TYPE_NAME, text, reason))
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }
}

/// Implements the traits of a type that holds its text in `text`: equality, hash and display are those of the text.
/// It implements [`Lexical`] by `Self::read`.
macro_rules! keeps_text {
    ($name:ident, $type_name:literal) => {
        impl $crate::xsd::Lexical for $name {
            const TYPE_NAME: &'static str = $type_name;

            fn parse(text: &str) -> Result<Self, $crate::xsd::InvalidText> {
                Self::read(text).map_err(|reason| $crate::xsd::InvalidText::new(Self::TYPE_NAME, text, reason))
            }

            fn lexical(&self) -> std::borrow::Cow<'_, str> {
                std::borrow::Cow::Borrowed(&self.text)
            }
        }

        impl $name {
            /// The text, as it was sent or as it will be.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.text
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.text == other.text
            }
        }

        impl Eq for $name {}

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.text.hash(state);
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}({})", stringify!($name), $crate::shown_line(&self.text))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(&$crate::shown_line(&self.text))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::xsd::InvalidText;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::xsd::Lexical::parse(text)
            }
        }
    };
}
pub(super) use keeps_text;

#[cfg(any(feature = "chrono", feature = "jiff"))]
pub(super) const NO_ZONE: &str = "a moment needs a zone, and it states none";

#[cfg(any(feature = "chrono", feature = "jiff"))]
pub(super) fn invalid<T: Lexical>(value: &T, reason: &'static str) -> InvalidText {
    InvalidText::new(T::TYPE_NAME, &value.lexical(), reason)
}

/// Values of other crates, by their own texts.
#[cfg(any(feature = "chrono", feature = "jiff"))]
macro_rules! from_text {
    ($($from:ty => $to:ty;)*) => {$(
        impl TryFrom<$from> for $to {
            type Error = $crate::xsd::InvalidText;

            fn try_from(value: $from) -> Result<Self, Self::Error> {
                $crate::xsd::Lexical::parse(&value.to_string())
            }
        }
    )*};
}
#[cfg(any(feature = "chrono", feature = "jiff"))]
pub(super) use from_text;

/// The reason why a text is not a value of an XML Schema type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidText {
    type_name: &'static str,
    text: String,
    reason: &'static str,
}

impl InvalidText {
    const SHOWN: usize = 60;

    pub(crate) fn new(type_name: &'static str, text: &str, reason: &'static str) -> Self {
        Self { type_name, text: Self::cut(text), reason }
    }

    /// The error for a type that has the texts of another.
    pub(crate) fn of_type(self, type_name: &'static str) -> Self {
        Self { type_name, ..self }
    }

    /// The beginning of a text that such an error shows: 60 characters.
    pub fn cut(text: &str) -> String {
        crate::shortened(text, Self::SHOWN).into_owned()
    }

    /// The local name of the expected type, such as `int`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// The text, cut after 60 characters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The reason.
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
