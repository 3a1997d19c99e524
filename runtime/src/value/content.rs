//! What an operation returned, before it is read as the type that its caller expects.

use std::any::{Any, TypeId};
use std::fmt;

use super::Value;
use super::expected_result::ExpectedResult;
use super::field::{Field, Step};
use super::message::Message;
use super::typed_output::{OnlyOutput, Output, TypedOutput};
use crate::operation::{InvalidValue, Operation, ResultShape};
use crate::results::table::Table;
use crate::results::{DataSet, DelimitedLayout, DelimitedText, Integers, IntoTable, IntoTableError, Text, XmlDocument};

/// The result of any operation, decoded.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Nothing, of an operation that returns nothing.
    None,
    /// A string, delimited or not.
    String(Text),
    /// A DataSet.
    DataSet(DataSet),
    /// An XML document.
    Xml(XmlDocument),
    /// Integers.
    Integers(Integers),
    /// The parts of a response, with its SOAP headers. A value of any other type is the only part.
    Message(Box<Message>),
}

impl Content {
    /// The null result of `operation`.
    pub fn null(operation: &Operation) -> Self {
        match operation.result {
            ResultShape::None => Self::None,
            ResultShape::String | ResultShape::Delimited => Self::String(Text::null()),
            ResultShape::DataSet | ResultShape::TypedDataSet(_) => Self::DataSet(DataSet::null()),
            ResultShape::Xml => Self::Xml(XmlDocument::null()),
            ResultShape::Integers => Self::Integers(Integers::null()),
            ResultShape::Message => {
                Self::Message(Box::new(Message::new(operation.outputs.iter().map(|_| Value::Null).collect())))
            }
        }
    }

    /// Whether it is null, or nothing.
    pub fn is_null(&self) -> bool {
        match self {
            Self::None => true,
            Self::String(text) => text.is_null(),
            Self::DataSet(data_set) => data_set.is_null(),
            Self::Xml(document) => document.is_null(),
            Self::Integers(integers) => integers.is_null(),
            Self::Message(message) => {
                message.outputs.iter().all(Value::is_null) && message.typed.as_ref().is_none_or(TypedOutput::is_null)
            }
        }
    }

    /// The outputs, if they were read into that type. Nothing of this is compiled once per type.
    pub(crate) fn into_output(mut self, output: TypeId) -> Result<Box<dyn Output>, Self> {
        if let Self::Message(message) = &mut self
            && let Some(output) = message.typed.take_if(|typed| typed.is(output))
        {
            return Ok(output.into_output());
        }
        Err(self)
    }

    /// The only output of that type: it was read into such already, or it is made of a value.
    fn into_only_output(
        self,
        expected: &ExpectedResult,
        output: TypeId,
        blank: fn() -> Box<dyn Output>,
    ) -> Result<Box<dyn Output>, UnexpectedContent> {
        let content = match self.into_output(output) {
            Ok(output) => return Ok(output),
            Err(content) => content,
        };
        let mut output = blank();
        if let Some(field) = output.enter(Step::Member(0))
            && content.fill(field, expected)?
        {
            output = blank();
        }
        Ok(output)
    }

    /// What it is, for messages.
    pub(crate) fn shape(&self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::String(_) => "a string",
            Self::DataSet(_) => "a DataSet",
            Self::Xml(_) => "an XML document",
            Self::Integers(_) => "integers",
            Self::Message(_) => "a message",
        }
    }
}

/// A content that is not what its caller expects.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnexpectedContent(String);

impl UnexpectedContent {
    pub(super) fn new(found: &Content, expected: &'static str) -> Self {
        Self(format!("the result is {}, not {expected}", found.shape()))
    }

    /// A message of so many parts.
    pub(super) fn parts(found: usize, expected: &'static str) -> Self {
        let parts = if found == 1 { "part" } else { "parts" };
        Self(format!("the result is a message of {found} {parts}, not {expected}"))
    }

    /// A part of a message; `found` says what is wrong with it.
    pub(super) fn part(found: &str, expected: &'static str) -> Self {
        Self(format!("the result is {found}, not {expected}"))
    }

    /// A part of a message that holds no value of its type.
    pub(super) fn invalid(part: &str, invalid: &InvalidValue) -> Self {
        Self(format!("the result cannot be read: `{part}`: {invalid}"))
    }
}

/// A type that an operation's method returns.
pub trait ResultType: Sized + Send + 'static {
    /// A result into which the outputs of a response are read, and that [`from_content`](Self::from_content) finds in the content then;
    /// `None` for a type that is made of values.
    #[doc(hidden)]
    fn blank() -> Option<Box<dyn Output>> {
        None
    }

    /// Reads it; `expected` is what the call states of it.
    ///
    /// # Errors
    ///
    /// The content is of another kind.
    fn from_content(content: Content, expected: ExpectedResult) -> Result<Self, UnexpectedContent>;

    /// What an implementor's value is on the wire.
    fn into_content(self) -> Content;
}

