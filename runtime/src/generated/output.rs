//! The results of operations with several outputs.

use std::{fmt, mem};

use crate::operation::Member;
use crate::value::debug_value::DebugValue;
use crate::value::field::Field;
use crate::value::message::Message;
use crate::value::message::UnexpectedResult;
use crate::value::output::ExpectedResult;
use crate::value::output::Output;

/// Defines the outputs of an operation: a struct with a field for each, the result first. An output that a response lacks has the default of
/// its type.
///
/// ```text
/// rt::output! {
///     /// The outputs of `Weigh`.
///     pub struct WeighOutput {
///         /// The weight in grams.
///         #[wire("WeighResult")]
///         pub weigh_result: i32,
///         #[wire("Scale", nullable)]
///         pub scale: Option<String>,
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __output {
    (
        $(#[doc = $doc:literal])*
        pub struct $output:ident {
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
            struct $output {
                $($(#[doc = $meaning])* $field: $kind = $wire [$($more $(($argument))?)*];)*
            }
        }
        impl $crate::__private::Field for $output {
            $crate::__members!($($field)*);
            fn take(
                &mut self,
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                *self = $crate::__private::take_nothing(&input, "message")?;
                ::std::result::Result::Ok(())
            }
        }
        impl $crate::__private::ResultType for $output {
            fn blank_output() -> ::std::option::Option<::std::boxed::Box<dyn $crate::__private::Output>> {
                ::std::option::Option::Some(::std::boxed::Box::new(<Self as ::std::default::Default>::default()))
            }
            fn from_message(
                message: $crate::Message,
                expected: &$crate::__private::ExpectedResult,
            ) -> ::std::result::Result<Self, $crate::__private::UnexpectedResult> {
                $crate::__private::read_output(message, expected)
            }
            fn into_message(self) -> $crate::Message {
                $crate::__private::output_message(self)
            }
        }
        const _: () = {
            // A static, because a constant must not refer to the statics that describe types.
            static OUTPUTS: [$crate::Member; <[&str]>::len(&[$($wire),*])] = [$(
                $crate::__private::parameter(
                    $wire,
                    $crate::__type!($kind $(, $type)?),
                    ::std::concat!($($meaning, "\n"),*),
                )
                $(.$more($($argument)?))*
            ),*];
            impl $crate::__private::DeclaredResult for $output {
                const TYPE: $crate::Type = $crate::Type::Any;
                const ON_CONTRADICTION: $crate::__private::OnContradiction = $crate::__private::OnContradiction::Note;
                const OUTPUTS: ::std::option::Option<&'static [$crate::Member]> = ::std::option::Option::Some(&OUTPUTS);
            }
        };
        impl ::std::fmt::Debug for $output {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug_output(
                    ::std::stringify!($output),
                    <Self as $crate::__private::DeclaredResult>::OUTPUTS.unwrap_or_default(),
                    self,
                    formatter,
                )
            }
        }
        $crate::__equal!($output);
        $crate::__serde!(outputs $output);
    };
}

/// Takes the typed outputs, or builds them from an untyped message.
///
/// # Errors
///
/// The message has another number of parts, or a part is not of its type.
pub fn read_output<T: Output + Default>(
    mut message: Message,
    expected: &ExpectedResult,
) -> Result<T, UnexpectedResult> {
    let mut result = T::default();
    match message.output_mut() {
        Some(output) => mem::swap(&mut result, output),
        None => message.read_into(expected.outputs, &mut result)?,
    }
    Ok(result)
}

/// The message that has the outputs as parts.
pub fn output_message<T: Output>(output: T) -> Message {
    Message::of_output(Box::new(output))
}

/// Writes outputs with their names on the wire: secrets redacted, long values cut.
///
/// # Errors
///
/// Those of the formatter.
pub fn debug_output(
    name: &str,
    members: &[Member],
    output: &dyn Field,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut fields = formatter.debug_struct(name);
    for (index, member) in members.iter().enumerate() {
        if let Some(field) = output.inner(index) {
            fields.field(member.name, &DebugValue::of_member(member, field));
        }
    }
    fields.finish()
}
