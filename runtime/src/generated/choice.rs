//! Choices of generated code: one of several elements.

use std::fmt;

use crate::operation::{Member, Type};
use crate::value::debug_value::DebugValue;
use crate::value::field::Field;

/// Defines a choice: a variant for each alternative.
///
/// ```text
/// rt::choice! {
///     /// The food of a cat.
///     #[choice(CAT_FOOD in rt::Namespace::Service, Mouse)]
///     pub enum CatFood {
///         /// One that it caught.
///         #[wire("Mouse")]
///         #[from(String)]
///         Mouse(String),
///     }
/// }
/// ```
///
/// The variant after the namespace is the default. `from` adds a conversion: no other alternative has the type.
#[doc(hidden)]
#[macro_export]
macro_rules! __choice {
    (
        $(#[doc = $doc:literal])*
        #[choice($descriptor:ident in $namespace:expr, $default:ident)]
        pub enum $choice:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[wire($wire:tt $(, $more:ident $(($argument:expr))?)* $(,)?)]
                $(#[typed($type:expr)])?
                $(#[from($from:ty)])?
                $variant:ident($kind:ty $(,)?),
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[allow(
            clippy::enum_variant_names, clippy::large_enum_variant, clippy::type_complexity,
            reason = "named by the service"
        )]
        #[derive(::std::clone::Clone)]
        pub enum $choice {
            $(
                $(#[doc = $meaning])*
                #[doc = ::std::concat!(
                    "\n", $crate::__wire_name!($wire) $(, $crate::__presence!($more $($argument)?))*, "."
                )]
                $variant($kind),
            )*
        }
        impl ::std::default::Default for $choice {
            fn default() -> Self {
                Self::$default(::std::default::Default::default())
            }
        }
        $($(impl ::std::convert::From<$from> for $choice {
            fn from(value: $from) -> Self {
                Self::$variant(::std::convert::From::from(value))
            }
        })?)*
        impl $crate::__private::Field for $choice {
            fn view(&self) -> $crate::__private::View<'_> {
                let mut position = 0;
                $(
                    if let Self::$variant(_) = self {
                        return $crate::__private::View::Chosen(position);
                    }
                    position += 1;
                )*
                $crate::__private::View::Chosen(position)
            }
            fn inner(&self, index: usize) -> ::std::option::Option<&dyn $crate::__private::Field> {
                let inner: &dyn $crate::__private::Field = match self {
                    $(Self::$variant(value) => value,)*
                };
                $crate::__private::single_inner(inner, index)
            }
            fn take(
                &mut self,
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                *self = $crate::__private::take_nothing(&input, "one of the alternatives")?;
                ::std::result::Result::Ok(())
            }
            fn enter(
                &mut self,
                step: $crate::__private::Step,
            ) -> ::std::option::Option<&mut dyn $crate::__private::Field> {
                let $crate::__private::Step::Alternative(index) = step else {
                    return ::std::option::Option::None;
                };
                let mut position = 0;
                $(
                    if index == position {
                        if !::std::matches!(self, Self::$variant(_)) {
                            *self = Self::$variant(::std::default::Default::default());
                        }
                        #[allow(irrefutable_let_patterns, reason = "there may be one alternative")]
                        if let Self::$variant(value) = self {
                            return ::std::option::Option::Some(value);
                        }
                    }
                    position += 1;
                )*
                let _ = position;
                ::std::option::Option::None
            }
        }
        impl $crate::__private::FieldType for $choice {
            const TYPE: $crate::Type = $crate::Type::Any;
            const NAME: &'static str = "";
            const ALTERNATIVES: &'static [$crate::Member] = &$descriptor;
        }
        impl $crate::__private::SingleValue for $choice {}
        impl ::std::fmt::Debug for $choice {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug_choice(&$descriptor, self, formatter)
            }
        }
        $crate::__equal!($choice);
        $crate::__serde!(value $choice);
        pub(crate) static $descriptor: [$crate::Member; <[&str]>::len(&[$($wire),*])] = [$(
            $crate::__private::member(
                $namespace,
                $wire,
                $crate::__type!($kind $(, $type)?),
                ::std::concat!($($meaning, "\n"),*),
            )
            $(.$more($($argument)?))*
        ),*];
    };
}

/// The value inside a field that holds one value: it is at index 0.
pub fn single_inner(inner: &dyn Field, index: usize) -> Option<&dyn Field> {
    (index == 0).then_some(inner)
}

/// Writes a choice with the name of its alternative: secrets redacted, long values cut.
///
/// # Errors
///
/// Those of the formatter.
pub fn debug_choice(
    alternatives: &'static [Member],
    value: &dyn Field,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let member = Member::new("", Type::Any).choice(alternatives);
    fmt::Debug::fmt(&DebugValue::of_member(&member, value), formatter)
}
