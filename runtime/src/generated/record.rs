//! Structs with named values (requests, structures, rows): the struct, its constructor and its setters.

/// Defines the struct, `new` and a setter for every field. A field's documentation is that of the spec, then its name on the wire and
/// whatever is unusual about it. The text after the struct's name becomes its constant `NAME`.
#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    (
        $(#[$attribute:meta])*
        struct $name:ident $(= $text:literal)? {
            $($(#[doc = $doc:literal])* $field:ident: $kind:ty = $wire:tt
                [$($more:ident $(($argument:expr))?)*];)*
        }
        $($(#[doc = $rest_doc:literal])* $rest:ident: $rest_kind:ty)?
    ) => {
        $(#[$attribute])*
        #[non_exhaustive]
        #[derive(::std::clone::Clone)]
        #[allow(
            clippy::struct_excessive_bools, clippy::struct_field_names, clippy::type_complexity,
            reason = "named by the service"
        )]
        pub struct $name {
            $(
                $(#[doc = $doc])*
                #[doc = ::std::concat!(
                    "\n", $crate::__wire_name!($wire) $(, $crate::__presence!($more $($argument)?))*, "."
                )]
                pub $field: $kind,
            )*
            $($(#[doc = $rest_doc])* pub $rest: $rest_kind,)?
        }
        #[allow(
            clippy::iter_not_returning_iterator, clippy::self_named_constructors, clippy::should_implement_trait,
            clippy::type_complexity, clippy::wrong_self_convention,
            reason = "named by the service"
        )]
        impl $name {
            $(
                #[doc(hidden)]
                pub const NAME: &'static str = $text;
            )?
            /// A value without any field set: each has the default of its type.
            pub fn new() -> Self {
                <Self as ::std::default::Default>::default()
            }
            $(
                /// Sets the field of this name.
                pub fn $field(mut self, value: impl $crate::__private::IntoValue<$kind>) -> Self {
                    $crate::__private::IntoValue::set(value, &mut self.$field);
                    self
                }
            )*
        }
        impl ::std::default::Default for $name {
            fn default() -> Self {
                Self { $($field: ::std::default::Default::default(),)* $($rest: ::std::default::Default::default())? }
            }
        }
    };
}

/// The fields of a struct as members of a value: member `n` is the field at index `n`.
#[doc(hidden)]
#[macro_export]
macro_rules! __members {
    ($($field:ident)*) => {
        fn view(&self) -> $crate::__private::View<'_> {
            $crate::__private::View::Members
        }
        fn inner(&self, index: usize) -> ::std::option::Option<&dyn $crate::__private::Field> {
            $crate::__at!(index [$(return ::std::option::Option::Some(&self.$field);)*]);
            ::std::option::Option::None
        }
        fn enter(
            &mut self,
            step: $crate::__private::Step,
        ) -> ::std::option::Option<&mut dyn $crate::__private::Field> {
            let index = match step {
                $crate::__private::Step::Member(index) => index,
                $crate::__private::Step::Members(count) => {
                    let members = <[&str]>::len(&[$(::std::stringify!($field)),*]);
                    return if count == members { ::std::option::Option::Some(self) } else { ::std::option::Option::None };
                }
                _ => return ::std::option::Option::None,
            };
            $crate::__at!(index [$(return ::std::option::Option::Some(&mut self.$field);)*]);
            ::std::option::Option::None
        }
    };
}

/// Runs the statement at the index.
#[doc(hidden)]
#[macro_export]
macro_rules! __at {
    ($index:ident [$($do:stmt;)*]) => {
        let mut position = 0;
        $(
            if $index == position {
                $do
            }
            position += 1;
        )*
        let _ = (position, $index);
    };
}

/// Equality by value.
#[doc(hidden)]
#[macro_export]
macro_rules! __equal {
    ($value:ident) => {
        impl ::std::cmp::PartialEq for $value {
            fn eq(&self, other: &Self) -> bool {
                (self as &dyn $crate::__private::Field).equals(other)
            }
        }
    };
}

/// The type of a field in a descriptor: the stated one, or that of its Rust type.
#[doc(hidden)]
#[macro_export]
macro_rules! __type {
    ($kind:ty) => {
        <$kind as $crate::__private::FieldType>::TYPE
    };
    ($kind:ty, $type:expr) => {
        $type
    };
}

/// The name on the wire in the documentation of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_name {
    ("") => {
        "Without a name of its own"
    };
    ($name:tt) => {
        ::std::concat!("`", $name, "`")
    };
}

/// The text for an attribute in the documentation of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __presence {
    (required) => {
        ", required"
    };
    (nullable) => {
        ", may be null"
    };
    (optional_nullable) => {
        ", may be absent and may be null"
    };
    (secret) => {
        ", never shown"
    };
    (attribute) => {
        ", an attribute"
    };
    (text) => {
        ", the text itself"
    };
    (mixed) => {
        ", texts and elements"
    };
    (choice $alternatives:expr) => {
        ", one of several elements"
    };
    (any_elements) => {
        ", undeclared elements"
    };
    (any_attributes) => {
        ", undeclared attributes"
    };
    (repeated) => {
        ", any number of times"
    };
    (default $text:expr) => {
        ::std::concat!(", `", $text, "` if absent")
    };
    ($($other:tt)*) => {
        ""
    };
}
