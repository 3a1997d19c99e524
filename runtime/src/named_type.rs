//! Enumerations and structures of generated code: what makes them fields.

use std::fmt;

use crate::field::Field;
use crate::operation::{Enumeration, InvalidValue, Structure, Type};
use crate::request::Shown;
use crate::value::Value;

/// Implements what an enumeration needs: [`Field`] by its exact texts. Generated code names the enum, its descriptor and the
/// text of each variant.
#[macro_export]
macro_rules! enumeration {
    ($enumeration:ident, $descriptor:ident, { $($variant:ident => $text:literal),* $(,)? }) => {
        impl $crate::Field for $enumeration {
            fn get(&self) -> $crate::Value<'_> {
                $crate::Value::from(match self { $(Self::$variant => $text),* })
            }
            fn set(&mut self, value: $crate::Value<'static>) -> ::std::result::Result<(), $crate::InvalidValue> {
                *self = match $crate::generated::enumeration_text(&$descriptor, &value)? {
                    $($text => Self::$variant,)*
                    _ => Self::default(),
                };
                ::std::result::Result::Ok(())
            }
        }
    };
}

/// Implements what a structure needs: [`Field`] by its members, `Debug` (secrets redacted) and `PartialEq`. Generated code
/// names the struct, its descriptor and its fields in the order of the members.
#[macro_export]
macro_rules! structure {
    ($structure:ident, $descriptor:ident, [$($field:ident),* $(,)?]) => {
        impl $crate::Field for $structure {
            fn get(&self) -> $crate::Value<'_> {
                $crate::Value::Structure(::std::vec![$($crate::Field::get(&self.$field)),*])
            }
            fn set(&mut self, value: $crate::Value<'static>) -> ::std::result::Result<(), $crate::InvalidValue> {
                let fields: ::std::vec::Vec<&mut dyn $crate::Field> = ::std::vec![$(&mut self.$field),*];
                $crate::generated::fill_structure(&$descriptor, fields, value)
            }
        }
        impl ::std::fmt::Debug for $structure {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::generated::debug_structure(&$descriptor, &$crate::Field::get(self), formatter)
            }
        }
        impl ::std::cmp::PartialEq for $structure {
            fn eq(&self, other: &Self) -> bool {
                $crate::Field::get(self) == $crate::Field::get(other)
            }
        }
    };
}

/// The text of an enumeration's value; null is the first one, as ASMX reads an absent value.
pub(crate) fn enumeration_text<'a>(
    enumeration: &'static Enumeration,
    value: &'a Value<'_>,
) -> Result<&'a str, InvalidValue> {
    match value {
        Value::Null => Ok(enumeration.values.first().copied().unwrap_or_default()),
        Value::Text(text) if enumeration.values.contains(&text.as_ref()) => Ok(text),
        Value::Text(text) => Err(InvalidValue::new(text, enumeration.name)),
        Value::Array(_) | Value::Structure(_) => Err(InvalidValue::shape(enumeration.name)),
    }
}

/// Fills a structure's fields; null is the structure of which nothing was given.
pub(crate) fn fill(
    structure: &'static Structure,
    fields: Vec<&mut dyn Field>,
    value: Value<'static>,
) -> Result<(), InvalidValue> {
    let values = match value {
        Value::Null => structure.members.iter().map(|_| Value::Null).collect(),
        Value::Structure(values) if values.len() == structure.members.len() => values,
        _ => return Err(InvalidValue::shape(structure.name)),
    };
    let mut members = structure.members.iter().zip(fields).zip(values);
    members
        .try_for_each(|((member, field), value)| field.set(value).map_err(|invalid| invalid.hidden_if(member.secret)))
}

/// Writes a structure with its wire names: secrets redacted, long values cut.
pub(crate) fn debug(
    structure: &'static Structure,
    value: &Value<'_>,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    fmt::Debug::fmt(&Shown { kind: Type::Structure(structure), secret: false, value }, formatter)
}
