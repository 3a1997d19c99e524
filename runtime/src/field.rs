//! The seam between a Rust field and the wire: every field of a generated request or structure reads and fills itself.

use std::borrow::Cow;

use crate::operation::InvalidValue;
use crate::value::Value;
use crate::xsd::{self, Lexical};

/// A field of a request or structure.
pub trait Field: Send + Sync {
    /// Its value.
    fn get(&self) -> Value<'_>;

    /// Fills it. Null gives the type's default where the field cannot be null, as ASMX reads an absent value.
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
            Value::Null => Vec::new(),
            Value::Array(items) => items,
            Value::Text(_) | Value::Structure(_) => return Err(InvalidValue::shape("array")),
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

impl Field for String {
    fn get(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }

    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
        *self = match value {
            Value::Null => Self::new(),
            Value::Text(text) => text.into_owned(),
            Value::Array(_) | Value::Structure(_) => return Err(InvalidValue::shape("string")),
        };
        Ok(())
    }
}

macro_rules! scalar_fields {
    ($($rust:ty = $name:literal),* $(,)?) => {
        $(impl Field for $rust {
            fn get(&self) -> Value<'_> {
                Value::Text(self.lexical())
            }

            fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
                *self = match value {
                    Value::Null => Self::default(),
                    Value::Text(text) => Self::parse(&text).map_err(|_| InvalidValue::new(&text, $name))?,
                    Value::Array(_) | Value::Structure(_) => return Err(InvalidValue::shape($name)),
                };
                Ok(())
            }
        })*
    };
}

scalar_fields! {
    bool = "boolean", i8 = "byte", u8 = "unsignedByte", i16 = "short", u16 = "unsignedShort", i32 = "int",
    u32 = "unsignedInt", i64 = "long", u64 = "unsignedLong", f32 = "float", f64 = "double",
    xsd::Integer = "integer", xsd::Decimal = "decimal", xsd::DateTime = "dateTime", xsd::Date = "date",
    xsd::Time = "time", xsd::Duration = "duration", xsd::Base64Binary = "base64Binary",
    xsd::HexBinary = "hexBinary", xsd::AnyUri = "anyURI", xsd::QName = "QName", xsd::Guid = "guid", xsd::Char = "char",
}

impl Field for Value<'static> {
    fn get(&self) -> Value<'_> {
        self.borrowed()
    }

    fn set(&mut self, value: Value<'static>) -> Result<(), InvalidValue> {
        *self = value;
        Ok(())
    }
}

/// What a setter of a string parameter takes: plain text, or an optional one where `None` takes the value away.
pub trait IntoText {
    /// The field's value.
    fn into_text(self) -> Option<String>;

    /// Sets a field. Setters call this: what fills the field is then compiled once per type of value, not once per setter.
    fn set_text(self, field: &mut Option<String>)
    where
        Self: Sized,
    {
        *field = self.into_text();
    }
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

/// What a setter of an array of strings takes: any sequence of plain or optional texts. The array itself is made null by
/// assigning `None` to the field.
pub trait IntoTextArray {
    /// The field's value.
    fn into_text_array(self) -> Option<Vec<Option<String>>>;

    /// Sets a field; see [`IntoText::set_text`].
    fn set_text_array(self, field: &mut Option<Vec<Option<String>>>)
    where
        Self: Sized,
    {
        *field = self.into_text_array();
    }
}

impl<I> IntoTextArray for I
where
    I: IntoIterator,
    I::Item: IntoText,
{
    fn into_text_array(self) -> Option<Vec<Option<String>>> {
        Some(self.into_iter().map(IntoText::into_text).collect())
    }
}
