//! One operation: its descriptor, its request and the client's method.

/// Defines the request, its descriptor and the client's method from a struct and its attributes.
///
/// ```text
/// rt::operation! {
///     /// Finds books.
///     #[operation(FIND = "Find", "books", Read, record_limit(100))]
///     /// - Limit: at most 100 records.
///     #[method(Library::find, rt::Text)]
///     pub struct Find {
///         /// The title.
///         #[wire("Title", required)]
///         pub title: Option<String>,
///     }
/// }
/// ```
///
/// Documentation before `operation` is in the descriptor too. After the effect stand the unusual facts of the operation. `typed` states a
/// type that does not follow from the Rust type. Unusual messages are described after `operation`:
///
/// ```text
///     #[messages(rt::Messages::PLAIN.style(rt::Style::Bare).action("urn:find"))]
///     #[request_header(rt::Member::new("Login", <Login as rt::FieldType>::TYPE))]
///     #[response_header(rt::Member::new("Trace", rt::Type::STRING))]
///     #[output(rt::Member::new("Found", rt::Type::INT))]
/// ```
///
/// `#[result("Found")]` names the element of an otherwise usual result.
#[doc(hidden)]
#[macro_export]
macro_rules! __operation {
    (
        $(#[doc = $doc:literal])*
        #[operation($descriptor:ident = $name:literal, $area:literal, $effect:ident
            $(, $unusual:ident($($value:expr),*))* $(,)?)]
        $(
            #[messages($messages:expr)]
            $(#[request_header($request_header:expr)])*
            $(#[response_header($response_header:expr)])*
        )?
        $(#[output($output:expr)])?
        $(#[result($element:literal)])?
        $(#[doc = $note:literal])*
        #[method($client:ident::$method:ident, $result:ty $(, deprecated = $why:literal)? $(,)?)]
        $(#[typed($result_type:expr)])?
        pub struct $request:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[wire($wire:tt $(, $more:ident $(($argument:expr))?)* $(,)?)]
                $(#[typed($type:expr)])?
                pub $field:ident: $kind:ty,
            )*
        }
    ) => {
        #[doc = ::std::concat!("The descriptor of `", $name, "`.")]
        pub static $descriptor: $crate::Operation = $crate::__private::returning::<$result>(
            $crate::Operation::new(
                $name,
                $area,
                ::std::concat!($($doc, "\n"),*),
                &[$(
                    $crate::__private::parameter(
                        $wire,
                        $crate::__type!($kind $(, $type)?),
                        ::std::concat!($($meaning, "\n"),*),
                    )
                    $(.$more($($argument)?))*
                ),*],
                $crate::Effect::$effect,
            ),
            &[$crate::__private::result_part::<$result>(
                $crate::__result!([$($element)?] $name, $result $(, $result_type)?),
            )],
            &[$(&$messages.headers(&[$($request_header),*], &[$($response_header),*]))?],
        )
        $(.outputs(&[$output]))?
        $(.$unusual($($value),*))*
        $(.deprecated($why))?;
        $crate::__record! {
            $(#[doc = $doc])*
            #[doc = $crate::__effect!($effect)]
            $(#[doc = $crate::__limit!($unusual $($value)*)])*
            $(#[doc = $note])*
            #[must_use = "a request does nothing until it is sent"]
            struct $request = $name {
                $($(#[doc = $meaning])* $field: $kind = $wire [$($more $(($argument))?)*];)*
            }
        }
        impl $crate::Request for $request {
            fn operation(&self) -> &'static $crate::Operation {
                &$descriptor
            }
            fn visit<'a>(&'a self, visitor: &mut dyn ::std::ops::FnMut(&'a dyn $crate::__private::Field)) {
                $crate::__private::visit(visitor, &[$(&self.$field),*]);
            }
        }
        impl $crate::__private::TypedRequest for $request {
            type Result = $result;
            fn visit_mut(&mut self, visitor: &mut dyn ::std::ops::FnMut(&mut dyn $crate::__private::Field)) {
                $crate::__private::visit_mut(visitor, &mut [$(&mut self.$field),*]);
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
        $crate::__serde!(request $request);
        #[allow(
            clippy::iter_not_returning_iterator, clippy::should_implement_trait, clippy::type_complexity,
            clippy::wrong_self_convention,
            reason = "named by the service"
        )]
        impl $client {
            $(#[doc = $doc])*
            #[doc = $crate::__effect!($effect)]
            $(#[doc = $crate::__limit!($unusual $($value)*)])*
            $(#[doc = $note])*
            $(#[deprecated = $why])?
            pub fn $method(&self, request: $request) -> $crate::Prepared<$result> {
                $crate::Prepared::new(&self.client, ::std::boxed::Box::new(request))
            }
        }
    };
}

/// The only part of a response. By default its name is that of the operation with `Result`, and its type that of the result.
#[doc(hidden)]
#[macro_export]
macro_rules! __result {
    ([] $name:literal, $result:ty $(, $type:expr)?) => {
        $crate::__result!([::std::concat!($name, "Result")] $name, $result $(, $type)?)
    };
    ([$element:expr] $name:literal, $result:ty) => {
        $crate::Member::new($element, <$result as $crate::__private::DeclaredResult>::TYPE)
    };
    ([$element:expr] $name:literal, $result:ty, $type:expr) => {
        $crate::Member::new($element, $type)
    };
}

/// The effect in the documentation of an operation, as a paragraph.
#[doc(hidden)]
#[macro_export]
macro_rules! __effect {
    (Read) => {
        "\nChanges nothing.\n"
    };
    (Write) => {
        "\nMay change data, so the client does not repeat it after a failure.\n"
    };
    (Send) => {
        "\nSends something, so the client does not repeat it after a failure.\n"
    };
}

/// The limits in the documentation of an operation; other attributes give no text.
#[doc(hidden)]
#[macro_export]
macro_rules! __limit {
    (limit $words:expr) => {
        ::std::concat!("- Limit: ", $words)
    };
    ($($other:tt)*) => {
        ""
    };
}
