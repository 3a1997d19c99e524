//! What an operation with several outputs returns.

use std::any::{Any, TypeId};
use std::{fmt, mem};

use crate::operation::Member;
use crate::value::Value;
use crate::value::content::{Content, UnexpectedContent};
use crate::value::field::Field;
use crate::value::message::Message;
use crate::value::outputs;
use crate::value::shown::Shown;

/// Defines the outputs of an operation: a struct with a field for each, the result first. What a response does not hold has its type's
/// default.
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
                given: $crate::__private::Given<'_>,
            ) -> ::std::result::Result<(), $crate::InvalidValue> {
                *self = $crate::__private::take_nothing(&given, "message")?;
                ::std::result::Result::Ok(())
            }
        }
        impl $crate::ResultType for $output {
            fn blank() -> ::std::option::Option<::std::boxed::Box<dyn $crate::__private::Output>> {
                ::std::option::Option::Some(::std::boxed::Box::new(<Self as ::std::default::Default>::default()))
            }
            fn from_content(
                content: $crate::Content,
                _: $crate::__private::ExpectedResult,
            ) -> ::std::result::Result<Self, $crate::UnexpectedContent> {
                $crate::__private::read_output(<Self as $crate::__private::DeclaredResult>::OUTPUTS, content)
            }
            fn into_content(self) -> $crate::Content {
                $crate::__private::output_content(&self)
            }
        }
        const _: () = {
            // A constant may not name the descriptors of types.
            static OUTPUTS: [$crate::Member; <[&str]>::len(&[$($wire),*])] = [$(
                $crate::__private::parameter(
                    $wire,
                    $crate::__type!($kind $(, $type)?),
                    ::std::concat!($($meaning, "\n"),*),
                )
                $(.$more($($argument)?))*
            ),*];
            impl $crate::__private::DeclaredResult for $output {
                const SHAPE: $crate::ResultShape = $crate::ResultShape::Message;
                const TYPE: $crate::Type = $crate::Type::Any;
                const OUTPUTS: &'static [$crate::Member] = &OUTPUTS;
            }
        };
        impl ::std::fmt::Debug for $output {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug_output(
                    ::std::stringify!($output),
                    <Self as $crate::__private::DeclaredResult>::OUTPUTS,
                    self,
                    formatter,
                )
            }
        }
        $crate::__equal!($output);
    };
}

/// Takes the outputs, which `members` describe, out of a message: they were read into such already, or they are made of its values.
///
/// # Errors
///
/// It is no message of so many parts, or a part is not of its type.
pub fn read_output<T: Field + Default + 'static>(members: &[Member], content: Content) -> Result<T, UnexpectedContent> {
    let mut result = T::default();
    match content.into_output(TypeId::of::<T>()) {
        Ok(mut output) => {
            if let Some(output) = (&mut *output as &mut dyn Any).downcast_mut() {
                mem::swap(&mut result, output);
            }
        }
        Err(content) => outputs::fill(&mut result, members, content)?,
    }
    Ok(result)
}

/// The message whose parts the outputs are.
pub fn output_content(output: &dyn Field) -> Content {
    let parts = match output.to_value() {
        Value::Structure(parts) => parts.into_iter().map(Value::into_owned).collect(),
        _ => Vec::new(),
    };
    Content::Message(Box::new(Message::new(parts)))
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
    let mut shown = formatter.debug_struct(name);
    for (index, member) in members.iter().enumerate() {
        if let Some(field) = output.inside(index) {
            shown.field(member.name, &Shown::of_member(member, field));
        }
    }
    shown.finish()
}