impl ResultType for Content {
    fn from_content(content: Content, _: ExpectedResult) -> Result<Self, UnexpectedContent> {
        Ok(content)
    }

    fn into_content(self) -> Content {
        self
    }
}

impl ResultType for () {
    fn from_content(content: Content, _: ExpectedResult) -> Result<Self, UnexpectedContent> {
        match content.part_as(ResultShape::None)? {
            Content::None => Ok(()),
            other => Err(UnexpectedContent::new(&other, "nothing")),
        }
    }

    fn into_content(self) -> Content {
        Content::None
    }
}

impl ResultType for DelimitedText {
    fn from_content(content: Content, expected: ExpectedResult) -> Result<Self, UnexpectedContent> {
        match content.part_as(ResultShape::Delimited)? {
            Content::String(text) => {
                Ok(Self::from(text).with_delimiters(expected.delimiters).with_record_limit(expected.record_limit))
            }
            other => Err(UnexpectedContent::new(&other, "a string")),
        }
    }

    fn into_content(self) -> Content {
        Content::String(Text::from(self))
    }
}

macro_rules! limited_result_types {
    ($($rust:ident $variant:ident $expected:literal;)*) => {
        $(impl ResultType for $rust {
            fn from_content(content: Content, expected: ExpectedResult) -> Result<Self, UnexpectedContent> {
                match content.part_as(ResultShape::$variant)? {
                    Content::$variant(result) => Ok(result.with_record_limit(expected.record_limit)),
                    other => Err(UnexpectedContent::new(&other, $expected)),
                }
            }

            fn into_content(self) -> Content {
                Content::$variant(self)
            }
        })*
    };
}

limited_result_types! {
    DataSet DataSet "a DataSet";
    XmlDocument Xml "an XML document";
}

macro_rules! result_types {
    ($($rust:ident $variant:ident $expected:literal;)*) => {
        $(impl ResultType for $rust {
            fn from_content(content: Content, _: ExpectedResult) -> Result<Self, UnexpectedContent> {
                match content.part_as(ResultShape::$variant)? {
                    Content::$variant(result) => Ok(result),
                    other => Err(UnexpectedContent::new(&other, $expected)),
                }
            }

            fn into_content(self) -> Content {
                Content::$variant(self)
            }
        })*
    };
}

result_types! {
    Text String "a string";
    Integers Integers "integers";
}

/// A result of a type that the spec names: a scalar other than a string, an enumeration, a structure or an array of those.
/// Null stays apart from every value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed<T>(Option<T>);

impl<T> Typed<T> {
    /// A value.
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

    /// The value, if it is not null.
    pub const fn as_option(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// The value, if it is not null.
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
    /// The value; nothing for null.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(formatter))
    }
}

impl<T: Field + Default + Clone + 'static> ResultType for Typed<T> {
    fn blank() -> Option<Box<dyn Output>> {
        Some(Box::new(OnlyOutput::<T>(None)))
    }

    fn from_content(content: Content, expected: ExpectedResult) -> Result<Self, UnexpectedContent> {
        let mut only =
            content.into_only_output(&expected, TypeId::of::<OnlyOutput<T>>(), || Box::new(OnlyOutput::<T>(None)))?;
        let only = (&mut *only as &mut dyn Any).downcast_mut::<OnlyOutput<T>>();
        Ok(Self(only.and_then(|only| only.0.take())))
    }

    fn into_content(self) -> Content {
        let value = self.0.map_or(Value::Null, |value| (&value as &dyn Field).to_value().into_owned());
        Content::Message(Box::new(Message::new(vec![value])))
    }
}

/// Whether it has rows is known when the call is made. A string is read as delimited text only where its operation's method says
/// so: here it has no delimiters.
impl IntoTable for Content {
    fn into_table_with(self, layout: impl Into<DelimitedLayout>) -> Result<Table, IntoTableError> {
        match self {
            Self::DataSet(data_set) => data_set.into_table_with(layout),
            Self::String(text) => DelimitedText::from(text).into_table_with(layout),
            Self::Xml(document) => document.into_table_with(layout),
            Self::None | Self::Integers(_) | Self::Message(_) => Err(IntoTableError::NoRows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_result_is_made_of_its_value_and_shown_as_it() {
        assert_eq!((Typed::from(3), Typed::<i32>::from(None)), (Typed::new(3), Typed::null()));
        assert_eq!((Option::from(Typed::new(3)), Option::<i32>::from(Typed::null())), (Some(3), None));
        assert_eq!(format!("{:>3}|{}|", Typed::new(3), Typed::<i32>::null()), "  3||");
    }
}
