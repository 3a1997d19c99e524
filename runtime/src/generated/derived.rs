//! Structures that others are derived from: the enum for a place where such a structure is declared.

use crate::value::field::{Boxed, Nillable};

/// Defines the enum for places where a structure with derived ones is declared. It has a variant for the structure itself, unless that is
/// abstract, and one for each derived structure.
///
/// ```text
/// rt::derived! {
///     /// An animal or one of a derived type.
///     #[derived(ANIMAL = "Animal")]
///     pub enum AnyAnimal {
///         #[base]
///         Animal(Animal),
///         #[of(CAT)]
///         Cat(Cat),
///         #[unknown]
///         Unknown(rt::XmlFragment),
///     }
///     impl AnyAnimal {
///         /// Its name.
///         #[wire("Name")]
///         pub fn name(&self) -> Option<&str> {
///             name
///         }
///     }
/// }
/// ```
///
/// A method returns the field that its body names, for every variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __derived {
    (
        $(#[doc = $doc:literal])*
        #[derived($descriptor:ident = $name:literal)]
        pub enum $any:ident {
            $(#[base] $base:ident($base_type:ty $(,)?),)?
            $(#[of($of:ident)] $variant:ident($kind:ty $(,)?),)*
            #[unknown]
            $unknown:ident($other:ty),
        }
        impl $same:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[wire($wire:tt)]
                pub fn $getter:ident(&self $(,)?) -> $get:ty { $field:ident }
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[allow(
            clippy::enum_variant_names, clippy::large_enum_variant, clippy::len_without_is_empty,
            reason = "named by the service"
        )]
        #[non_exhaustive]
        #[derive(::std::clone::Clone)]
        pub enum $any {
            $(
                #[doc = ::std::concat!("A `", ::std::stringify!($base), "` and nothing more.")]
                $base($base_type),
            )?
            $(
                #[doc = ::std::concat!("A `", ::std::stringify!($variant), "`.")]
                $variant($kind),
            )*
            /// The content of an element whose type the service does not document. It cannot be sent.
            $unknown($other),
        }
        $crate::__getters! {
            $any { $($base)? $($variant)* } $unknown
            $($(#[doc = $meaning])* fn $wire $getter $get = $field;)*
        }
        impl ::std::default::Default for $any {
            fn default() -> Self {
                $crate::__first!(
                    $([Self::$base(::std::default::Default::default())])?
                    [Self::$unknown(::std::default::Default::default())]
                )
            }
        }
        $($crate::__variant_of!($any $base($base_type));)?
        $($crate::__variant_of!($any $variant($kind));)*
        impl $crate::__private::Field for $any {
            fn view(&self) -> $crate::__private::View<'_> {
                match self {
                    $(Self::$base(value) => $crate::__private::Field::view(value),)?
                    $(Self::$variant(_) => $crate::__private::View::OfType($crate::Type::Structure(&$of)),)*
                    Self::$unknown(value) => $crate::__private::Field::view(value),
                }
            }
            fn inner(&self, index: usize) -> ::std::option::Option<&dyn $crate::__private::Field> {
                let inner: &dyn $crate::__private::Field = match self {
                    $(Self::$base(value) => return $crate::__private::Field::inner(value, index),)?
                    $(Self::$variant(value) => value,)*
                    Self::$unknown(_) => return ::std::option::Option::None,
                };
                #[allow(unreachable_code, reason = "there may be no derived type")]
                $crate::__private::single_inner(inner, index)
            }
            fn take(
                &mut self,
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                match input {
                    $crate::__private::Input::Xml(xml) => {
                        *self = Self::$unknown(::std::convert::From::from(xml.into_owned()));
                    }
                    input => $crate::__first!(
                        $([*self = Self::$base($crate::__private::take_structure(&input, &$descriptor)?)])?
                        [*self = $crate::__private::take_structure(&input, &$descriptor)?]
                    ),
                }
                ::std::result::Result::Ok(())
            }
            fn enter(
                &mut self,
                step: $crate::__private::Step,
            ) -> ::std::option::Option<&mut dyn $crate::__private::Field> {
                if let $crate::__private::Step::OfType(kind) = step {
                    $(if kind == $crate::Type::Structure(&$descriptor) {
                        *self = Self::$base(::std::default::Default::default());
                    })?
                    $(if kind == $crate::Type::Structure(&$of) {
                        *self = Self::$variant(::std::default::Default::default());
                    })*
                    let is_of = |structure| kind == $crate::Type::Structure(structure);
                    return match self {
                        $(Self::$base(value) if is_of(&$descriptor) => ::std::option::Option::Some(value),)?
                        $(Self::$variant(value) if is_of(&$of) => ::std::option::Option::Some(value),)*
                        _ => ::std::option::Option::None,
                    };
                }
                $(if ::std::matches!(step, $crate::__private::Step::Members(_))
                    && !::std::matches!(self, Self::$base(_))
                {
                    *self = Self::$base(::std::default::Default::default());
                })?
                match self {
                    $(Self::$base(value) => $crate::__private::Field::enter(value, step),)?
                    _ => ::std::option::Option::None,
                }
            }
        }
        $crate::__structure_value!($any: $descriptor = $name);
    };
}

/// The first of one or two expressions.
#[doc(hidden)]
#[macro_export]
macro_rules! __first {
    ([$first:expr] $([$second:expr])?) => {
        $first
    };
}

/// Conversions of a structure into its variant, for setters too.
#[doc(hidden)]
#[macro_export]
macro_rules! __variant_of {
    ($any:ident $variant:ident($kind:ty)) => {
        impl ::std::convert::From<$kind> for $any {
            fn from(value: $kind) -> Self {
                Self::$variant(value)
            }
        }
        impl $crate::__private::IntoValue<$any> for $kind {
            fn into_value(self) -> $any {
                $any::$variant(self)
            }
        }
        impl $crate::__private::IntoValue<::std::option::Option<$any>> for $kind {
            fn into_value(self) -> ::std::option::Option<$any> {
                ::std::option::Option::Some($any::$variant(self))
            }
        }
        impl $crate::__private::IntoValue<::std::option::Option<$crate::__private::Boxed<$any>>> for $kind {
            fn into_value(self) -> ::std::option::Option<$crate::__private::Boxed<$any>> {
                ::std::option::Option::Some($crate::__private::Boxed::from($any::$variant(self)))
            }
        }
    };
}

/// The methods that return the fields of all variants. The variants come as one token, so that each method can repeat them.
#[doc(hidden)]
#[macro_export]
macro_rules! __getters {
    (
        $any:ident $variants:tt $unknown:ident
        $($(#[doc = $meaning:literal])* fn $wire:tt $getter:ident $get:ty = $field:ident;)*
    ) => {
        #[allow(
            clippy::iter_not_returning_iterator, clippy::should_implement_trait, clippy::type_complexity,
            clippy::wrong_self_convention,
            reason = "named by the service"
        )]
        impl $any {
            $(
                $(#[doc = $meaning])*
                #[doc = ::std::concat!("\n", $crate::__wire_name!($wire), ", in every variant.")]
                #[must_use]
                pub fn $getter(&self) -> $get {
                    $crate::__getter!(self $unknown $field $variants)
                }
            )*
        }
    };
}

/// The value of a field of every variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __getter {
    ($this:tt $unknown:ident $field:ident { $($variant:ident)* }) => {
        match $this {
            $(Self::$variant(value) => $crate::__private::Getter::get(&value.$field),)*
            Self::$unknown(_) => ::std::default::Default::default(),
        }
    };
}

/// The return value of a method for a field: an optional value, a copy if it is cheap, or a slice for a repeated field.
pub trait Getter<'a, R> {
    /// Returns the value.
    fn get(&'a self) -> R;
}

/// Getters of a plain, an optional and a nillable field.
macro_rules! getters {
    ($(<$lifetime:lifetime $(, $value:ident $(: $bound:ident)?)?> $kind:ty => $result:ty, $borrow:expr;)*) => {$(
        impl<$lifetime $(, $value $(: $bound)?)?> Getter<$lifetime, Option<$result>> for $kind {
            fn get(&$lifetime self) -> Option<$result> {
                Some(self).map($borrow)
            }
        }

        impl<$lifetime $(, $value $(: $bound)?)?> Getter<$lifetime, Option<$result>> for Option<$kind> {
            fn get(&$lifetime self) -> Option<$result> {
                self.as_ref().map($borrow)
            }
        }

        impl<$lifetime $(, $value $(: $bound)?)?> Getter<$lifetime, Option<$result>> for Nillable<$kind> {
            fn get(&$lifetime self) -> Option<$result> {
                self.as_option().map($borrow)
            }
        }
    )*};
}

getters! {
    <'a, T> T => &'a T, |value| value;
    <'a, T: Copy> T => T, |value| *value;
    <'a> String => &'a str, String::as_str;
}

impl<'a, T> Getter<'a, Option<&'a T>> for Option<Boxed<T>> {
    fn get(&'a self) -> Option<&'a T> {
        self.as_deref()
    }
}

impl<'a, T> Getter<'a, Option<&'a T>> for Nillable<Boxed<T>> {
    fn get(&'a self) -> Option<&'a T> {
        self.as_option().map(|value| &**value)
    }
}

impl<'a, T> Getter<'a, &'a [T]> for Vec<T> {
    fn get(&'a self) -> &'a [T] {
        self
    }
}

impl<'a, T> Getter<'a, &'a [T]> for Boxed<Vec<T>> {
    fn get(&'a self) -> &'a [T] {
        self
    }
}
