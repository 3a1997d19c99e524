//! Rules for every scalar, whose table is [`Scalar`]: the text that is sent, and serde by that text.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use asmx_types::Scalar;
use asmx_types::lexical::check;
use serde_core::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::{
    AnyUri, Base64Binary, Char, Date, DateTime, Decimal, Duration, Guid, HexBinary, Integer, InvalidText, Lexical,
    QName, Time,
};

/// Checks that `text` is a value of the scalar and returns the text to send: `5` for `+5`. Borrows an unchanged text.
///
/// # Errors
///
/// [`InvalidText`] if the text is not a value of the type.
pub fn canonical(scalar: Scalar, text: Cow<'_, str>) -> Result<Cow<'_, str>, InvalidText> {
    let canonical = match scalar.base() {
        Scalar::Boolean => of::<bool>(text),
        Scalar::Byte => of::<i8>(text),
        Scalar::UnsignedByte => of::<u8>(text),
        Scalar::Short => of::<i16>(text),
        Scalar::UnsignedShort => of::<u16>(text),
        Scalar::Int => of::<i32>(text),
        Scalar::UnsignedInt => of::<u32>(text),
        Scalar::Long => of::<i64>(text),
        Scalar::UnsignedLong => of::<u64>(text),
        Scalar::Integer => of::<Integer>(text),
        Scalar::Float => of::<f32>(text),
        Scalar::Double => of::<f64>(text),
        Scalar::Decimal => of::<Decimal>(text),
        Scalar::DateTime => of::<DateTime>(text),
        Scalar::Date => of::<Date>(text),
        Scalar::Time => of::<Time>(text),
        Scalar::Duration => of::<Duration>(text),
        // Responses may have bits behind the last byte. A request would lose them.
        Scalar::Base64Binary => match check(scalar, &text) {
            Ok(()) => of::<Base64Binary>(text),
            Err(reason) => Err(InvalidText::new(Base64Binary::TYPE_NAME, &text, reason)),
        },
        Scalar::HexBinary => of::<HexBinary>(text),
        Scalar::AnyUri => of::<AnyUri>(text),
        Scalar::QName => of::<QName>(text),
        Scalar::Guid => of::<Guid>(text),
        Scalar::Char => of::<Char>(text),
        // .NET does not check strings and the other types.
        _ => Ok(text),
    };
    canonical.map_err(|error| if scalar.has_base() { error.of_type(scalar.name()) } else { error })
}

fn of<T: Lexical>(text: Cow<'_, str>) -> Result<Cow<'_, str>, InvalidText> {
    let value = T::parse(&text)?;
    let canonical = value.lexical();
    if canonical == text {
        return Ok(text);
    }
    Ok(Cow::Owned(canonical.into_owned()))
}

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

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn texts_become_what_is_sent() {
        for (scalar, text, sent) in [
            (Scalar::Int, " +5 ", "5"),
            (Scalar::Boolean, "1", "true"),
            (Scalar::String, " as it is ", " as it is "),
            (Scalar::DateTime, " 2024-02-29T00:00:00.50 ", "2024-02-29T00:00:00.50"),
        ] {
            assert_eq!(canonical(scalar, text.into()).unwrap(), sent, "{scalar:?}");
        }
        assert!(matches!(canonical(Scalar::Long, "5".into()).unwrap(), Cow::Borrowed("5")));
        assert_eq!(canonical(Scalar::Byte, "128".into()).unwrap_err().type_name(), "byte");
    }

    proptest! {
        /// The check that a generator makes and the values of a program are of one mind.
        #[test]
        fn what_a_generator_accepts_is_what_a_program_reads(
            text in "[ \t]?[-+]?[PT0-9:.=+/A-Fa-z{}-]{0,12}[ \n=]{0,2}",
            number in "[-+]?[0-9]{1,4}(-[0-9]{2}){0,2}(T[0-9]{2}:[0-9]{2}:[0-9]{2})?(\\.[0-9]{1,2})?(Z|[-+][01][0-9]:[0-5][0-9])?",
        ) {
            for (scalar, text) in Scalar::ALL.iter().flat_map(|scalar| [(*scalar, &text), (*scalar, &number)]) {
                let read = canonical(scalar, text.into());
                let reason = read.as_ref().err().map(InvalidText::reason);
                prop_assert_eq!(check(scalar, text).err(), reason, "{:?} {:?}", scalar, text);
            }
        }
    }

    /// Guards the table above: each scalar is read by the type of its name.
    #[test]
    fn errors_name_the_scalar() {
        for scalar in Scalar::ALL
            .iter()
            .filter(|scalar| !matches!(scalar, Scalar::String | Scalar::AnyUri) && !scalar.is_unchecked())
        {
            assert_eq!(canonical(*scalar, "\u{1}?".into()).unwrap_err().type_name(), scalar.name());
        }
    }
}
