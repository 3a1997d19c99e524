//! Results of methods, read from messages and written into them.

use std::fmt;

use super::field::{Field, FieldType};
use super::message::{Message, UnexpectedResult};
use super::output::ExpectedResult;
use super::output::{Output, SingleOutput};
use crate::operation::Member;
use crate::results::{DataSet, DelimitedText, Integers, Text, XmlDocument};

/// A type that an operation's method returns.
pub trait ResultType: Sized + Send + 'static {
    /// An empty result that the outputs of a response are read into, and that [`from_message`](Self::from_message) takes from the message.
    /// `None` for a type that is made of values.
    #[doc(hidden)]
    fn blank_output() -> Option<Box<dyn Output>> {
        None
    }

    /// Reads the result. `expected` has the facts that the call states about it.
    ///
    /// # Errors
    ///
    /// The message has other parts than the type.
    fn from_message(message: Message, expected: &ExpectedResult) -> Result<Self, UnexpectedResult>;

    /// The message with the value of an implementor.
    fn into_message(self) -> Message;
}

impl ResultType for Message {
    fn from_message(message: Message, _: &ExpectedResult) -> Result<Self, UnexpectedResult> {
        Ok(message)
    }

    fn into_message(self) -> Message {
        self
    }
}

impl ResultType for () {
    fn from_message(message: Message, _: &ExpectedResult) -> Result<Self, UnexpectedResult> {
        match message.parts().count() {
            0 => Ok(()),
            found => Err(UnexpectedResult::parts(found, "nothing")),
        }
    }

    fn into_message(self) -> Message {
        Message::default()
    }
}

/// A result that is the only part of its message. Null differs from every value.
pub trait SinglePart: Field + FieldType + Default + Clone + 'static {
    /// The name of its kind in errors.
    #[doc(hidden)]
    const WHAT: &'static str;

    /// The null result.
    fn null() -> Self;

    /// Adds the facts that the call states about the result.
    #[doc(hidden)]
    #[must_use]
    fn with(self, _: &ExpectedResult) -> Self {
        self
    }
}

impl Message {
    /// The only part, read as that type.
    ///
    /// # Errors
    ///
    /// The message has several parts or none, or the part is of another type.
    pub fn single<T: SinglePart>(self) -> Result<T, UnexpectedResult> {
        let part = Member::new("", T::TYPE);
        Ok(self.into_single(&part, T::WHAT)?.unwrap_or_else(T::null))
    }
}

impl<T: SinglePart> From<T> for Message {
    fn from(part: T) -> Self {
        Self::of_output(Box::new(SingleOutput(Some(part))))
    }
}

impl<T: SinglePart> ResultType for T {
    fn blank_output() -> Option<Box<dyn Output>> {
        Some(Box::new(SingleOutput::<T>(None)))
    }

    fn from_message(message: Message, expected: &ExpectedResult) -> Result<Self, UnexpectedResult> {
        message.single::<T>().map(|result| result.with(expected))
    }

    fn into_message(self) -> Message {
        self.into()
    }
}

macro_rules! single_parts {
    ($($part:ident $what:literal $(, |$value:ident, $expected:ident| $with:expr)?;)*) => {$(
        impl SinglePart for $part {
            const WHAT: &'static str = $what;

            fn null() -> Self {
                Self::default()
            }
            $(
                fn with(self, $expected: &ExpectedResult) -> Self {
                    let $value = self;
                    $with
                }
            )?
        }
    )*};
}

single_parts! {
    Text "a string";
    Integers "integers";
    DataSet "a DataSet", |data_set, expected| data_set.with_record_limit(expected.record_limit);
    XmlDocument "an XML document", |document, expected| document.with_record_limit(expected.record_limit);
    DelimitedText "a string", |text, expected| {
        text.with_delimiters(expected.delimiters.clone()).with_record_limit(expected.record_limit)
    };
}

/// A result of a type that the spec names: a scalar other than a string, an enumeration, a structure or an array of those.
/// Null differs from every value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed<T>(Option<T>);

impl<T> Typed<T> {
    /// A result that is not null.
    pub const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// The null result.
    pub const fn null() -> Self {
        Self(None)
    }

