//! What one row holds in one column.

use std::borrow::Cow;

use crate::xsd::{self, Lexical};

/// A cell: no value (`DBNull`), or a value as the text that was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cell {
    /// No value: the element or attribute is absent.
    #[default]
    DbNull,
    /// The text of the value, which may be empty.
    Text(String),
    /// A value of a column of any type (`xs:anyType`), which states its own.
    Typed {
        /// The text.
        text: String,
        /// The type's namespace; XML Schema's for the usual ones.
        namespace: String,
        /// The type's local name, such as `int`.
        type_name: String,
    },
    /// A value that is XML itself, exactly as sent.
    Xml(String),
}

impl Cell {
    /// A value of any XML Schema type, for columns that have one.
    #[must_use]
    pub fn of(value: &impl Lexical) -> Self {
        Self::Text(value.lexical().into_owned())
    }

    /// A value that states its type, for columns of any type.
    #[must_use]
    pub fn typed<T: Lexical>(value: &T) -> Self {
        Self::Typed {
            text: value.lexical().into_owned(),
            namespace: super::vocabulary::XS.to_owned(),
            type_name: T::TYPE_NAME.to_owned(),
        }
    }

    /// The text, or `None` for `DBNull`.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::DbNull => None,
            Self::Text(text) | Self::Typed { text, .. } | Self::Xml(text) => Some(text),
        }
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::DbNull)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Cow<'_, str>> for Cell {
    fn from(text: Cow<'_, str>) -> Self {
        Self::Text(text.into_owned())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    /// `None` is `DBNull`.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::DbNull, Into::into)
    }
}

macro_rules! from_values {
    ($($type:ty)*) => {$(
        impl From<$type> for Cell {
            fn from(value: $type) -> Self {
                Self::of(&value)
            }
        }
    )*};
}

from_values! {
    bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64
    xsd::AnyUri xsd::Base64Binary xsd::Date xsd::DateTime xsd::Decimal xsd::Duration xsd::Guid xsd::HexBinary xsd::Integer xsd::Time
}

/// Makes an array of [`Cell`]s from values of different types: `cells!["Ann", 5, None::<&str>]`.
#[macro_export]
macro_rules! cells {
    ($($value:expr),* $(,)?) => {
        [$($crate::results::data_set::Cell::from($value)),*]
    };
}
