//! Structures of generated code.

use std::fmt;

use crate::operation::{InvalidValue, Structure, Type};
use crate::value::field::{Field, Given, no_structure};
use crate::value::shown::Shown;

/// Defines a structure: a value of parameters and results. What is not given has its type's default, as in .NET.
///
/// ```text
/// rt::structure! {
///     /// What it is.
///     #[structure(CAT = "Cat" in rt::Namespace::Of("urn:zoo"))]
///     #[parts(base(&ANIMAL), derived(&[&KITTEN]))]
///     pub struct Cat {
///         /// What the member means.
///         #[wire("Name", nullable)]
///         pub name: Option<String>,
///     }
/// }
/// ```
///
/// Its members are in its namespace if nothing else is said of them. `typed` states the type in the descriptor where the Rust type does
/// not tell it.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure {
    ($($structure:tt)*) => {
        $crate::__structure_with! { [] $($structure)* }
    };
}

/// The descriptor of an abstract structure, of which there are no values: what is derived from it has its members too.
#[doc(hidden)]
#[macro_export]
macro_rules! __abstract_structure {
    ($($structure:tt)*) => {
        $crate::__structure_with! { [is_abstract] $($structure)* }
    };
}

/// The descriptor of a structure, and its type unless it `is_abstract`.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure_with {
    (
        $about:tt
        $(#[doc = $doc:literal])*
        #[structure($descriptor:ident = $name:literal)]
        $($rest:tt)*
    ) => {
        $crate::__structure_with! {
            $about
            $(#[doc = $doc])*
            #[structure($descriptor = $name in $crate::__private::Namespace::Service)]
            $($rest)*
        }
    };
    (
        [$($about:ident)?]
        $(#[doc = $doc:literal])*
        #[structure($descriptor:ident = $name:literal in $namespace:expr)]
        $(#[parts($($part:ident($related:expr)),* $(,)?)])?
        pub struct $structure:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[wire($wire:tt $(, $more:ident $(($argument:expr))?)* $(,)?)]
                $(#[typed($type:expr)])?
                pub $field:ident: $kind:ty,
            )*
        }
    ) => {
        $crate::__structure_type! {
            [$($about)?] $descriptor = $name;
            $(#[doc = $doc])*
            #[must_use]
            struct $structure {
                $($(#[doc = $meaning])* $field: $kind = $wire [$($more $(($argument))?)*];)*
            }
        }
        pub(crate) static $descriptor: $crate::__private::Structure = $crate::__private::Structure::of_parts(
            $name,
            $crate::__private::StructureParts::new(&[$(
                $crate::__private::member(
                    $namespace,
                    $wire,
                    $crate::__type!($kind $(, $type)?),
                    ::std::concat!($($meaning, "\n"),*),
                )
                $(.$more($($argument)?))*
            ),*])
            $($(.$part($related))*)?,
        )
        .namespace($namespace)
        $(.$about())?;
    };
}

/// The type of a structure that is not abstract.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure_type {
    ([is_abstract] $($structure:tt)*) => {};
    (
        [] $descriptor:ident = $name:literal;
        $(#[$attribute:meta])*
        struct $structure:ident {
            $($(#[doc = $meaning:literal])* $field:ident: $kind:ty = $wire:tt $more:tt;)*
        }
    ) => {
        $crate::__record! {
            $(#[$attribute])*
            struct $structure {
                $($(#[doc = $meaning])* $field: $kind = $wire $more;)*
            }
        }
        impl $crate::__private::Field for $structure {
            $crate::__members!($($field)*);
            fn take(
                &mut self,
                given: $crate::__private::Given<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                *self = $crate::__private::take_structure(&given, &$descriptor)?;
                ::std::result::Result::Ok(())
            }
        }
        $crate::__structure_value!($structure: $descriptor = $name);
    };
}

/// What a type is that holds values of a structure.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure_value {
    ($structure:ident: $descriptor:ident = $name:literal) => {
        impl $crate::__private::FieldType for $structure {
            const TYPE: $crate::Type = $crate::Type::Structure(&$descriptor);
            const NAME: &'static str = $name;
        }
        impl $crate::__private::SingleValue for $structure {}
        impl ::std::fmt::Debug for $structure {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug_structure(&$descriptor, self, formatter)
            }
        }
        $crate::__equal!($structure);
    };
}

/// What a structure is while nothing of it is given.
///
/// # Errors
///
/// What is given is no structure.
pub fn take_structure<T: Default>(given: &Given<'_>, structure: &Structure) -> Result<T, InvalidValue> {
    take_nothing(given, structure.name).map_err(|_| no_structure(structure))
}

/// What a value of several parts is while none of them is given: `shape` says what it is for people.
///
/// # Errors
///
/// What is given is a value of another shape.
pub fn take_nothing<T: Default>(given: &Given<'_>, shape: &str) -> Result<T, InvalidValue> {
    match given {
        Given::Absent | Given::Nil => Ok(T::default()),
        _ => Err(InvalidValue::shape(shape)),
    }
}

/// Writes a structure with its wire names: secrets redacted, long values cut.
///
/// # Errors
///
/// Those of the formatter.
pub fn debug_structure(
    structure: &'static Structure,
    value: &dyn Field,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    fmt::Debug::fmt(&Shown::of_type(Type::Structure(structure), value), formatter)
}
