//! Enumerations of generated code.

use std::borrow::Cow;
use std::str::FromStr;

use crate::operation::{Enumeration, InvalidValue};
use crate::value::field::Input;

/// Defines an open enumeration: its variants by their exact texts, and one (`unknown`) that keeps any other text.
///
/// ```text
/// rt::enumeration! {
///     /// The state of a loan.
///     #[enumeration(LOAN_STATE = "LoanState")]
///     pub enum LoanState {
///         /// Not returned yet.
///         #[value("on loan")]
///         OnLoan,
///         #[unknown]
///         Unknown(String),
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __enumeration {
    (
        $(#[doc = $doc:literal])*
        #[enumeration($descriptor:ident = $name:literal $(, $about:ident($value:expr))* $(,)?)]
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
            /// A text that the spec does not declare. A call sends it only with `allow_unknown_values()`.
            $unknown($other),
        }
        impl $enumeration {
            /// Every documented value, in the order of the documentation.
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
            /// The first value: ASMX reads an absent value as it.
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
            type Err = $crate::__private::InvalidValue;

            /// The value of that exact text; an undeclared text is an error.
            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::__private::InvalidValue> {
                match text {
                    $($text => ::std::result::Result::Ok(Self::$variant),)*
                    _ => ::std::result::Result::Err($crate::__private::unknown_value(text, &$descriptor)),
                }
            }
        }
        impl $crate::__private::Field for $enumeration {
            fn view(&self) -> $crate::__private::View<'_> {
                $crate::__private::View::Text(::std::borrow::Cow::Borrowed(self.as_str()))
            }
            fn take(
                &mut self,
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                *self = $crate::__private::read_enumeration(input, &$descriptor, Self::$unknown)?;
                ::std::result::Result::Ok(())
            }
        }
        impl $crate::__private::FieldType for $enumeration {
            const TYPE: $crate::Type = $crate::Type::Enumeration(&$descriptor);
            const NAME: &'static str = $name;
        }
        impl $crate::__private::SingleValue for $enumeration {}
        $crate::__serde!(value $enumeration);
        pub(crate) static $descriptor: $crate::__private::Enumeration = $crate::__private::Enumeration::new($name, &[$($text),*])
            .meanings(&[$(::std::concat!($($meaning, "\n"),*)),*])
            $(.$about($value))*;
    };
}

/// Reads an enumeration. Null is the first value, as in ASMX; an undeclared text is kept.
///
/// # Errors
///
/// The value is not a text.
pub fn read_enumeration<T: FromStr>(
    input: Input<'_>,
    enumeration: &'static Enumeration,
    unknown: fn(String) -> T,
) -> Result<T, InvalidValue> {
    let text = enumeration_text(input, enumeration)?;
    Ok(text.parse().unwrap_or_else(|_| unknown(text.into_owned())))
}

fn enumeration_text<'a>(input: Input<'a>, enumeration: &'static Enumeration) -> Result<Cow<'a, str>, InvalidValue> {
    match input {
        Input::Absent | Input::Nil => Ok(Cow::Borrowed(enumeration.values.first().copied().unwrap_or_default())),
        Input::Text(text) => Ok(text),
        _ => Err(InvalidValue::shape(enumeration.name)),
    }
}

/// The first value of an enumeration; a spec does not allow an empty one.
pub fn first_value<T: Clone>(values: &[T], unknown: fn(String) -> T) -> T {
    values.first().cloned().unwrap_or_else(|| unknown(String::new()))
}

/// The error of a text that its enumeration does not declare.
pub fn unknown_value(text: &str, enumeration: &'static Enumeration) -> InvalidValue {
    InvalidValue::of_enumeration(text, enumeration)
}
