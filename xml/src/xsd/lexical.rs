//! From text to value and back.

use std::borrow::Cow;

use super::error::InvalidText;

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
        match crate::trim_white_space(text) {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(InvalidText::new(Self::TYPE_NAME, text, "only true, false, 1 and 0 are")),
        }
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }
}

/// A type that holds its text in `text`: equality, order of bytes and display are those of the text. With the name of its XML Schema
/// type and how that is written, `Self::read` reads the text without white space around it.
macro_rules! keeps_text {
    ($name:ident, $type_name:literal, $reason:literal) => {
        keeps_text!($name);

        impl $crate::xsd::Lexical for $name {
            const TYPE_NAME: &'static str = $type_name;

            fn parse(text: &str) -> Result<Self, $crate::xsd::InvalidText> {
                let read = Self::read($crate::trim_white_space(text));
                read.ok_or_else(|| $crate::xsd::InvalidText::new(Self::TYPE_NAME, text, $reason))
            }

            fn lexical(&self) -> std::borrow::Cow<'_, str> {
                std::borrow::Cow::Borrowed(&self.text)
            }
        }
    };
    ($name:ident) => {
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
