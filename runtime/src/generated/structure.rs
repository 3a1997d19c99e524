//! Structures of generated code.

use std::fmt;

use crate::operation::{InvalidValue, Structure, Type};
use crate::value::field::{Field, Given};
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
    (
        $(#[doc = $doc:literal])*
        #[structure($descriptor:ident = $name:literal)]
        $($rest:tt)*
    ) => {
        $crate::__structure! {
            $(#[doc = $doc])*
            #[structure($descriptor = $name in $crate::Namespace::Service)]
            $($rest)*
        }
    };
    (
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
        $crate::__record! {
            $(#[doc = $doc])*
            #[must_use]
            struct $structure {
                $($(#[doc = $meaning])* $field: $kind = $wire [$($more $(($argument))?)*];)*
            }
        }
        impl $crate::__private::Field for $structure {
            fn view(&self) -> $crate::__private::View<'_> {
                $crate::__private::View::Members
            }
            fn inside(&self, index: usize) -> ::std::option::Option<&dyn $crate::__private::Field> {
                let mut position = 0;
                $(
                    if index == position {
                        return ::std::option::Option::Some(&self.$field);
                    }
                    position += 1;
                )*
                let _ = (position, index);
                ::std::option::Option::None
            }
            fn take(
                &mut self,
                given: $crate::__private::Given<'_>,
            ) -> ::std::result::Result<(), $crate::InvalidValue> {
                $crate::__private::take_structure(self, &given, &$descriptor)
            }
            fn enter(
                &mut self,
                step: $crate::__private::Step,
            ) -> ::std::option::Option<&mut dyn $crate::__private::Field> {
                let $crate::__private::Step::Member(index) = step else {
                    return ::std::option::Option::None;
                };
                let mut position = 0;
                $(
                    if index == position {
                        return ::std::option::Option::Some(&mut self.$field);
                    }
                    position += 1;
                )*
                let _ = (position, index);
                ::std::option::Option::None
            }
        }
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
        impl ::std::cmp::PartialEq for $structure {
            fn eq(&self, other: &Self) -> bool {
                (self as &dyn $crate::__private::Field).equals(other)
            }
        }
        $crate::__structure_descriptor! {
            $descriptor = $name in $namespace;
            [$($($part($related))*)?]
            $([$wire $(, $more $(($argument))?)*] [$kind $(, $type)?] [$($meaning)*])*
        }
    };
}

/// The descriptor of an abstract structure, of which there are no values: what is derived from it has its members too.
#[doc(hidden)]
#[macro_export]
macro_rules! __abstract_structure {
    (
        $(#[doc = $doc:literal])*
        #[structure($descriptor:ident = $name:literal)]
        $($rest:tt)*
    ) => {
        $crate::__abstract_structure! {
            #[structure($descriptor = $name in $crate::Namespace::Service)]
            $($rest)*
        }
    };
    (
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
        $crate::__structure_descriptor! {
            $descriptor = $name in $namespace;
            [$($($part($related))*)? ]
            $([$wire $(, $more $(($argument))?)*] [$kind $(, $type)?] [$($meaning)*])*
            .is_abstract()
        }
    };
}

/// The descriptor of a structure.
#[doc(hidden)]
#[macro_export]
macro_rules! __structure_descriptor {
    (
        $descriptor:ident = $name:literal in $namespace:expr;
        [$($part:ident($related:expr))*]
        $([$wire:tt $(, $more:ident $(($argument:expr))?)*] [$kind:ty $(, $type:expr)?] [$($meaning:literal)*])*
        $(.$about:ident())*
    ) => {
        pub(crate) static $descriptor: $crate::Structure = $crate::Structure::of_parts(
            $name,
            $crate::StructureParts::new(&[$(
                $crate::__private::member(
                    $namespace,
                    $wire,
                    $crate::__type!($kind $(, $type)?),
                    ::std::concat!($($meaning, "\n"),*),
                )
                $(.$more($($argument)?))*
            ),*])
            $(.$part($related))*,
        )
        .namespace($namespace)
        $(.$about())*;
    };
}

/// Begins a structure, or takes what it held away.
///
/// # Errors
///
/// What is given is no structure of that type.
pub fn take_structure<T: Default>(
    value: &mut T,
    given: &Given<'_>,
    structure: &'static Structure,
) -> Result<(), InvalidValue> {
    match given {
        Given::Absent | Given::Nil => *value = T::default(),
        Given::Members(count) if *count == structure.members().len() => {}
        _ => return Err(InvalidValue::shape(structure.name)),
    }
    Ok(())
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
