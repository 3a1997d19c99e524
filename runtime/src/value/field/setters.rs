//! The arguments of setters.

use std::borrow::Cow;

use super::{Field, Nillable};
use crate::xsd;

/// A value that is neither text nor an array: a number, a date, an enumeration, a structure. Setters accept it, or an option of it.
pub trait SingleValue: Field {}

/// The argument of the setter for a field of type `T`:
///
/// | field | argument |
/// |---|---|
/// | `Option<String>` | any text, or an optional one |
/// | `Option<Vec<T>>` | any sequence of arguments for `T`; assign null to the field itself |
/// | `Option<T>` of any other type | a `T` or an `Option<T>` |
/// | `Option<Base64Binary>`, `Option<HexBinary>` | also a `Vec<u8>` or a `&[u8]` |
/// | `Option<AnyAnimal>` | also each structure of the enum |
/// | `Vec<T>` of a repeated element | any sequence of arguments for `T` |
/// | `Nillable<T>` | as for `Option<T>`, with `None` for absent; or a `Nillable<T>` |
/// | `T` that cannot be null | a `T` |
#[diagnostic::on_unimplemented(
    message = "this setter sets a `{T}`, which cannot be made from a `{Self}`",
    label = "not an argument of this setter",
    note = "a setter takes a value, an `Option` of it where it may be absent, any sequence of items for an array, a variant for a choice",
    note = "assign a value of the field's own type to the field, which is public"
)]
pub trait IntoValue<T> {
    /// The field's value.
    fn into_value(self) -> T;

    /// Sets a field. Setters call this, so that the code is compiled once per type of value and not once per setter.
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

macro_rules! bytes {
    ($($binary:ty)*) => {$(
        impl IntoValue<$binary> for Vec<u8> {
            fn into_value(self) -> $binary {
                self.into()
            }
        }

        impl IntoValue<$binary> for &[u8] {
            fn into_value(self) -> $binary {
                self.into()
            }
        }

        impl IntoValue<Option<$binary>> for Vec<u8> {
            fn into_value(self) -> Option<$binary> {
                Some(self.into())
            }
        }

        impl IntoValue<Option<$binary>> for &[u8] {
            fn into_value(self) -> Option<$binary> {
                Some(self.into())
            }
        }
    )*};
}

bytes! { xsd::Base64Binary xsd::HexBinary }

impl<T> IntoValue<Nillable<T>> for Nillable<T> {
    fn into_value(self) -> Nillable<T> {
        self
    }
}

impl<T, V: IntoValue<Option<T>>> IntoValue<Nillable<T>> for V {
    fn into_value(self) -> Nillable<T> {
        self.into_value().map_or(Nillable::Absent, Nillable::Value)
    }
}

impl<I, T> IntoValue<Vec<T>> for I
where
    I: IntoIterator,
    I::Item: IntoValue<T>,
{
    fn into_value(self) -> Vec<T> {
        self.into_iter().map(IntoValue::into_value).collect()
    }
}

/// The argument of the setter for a string: a text, or an optional text where `None` is null.
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
