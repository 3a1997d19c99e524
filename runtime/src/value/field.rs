//! The seam between a Rust field and the wire: every field of a generated request or structure reads and fills itself.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::Value;
use crate::operation::{ArrayType, InvalidValue, Scalar, Type};
use crate::xsd;
use crate::xsd::Lexical;

/// A field of a request or structure.
pub trait Field: Send + Sync {
    /// Its value.
    fn get(&self) -> Value<'_>;

    /// The same without making one, where the field is a value itself.
    fn as_value(&self) -> Option<&Value<'static>> {
        None
    }

    /// Fills it. Null becomes the type's default where the field cannot be null, as ASMX reads an absent value.
    ///
    /// # Errors
    ///
    /// The value is not of the field's type.
    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue>;
}

impl<T: Field + Default> Field for Option<T> {
    fn get(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, Field::get)
    }

    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
        *self = if value.is_null() {
            None
        } else {
            let mut field = T::default();
            field.set(value)?;
            Some(field)
        };
        Ok(())
    }
}

impl<T: Field + Default> Field for Vec<T> {
    fn get(&self) -> Value<'_> {
        Value::Array(self.iter().map(Field::get).collect())
    }

    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
        let items = match value {
            Value::Null | Value::Nil => Vec::new(),
            Value::Array(items) => items,
            _ => return Err(InvalidValue::shape("array")),
        };
        self.clear();
        for item in items {
            let mut field = T::default();
            field.set(item)?;
            self.push(field);
        }
        Ok(())
    }
}

impl FieldType for String {
    const TYPE: Type = Type::STRING;
    const NAME: &'static str = Scalar::String.name();
}

impl Field for String {
    fn get(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }

    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
        *self = match value {
            Value::Null | Value::Nil => Self::new(),
            Value::Text(text) => text.into_owned(),
            _ => return Err(InvalidValue::shape("string")),
        };
        Ok(())
    }
}

macro_rules! scalar_fields {
    ($($rust:ty = $scalar:ident),* $(,)?) => {
        $(impl FieldType for $rust {
            const TYPE: Type = Type::Scalar(Scalar::$scalar);
            const NAME: &'static str = Scalar::$scalar.name();
        }

        impl SingleValue for $rust {}

        impl Field for $rust {
            fn get(&self) -> Value<'_> {
                Value::Text(self.lexical())
            }

            fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
                *self = match value {
                    Value::Null | Value::Nil => Self::default(),
                    Value::Text(text) => Self::parse(&text).map_err(|_| InvalidValue::new(&text, Self::NAME))?,
                    _ => return Err(InvalidValue::shape(Self::NAME)),
                };
                Ok(())
            }
        })*
    };
}

scalar_fields! {
    bool = Boolean, i8 = Byte, u8 = UnsignedByte, i16 = Short, u16 = UnsignedShort, i32 = Int, u32 = UnsignedInt, i64 = Long,
    u64 = UnsignedLong, f32 = Float, f64 = Double, xsd::Integer = Integer, xsd::Decimal = Decimal,
    xsd::DateTime = DateTime, xsd::Date = Date, xsd::Time = Time, xsd::Duration = Duration,
    xsd::Base64Binary = Base64Binary, xsd::HexBinary = HexBinary, xsd::AnyUri = AnyUri, xsd::QName = QName,
    xsd::Guid = Guid, xsd::Char = Char,
}

impl Field for Value<'static> {
    fn get(&self) -> Value<'_> {
        self.borrowed()
    }

    fn as_value(&self) -> Option<&Value<'static>> {
        Some(self)
    }

    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
        *self = value;
        Ok(())
    }
}

/// The type of a field in a descriptor, by its Rust type.
pub trait FieldType {
    /// The type in descriptors.
    const TYPE: Type;
    /// Its name on the wire, which is also that of an array's items.
    const NAME: &'static str;
    /// Whether the field can be null.
    const NULLABLE: bool = false;
}

impl<T: FieldType> FieldType for Option<T> {
    const TYPE: Type = T::TYPE;
    const NAME: &'static str = T::NAME;
    const NULLABLE: bool = true;
}

/// Items of a type, as an array has them.
struct ItemsOf<T>(PhantomData<T>);

impl<T: FieldType> ItemsOf<T> {
    const ARRAY: ArrayType = {
        let array = ArrayType::new(T::TYPE, T::NAME);
        if T::NULLABLE { array.nullable_items() } else { array }
    };
}

impl<T: FieldType + 'static> FieldType for Vec<T> {
    const TYPE: Type = Type::Array(&ItemsOf::<T>::ARRAY);
    const NAME: &'static str = "";
}

/// A value that is neither text nor an array: a number, a date, an enumeration, a structure. Setters take it as it is, or as an
/// option.
pub trait SingleValue: Field {}

/// What a setter takes for a field of type `T`:
///
/// | field | what it takes |
/// |---|---|
/// | `Option<String>` | any text, or an optional one |
/// | `Option<Vec<T>>` | any sequence of what a setter of `T` takes; null is assigned to the field |
/// | `Option<T>` of any other type | a `T` or an `Option<T>` |
/// | `T` that cannot be null | a `T` |
pub trait IntoValue<T> {
    /// The field's value.
    fn into_value(self) -> T;

    /// Sets a field. Setters call this: what fills a field is then compiled once per type of value, not once per setter.
    fn set(self, field: &mut T)
    where
        Self: Sized,
    {
        *field = self.into_value();
    }
}

impl<T: SingleValue> IntoValue<T> for T {
    fn into_value(self) -> T {
        self
    }
}

impl<T: SingleValue> IntoValue<Option<T>> for T {
    fn into_value(self) -> Option<T> {
        Some(self)
    }
}

impl<T: SingleValue> IntoValue<Option<T>> for Option<T> {
    fn into_value(self) -> Option<T> {
        self
    }
}

impl<T: IntoText> IntoValue<Option<String>> for T {
    fn into_value(self) -> Option<String> {
        self.into_text()
    }
}

impl<T: Into<String>> IntoValue<String> for T {
    fn into_value(self) -> String {
        self.into()
    }
}

impl<I, T> IntoValue<Option<Vec<T>>> for I
where
    I: IntoIterator,
    I::Item: IntoValue<T>,
{
    fn into_value(self) -> Option<Vec<T>> {
        Some(self.into_iter().map(IntoValue::into_value).collect())
    }
}

/// Plain text, or an optional one where `None` is null: what a setter of a string parameter takes.
pub trait IntoText {
    /// The field's value.
    fn into_text(self) -> Option<String>;
}

impl IntoText for &str {
    fn into_text(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl IntoText for &String {
    fn into_text(self) -> Option<String> {
        Some(self.clone())
    }
}

impl IntoText for String {
    fn into_text(self) -> Option<String> {
        Some(self)
    }
}

impl IntoText for Cow<'_, str> {
    fn into_text(self) -> Option<String> {
        Some(self.into_owned())
    }
}

impl IntoText for char {
    fn into_text(self) -> Option<String> {
        Some(self.to_string())
    }
}

impl<T: IntoText> IntoText for Option<T> {
    fn into_text(self) -> Option<String> {
        self.and_then(IntoText::into_text)
    }
}