    /// Whether the result is null.
    pub const fn is_null(&self) -> bool {
        self.0.is_none()
    }

    /// The value; `None` for null.
    pub const fn as_option(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// The value; `None` for null.
    pub fn into_option(self) -> Option<T> {
        self.0
    }
}

impl<T> From<T> for Typed<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T> From<Option<T>> for Typed<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

impl<T> From<Typed<T>> for Option<T> {
    fn from(typed: Typed<T>) -> Self {
        typed.0
    }
}

impl<T: fmt::Display> fmt::Display for Typed<T> {
    /// The value; empty for null.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(formatter))
    }
}

impl<T: Field + Default + Clone + 'static> ResultType for Typed<T> {
    fn blank_output() -> Option<Box<dyn Output>> {
        Some(Box::new(SingleOutput::<T>(None)))
    }

    fn from_message(message: Message, expected: &ExpectedResult) -> Result<Self, UnexpectedResult> {
        const WHAT: &str = "a value of the declared type";
        const UNKNOWN: &Member = &Member::new("", crate::operation::Type::Any);
        message.into_single(expected.outputs.first().unwrap_or(UNKNOWN), WHAT).map(Self)
    }

    fn into_message(self) -> Message {
        Message::of_output(Box::new(SingleOutput(self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Type;
    use crate::results::table::{ColumnType, Table};
    use crate::value::Value;

    #[test]
    fn a_typed_result_is_displayed_as_its_value() {
        assert_eq!((Typed::from(3), Typed::<i32>::from(None)), (Typed::new(3), Typed::null()));
        assert_eq!((Option::from(Typed::new(3)), Option::<i32>::from(Typed::null())), (Some(3), None));
        assert_eq!(format!("{:>3}|{}|", Typed::new(3), Typed::<i32>::null()), "  3||");
    }

    /// A handler may return the result itself or its values.
    fn assert_goes_both_ways<T: SinglePart + PartialEq + fmt::Debug>(part: &T) {
        let message = Message::from(part.clone());
        let of_values = Message::new(message.values().into_iter().map(Value::into_owned).collect());
        assert_eq!(message.values().len(), 1, "{part:?}");
        assert_eq!((message.single::<T>().as_ref(), of_values.single::<T>().as_ref()), (Ok(part), Ok(part)));
        assert_eq!(Message::new(vec![Value::Null]).single::<T>(), Ok(T::null()));
    }

    #[test]
    fn every_result_survives_a_message() {
        let table = Table::new("T").column("Name", ColumnType::String).row([Some("a<b>".to_owned())]);
        assert_eq!(<()>::from_message(().into_message(), &ExpectedResult::default()), Ok(()));
        assert_goes_both_ways(&Text::new("a"));
        assert_goes_both_ways(&Text::null());
        assert_goes_both_ways(&DelimitedText::new("a"));
        assert_goes_both_ways(&Integers::new([1, -2]));
        assert_goes_both_ways(&Integers::null());
        assert_goes_both_ways(&DataSet::new("D").table(table));
        assert_goes_both_ways(&DataSet::null());
        assert_goes_both_ways(&XmlDocument::parse("<a xmlns=\"\"><b>1</b></a>").unwrap());
        assert_goes_both_ways(&XmlDocument::null());
    }

    #[test]
    fn results_of_another_shape_are_reported() {
        fn wrong<T: ResultType + fmt::Debug>(values: Vec<Value<'static>>) -> String {
            T::from_message(Message::new(values), &ExpectedResult::default()).unwrap_err().to_string()
        }
        assert_eq!(wrong::<Text>(vec![Value::Null, Value::Null]), "the result is a message of 2 parts, not a string");
        assert_eq!(wrong::<Text>(Vec::new()), "the result is nothing, not a string");
        let words = || vec![Value::from(vec!["one"])];
        assert_eq!(wrong::<Integers>(words()), "the result cannot be read: `one` is not a valid int");
        assert_eq!(wrong::<()>(words()), "the result is a message of 1 part, not nothing");
        assert!(wrong::<DataSet>(words()).starts_with("the result cannot be read: "));
        assert_eq!(Text::TYPE, Type::STRING);
    }
}
