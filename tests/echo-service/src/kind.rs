//! Kinds of result, as tests tell them apart.

use asmx_runtime::__private::ExpectedResult;
use asmx_runtime::descriptors::{OnContradiction, Scalar, XmlKind};
use asmx_runtime::errors::UnexpectedResult;
use asmx_runtime::values::ResultType as _;
use asmx_runtime::{DataSet, Integers, Message, Operation, Text, Type, XmlDocument};

/// The kind of an operation's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// No result.
    Nothing,
    /// A string, delimited or not.
    String,
    /// A DataSet, typed or not.
    DataSet,
    /// An XML document.
    Document,
    /// An array of `int`.
    Integers,
    /// Parts of any type.
    Parts,
}

impl Kind {
    /// The kind of the result of `operation`.
    pub fn of(operation: &Operation) -> Self {
        match operation.value().map(|result| result.kind) {
            _ if operation.on_contradiction == OnContradiction::Note => Self::Parts,
            None => Self::Nothing,
            Some(Type::Scalar(Scalar::String)) => Self::String,
            Some(Type::Xml(XmlKind::Content)) => Self::Document,
            Some(kind) if kind.is_data_set() => Self::DataSet,
            Some(kind) if kind == Type::INT_ARRAY => Self::Integers,
            Some(_) => Self::Parts,
        }
    }
}

/// A result, by the kind of its operation.
#[derive(Debug, Clone, PartialEq)]
pub enum Returned {
    /// No result.
    Nothing,
    /// A string, delimited or not.
    String(Text),
    /// A DataSet, typed or not.
    DataSet(DataSet),
    /// An XML document.
    Document(XmlDocument),
    /// An array of `int`.
    Integers(Integers),
    /// Parts of any type.
    Parts(Message),
}

impl Returned {
    /// The result of `operation`.
    ///
    /// # Errors
    ///
    /// The message is not what the operation returns.
    pub fn of(operation: &Operation, message: &Message) -> Result<Self, UnexpectedResult> {
        let message = message.clone();
        Ok(match Kind::of(operation) {
            Kind::Nothing => <()>::from_message(message, &ExpectedResult::default()).map(|()| Self::Nothing)?,
            Kind::String => Self::String(message.single()?),
            Kind::DataSet => Self::DataSet(message.single()?),
            Kind::Document => Self::Document(message.single()?),
            Kind::Integers => Self::Integers(message.single()?),
            Kind::Parts => Self::Parts(message),
        })
    }
}
