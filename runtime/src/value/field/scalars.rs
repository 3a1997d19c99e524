//! Fields of one text: strings, numbers and other scalars.

use std::borrow::Cow;

use super::{Field, FieldType, Input, SingleValue, View};
use crate::operation::{InvalidValue, Scalar, Type};
use crate::xsd;
use crate::xsd::Lexical;

impl FieldType for String {
    const TYPE: Type = Type::STRING;
    const NAME: &'static str = Scalar::String.name();
}

impl Field for String {
    fn view(&self) -> View<'_> {
        View::Text(Cow::Borrowed(self))
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        match input {
            Input::Absent | Input::Nil => self.clear(),
            Input::Text(text) => *self = text.into_owned(),
            _ => return Err(InvalidValue::shape("string")),
        }
        Ok(())
    }
}

macro_rules! scalar_fields {
    ($view:ident of $($rust:ty = $scalar:ident),* $(,)?) => {
        $(impl FieldType for $rust {
            const TYPE: Type = Type::Scalar(Scalar::$scalar);
            const NAME: &'static str = Scalar::$scalar.name();
        }

        impl SingleValue for $rust {}

        impl Field for $rust {
            fn view(&self) -> View<'_> {
                $view(self)
            }

            fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
                *self = match input {
                    Input::Absent | Input::Nil => Self::default(),
                    Input::Text(text) => Self::parse(&text).map_err(|_| InvalidValue::new(&text, Self::NAME))?,
                    _ => return Err(InvalidValue::shape(Self::NAME)),
                };
                Ok(())
            }
        })*
    };
}

scalar_fields! {
    integer of i8 = Byte, u8 = UnsignedByte, i16 = Short, u16 = UnsignedShort, i32 = Int, u32 = UnsignedInt, i64 = Long,
    u64 = UnsignedLong,
}

scalar_fields! {
    text of bool = Boolean, f32 = Float, f64 = Double, xsd::Integer = Integer, xsd::Decimal = Decimal,
    xsd::DateTime = DateTime, xsd::Date = Date, xsd::Time = Time, xsd::Duration = Duration,
    xsd::Base64Binary = Base64Binary, xsd::HexBinary = HexBinary, xsd::AnyUri = AnyUri, xsd::QName = QName,
    xsd::Guid = Guid, xsd::Char = Char,
}

fn text<T: Lexical>(value: &T) -> View<'_> {
    View::Text(value.lexical())
}

fn integer<T: Lexical + Copy + TryInto<i64>>(value: &T) -> View<'_> {
    (*value).try_into().map_or_else(|_| text(value), View::Integer)
}
