//! Enumerations and structures of generated code: what makes them fields.

use std::fmt;
use std::str::FromStr;

use crate::operation::{Enumeration, InvalidValue, Structure, Type};
use crate::value::Value;
use crate::value::field::Field;
use crate::value::shown::Shown;

/// Defines an open enumeration: its variants by their exact texts, and one (`unknown`) that keeps any other text.
#[doc(hidden)]
#[macro_export]
macro_rules! __enumeration {
    (
        $(#[doc = $doc:literal])*
        #[enumeration($descriptor:ident = $name:literal)]
        pub enum $enumeration:ident {
            $($(#[doc = $meaning:literal])* #[value($text:literal)] $variant:ident,)*
            #[unknown]
            $unknown:ident($other:ty),
        }
    ) => {
        $(#[doc = $doc])*
        #[allow(clippy::enum_variant_names, reason = "named by the service")]
        #[non_exhaustive]
        #[derive(
            ::std::clone::Clone, ::std::fmt::Debug, ::std::cmp::PartialEq, ::std::cmp::Eq, ::std::hash::Hash,
        )]
        pub enum $enumeration {
            $($(#[doc = $meaning])* #[doc = ::std::concat!("\n`", $text, "`.")] $variant,)*
            /// Any other text, as a service that knows more values returns it. It is not sent unless the call
            /// says so: `allow_unknown_values()`.
            $unknown($other),
        }
        impl $enumeration {
            /// Every value that the service documents, in its order.
            pub const VALUES: &'static [Self] = &[$(Self::$variant),*];

            /// The text on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::$unknown(text) => text,
                }
            }
        }
        impl ::std::default::Default for $enumeration {
            /// The first value, as which an absent one is read.
            fn default() -> Self {
                $crate::__private::first_value(Self::VALUES, Self::$unknown)
            }
        }
        impl ::std::fmt::Display for $enumeration {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(self.as_str())
            }
        }
        impl ::std::str::FromStr for $enumeration {
            type Err = $crate::InvalidValue;

            /// The value of that exact text; any other text is an error.
            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::InvalidValue> {
                match text {
                    $($text => ::std::result::Result::Ok(Self::$variant),)*
                    _ => ::std::result::Result::Err($crate::__private::unknown_value(text, &$descriptor)),
                }
            }
        }
        impl $crate::__private::Field for $enumeration {
            fn get(&self) -> $crate::Value<'_> {
                $crate::Value::from(self.as_str())
            }
            fn set(&mut self, value: $crate::Value<'static>) -> ::std::result::Result<(), $crate::InvalidValue> {
                *self = $crate::__private::read_enumeration(value, &$descriptor, Self::$unknown)?;
                ::std::result::Result::Ok(())
            }
        }
        impl $crate::__private::FieldType for $enumeration {
            const TYPE: $crate::Type = $crate::Type::Enumeration(&$descriptor);
            const NAME: &'static str = $name;
        }
        impl $crate::__private::SingleValue for $enumeration {}
        pub(crate) static $descriptor: $crate::Enumeration =
            $crate::Enumeration::new($name, &[$($text),*]).meanings(&[$(::std::concat!($($meaning, "\n"),*)),*]);
    };
}

/// Defines a structure: a value of parameters and results. What is not given has its type's default, as in .NET.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure {
    (
        $(#[doc = $doc:literal])*
        #[structure($descriptor:ident = $name:literal)]
        pub struct $structure:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[wire($wire:literal $(, $more:ident $(($argument:expr))?)* $(,)?)]
                $(#[typed($type:expr)])?
                pub $field:ident: $kind:ty,
            )*
        }
    ) => {
        $crate::__record! {
            $(#[doc = $doc])*
            #[must_use]
            struct $structure {
                $($(#[doc = $meaning])* $field: $kind = $wire [$($more)*];)*
            }
        }
        impl $crate::__private::Field for $structure {
            fn get(&self) -> $crate::Value<'_> {
                $crate::Value::Structure(::std::vec![$($crate::__private::Field::get(&self.$field)),*])
            }
            fn set(&mut self, value: $crate::Value<'static>) -> ::std::result::Result<(), $crate::InvalidValue> {
                let fields: ::std::vec::Vec<&mut dyn $crate::__private::Field> = ::std::vec![$(&mut self.$field),*];
                $crate::__private::fill_structure(&$descriptor, fields, value)
            }
        }
        impl $crate::__private::FieldType for $structure {
            const TYPE: $crate::Type = $crate::Type::Structure(&$descriptor);
            const NAME: &'static str = $name;
        }
        impl $crate::__private::SingleValue for $structure {}
        impl ::std::fmt::Debug for $structure {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug_structure(&$descriptor, &$crate::__private::Field::get(self), formatter)
            }
        }
        impl ::std::cmp::PartialEq for $structure {
            fn eq(&self, other: &Self) -> bool {
                $crate::__private::Field::get(self) == $crate::__private::Field::get(other)
            }
        }
        pub(crate) static $descriptor: $crate::Structure = $crate::Structure::new($name, &[$(
            $crate::__private::parameter(
                $wire,
                $crate::__type!($kind $(, $type)?),
                ::std::concat!($($meaning, "\n"),*),
            )
            $(.$more($($argument)?))*
        ),*]);
    };
}

/// Reads an enumeration; null is the first value, as ASMX reads an absent one. A text that is none of them is kept.
///
/// # Errors
///
/// The value is no text.
pub fn read_enumeration<T: FromStr>(
    value: Value<'static>,
    enumeration: &'static Enumeration,
    unknown: fn(String) -> T,
) -> Result<T, InvalidValue> {
    match value {
        Value::Null | Value::Nil => {
            let first = enumeration.values.first().copied().unwrap_or_default();
            Ok(first.parse().unwrap_or_else(|_| unknown(first.to_owned())))
        }
        Value::Text(text) => Ok(text.parse().unwrap_or_else(|_| unknown(text.into_owned()))),
        _ => Err(InvalidValue::shape(enumeration.name)),
    }
}

/// The first value of an enumeration; a spec has no enumeration without one.
pub fn first_value<T: Clone>(values: &[T], unknown: fn(String) -> T) -> T {
    values.first().cloned().unwrap_or_else(|| unknown(String::new()))
}

/// The error of a text that is no value of an enumeration.
pub fn unknown_value(text: &str, enumeration: &'static Enumeration) -> InvalidValue {
    InvalidValue::new(text, enumeration.name)
}

/// Fills a structure's fields; null is the structure of which nothing was given.
///
/// # Errors
///
/// The value is no structure of that type.
pub fn fill_structure(
    structure: &'static Structure,
    fields: Vec<&mut dyn Field>,
    value: Value<'static>,
) -> Result<(), InvalidValue> {
    let values = match value {
        Value::Null | Value::Nil => structure.members().iter().map(|_| Value::Null).collect(),
        Value::Structure(values) if values.len() == structure.members().len() => values,
        _ => return Err(InvalidValue::shape(structure.name)),
    };
    let mut members = structure.members().iter().zip(fields).zip(values);
    members
        .try_for_each(|((member, field), value)| field.set(value).map_err(|invalid| invalid.hidden_if(member.secret)))
}

/// Writes a structure with its wire names: secrets redacted, long values cut.
///
/// # Errors
///
/// Those of the formatter.
pub fn debug_structure(
    structure: &'static Structure,
    value: &Value<'_>,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    fmt::Debug::fmt(&Shown::of_type(Type::Structure(structure), value), formatter)
}
