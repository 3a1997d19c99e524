//! Values for serde: as their texts.

use std::fmt;
use std::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::lexical::Lexical;
use super::{AnyUri, Base64Binary, Char, Date, DateTime, Decimal, Duration, Guid, HexBinary, Integer, QName, Time};

/// Reads the text of a value.
struct TextOf<T>(PhantomData<T>);

impl<T: Lexical> Visitor<'_> for TextOf<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a value of type {}", T::TYPE_NAME)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::parse(text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

macro_rules! as_text {
    ($($type:ty)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            /// From the text, as [`Lexical::parse`] reads it.
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextOf(PhantomData))
            }
        }

        impl Serialize for $type {
            /// The text.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.lexical())
            }
        }
    )*};
}

as_text! { AnyUri Base64Binary Char Date DateTime Decimal Duration Guid HexBinary Integer QName Time }
