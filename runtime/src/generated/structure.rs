//! Structures of generated code.

use std::fmt;

use crate::operation::{InvalidValue, Structure, Type};
use crate::value::debug_value::DebugValue;
use crate::value::field::{Field, Input, no_structure};

/// Defines a structure: a value of parameters and results. A field that is not set has the default of its type, as in .NET.
///
/// ```text
/// rt::structure! {
///     /// A cat.
///     #[structure(CAT = "Cat" in rt::Namespace::Of("urn:zoo"))]
///     #[parts(base(&ANIMAL), derived(&[&KITTEN]))]
///     pub struct Cat {
///         /// Its name.
///         #[wire("Name", nullable)]
///         pub name: Option<String>,
///     }
/// }
/// ```
///
/// Members are in the structure's namespace by default. `typed` states a type that does not follow from the Rust type.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure {
    ($($structure:tt)*) => {
        $crate::__structure_with! { [] $($structure)* }
    };
}

/// Defines the descriptor of an abstract structure, which has no values of its own.
///
/// ```text
/// rt::abstract_structure! {
///     #[structure(ANIMAL = "Animal")]
///     #[parts(derived(&[&CAT]))]
///     pub struct Animal {
///         #[wire("Name", nullable)]
///         pub name: Option<String>,
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __abstract_structure {
    ($($structure:tt)*) => {
        $crate::__structure_with! { [is_abstract] $($structure)* }
    };
}

/// The descriptor of a structure, and its type unless the structure `is_abstract`.
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
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                *self = $crate::__private::take_structure(&input, &$descriptor)?;
                ::std::result::Result::Ok(())
            }
        }
        $crate::__structure_value!($structure: $descriptor = $name);
    };
}

/// The traits of a type that holds values of a structure.
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
        $crate::__serde!(value $structure);
    };
}

/// A structure without members, for an absent or null value.
///
/// # Errors
///
/// The given value is not a structure.
pub fn take_structure<T: Default>(input: &Input<'_>, structure: &Structure) -> Result<T, InvalidValue> {
    take_nothing(input, structure.name).map_err(|_| no_structure(structure))
}

/// A value without parts, for an absent or null value; `shape` names it in errors.
///
/// # Errors
///
/// The given value has another shape.
pub fn take_nothing<T: Default>(input: &Input<'_>, shape: &str) -> Result<T, InvalidValue> {
    match input {
        Input::Absent | Input::Nil => Ok(T::default()),
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
    fmt::Debug::fmt(&DebugValue::of_type(Type::Structure(structure), value), formatter)
}
