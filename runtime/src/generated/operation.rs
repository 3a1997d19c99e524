//! One operation: its descriptor, its request and the client's method.

/// Defines the request, its descriptor and the client's method.
///
/// ```text
/// rt::operation! {
///     /// What the operation is for.
///     pub static DESCRIPTOR = "Name" in "area", Effect, what_is_unusual(value);
///     /// What else a caller should know.
///     pub struct Request {
///         /// What the parameter means.
///         pub field: Option<String> = "Parameter", required;
///     }
///     pub fn Client::method -> Answer;
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __operation {
    (
        $(#[doc = $doc:literal])*
        pub static $descriptor:ident = $name:literal in $area:literal, $effect:ident
            $(, $unusual:ident($($value:expr),*))*;
        $(#[doc = $note:literal])*
        pub struct $request:ident {
            $(
                $(#[doc = $meaning:literal])*
                pub $field:ident: $kind:ty = $wire:literal $(as $type:expr)? $(, $more:ident $(($argument:expr))?)*;
            )*
        }
        $(#[deprecated = $why:literal])?
        pub fn $client:ident::$method:ident -> $answer:ty $(as $shape:expr)?;
    ) => {
        #[doc = ::std::concat!("The descriptor of `", $name, "`.")]
        pub static $descriptor: $crate::Operation = $crate::Operation::new(
            $name,
            $area,
            ::std::concat!($($doc, "\n"),*),
            &[$(
                $crate::Parameter::new($wire, $crate::__type!($kind $(, $type)?))
                    .doc(::std::concat!($($meaning, "\n"),*))
                    $(.$more($($argument)?))*
            ),*],
            $crate::__shape!($answer $(, $shape)?),
            $crate::Effect::$effect,
        )
        $(.$unusual($($value),*))*
        $(.deprecated($why))?;
        $crate::__record! {
            $(#[doc = $doc])*
            #[doc = $crate::__effect!($effect)]
            $(#[doc = $note])*
            #[must_use = "a request does nothing until it is sent"]
            struct $request {
                $($(#[doc = $meaning])* $field: $kind = $wire [$($more)*];)*
            }
        }
        impl $crate::Request for $request {
            fn operation(&self) -> &'static $crate::Operation {
                &$descriptor
            }
            fn visit<'a>(&'a self, visitor: &mut dyn ::std::ops::FnMut(&'a dyn $crate::__private::Field)) {
                // A request without parameters shows nothing.
                let _ = &visitor;
                $(visitor(&self.$field);)*
            }
        }
        impl $crate::__private::TypedRequest for $request {
            type Answer = $answer;
            fn visit_mut(&mut self, visitor: &mut dyn ::std::ops::FnMut(&mut dyn $crate::__private::Field)) {
                let _ = &visitor;
                $(visitor(&mut self.$field);)*
            }
        }
        impl ::std::fmt::Debug for $request {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug(self, formatter)
            }
        }
        impl ::std::cmp::PartialEq for $request {
            fn eq(&self, other: &Self) -> bool {
                $crate::__private::equal(self, other)
            }
        }
        #[allow(clippy::should_implement_trait, clippy::wrong_self_convention, reason = "named by the service")]
        impl $client {
            $(#[doc = $doc])*
            #[doc = $crate::__effect!($effect)]
            $(#[doc = $note])*
            $(#[deprecated = $why])?
            pub fn $method(&self, request: $request) -> $crate::Prepared<$answer> {
                $crate::Prepared::new(&self.client, ::std::boxed::Box::new(request))
            }
        }
    };
}

/// The shape of a result in a descriptor: what its Rust type says, unless it is stated.
#[doc(hidden)]
#[macro_export]
macro_rules! __shape {
    ($answer:ty) => {
        <$answer as $crate::__private::DeclaredResult>::SHAPE
    };
    ($answer:ty, $shape:expr) => {
        $shape
    };
}

/// What the documentation of an operation says of its effect: a paragraph of its own.
#[doc(hidden)]
#[macro_export]
macro_rules! __effect {
    (Read) => {
        "\nChanges nothing.\n"
    };
    (Write) => {
        "\nChanges data of the account.\n"
    };
    (Send) => {
        "\nSends messages; never repeated by itself.\n"
    };
}
