//! The types of results in descriptors.

use crate::operation::{Member, Messages, Operation, ResultShape, Type, XmlKind};
use crate::results::{DataSet, DelimitedText, Integers, Text, XmlDocument};
use crate::value::content::{ResultType, Typed};
use crate::value::field::{Field, FieldType};

/// A result type in descriptors.
pub trait DeclaredResult: ResultType {
    /// The shape of a result of an operation whose messages follow from its name.
    const SHAPE: ResultShape;
    /// The type of the result element, if there is one.
    const TYPE: Type;
    /// The parts of the message that it is; empty where it is one part, or none.
    const OUTPUTS: &'static [Member] = &[];
}

macro_rules! declared_results {
    ($($result:ty = $shape:ident, $type:expr;)*) => {
        $(impl DeclaredResult for $result {
            const SHAPE: ResultShape = ResultShape::$shape;
            const TYPE: Type = $type;
        })*
    };
}

declared_results! {
    () = None, Type::Any;
    Text = String, Type::STRING;
    DelimitedText = Delimited, Type::STRING;
    DataSet = DataSet, Type::Xml(XmlKind::DataSet);
    XmlDocument = Xml, Type::Xml(XmlKind::Content);
    Integers = Integers, <Vec<i32> as FieldType>::TYPE;
}

impl<T: FieldType + Field + Default + Clone + 'static> DeclaredResult for Typed<T> {
    const SHAPE: ResultShape = ResultShape::Message;
    const TYPE: Type = T::TYPE;
}

/// The operation with the result `R`. `result` is the result element, `messages` are those that do not follow from the operation's name.
/// With such, and with a result that has no shape of its own, it returns a message.
#[must_use]
pub const fn returning<R: DeclaredResult>(
    mut operation: Operation,
    result: &'static [Member],
    messages: &'static [&'static Messages],
) -> Operation {
    if let [messages] = messages {
        operation = operation.messages(messages);
    }
    let is_plain = messages.is_empty();
    match R::SHAPE {
        ResultShape::Message if !R::OUTPUTS.is_empty() => operation.outputs(R::OUTPUTS),
        ResultShape::None if !is_plain => operation.outputs(&[]),
        shape if is_plain && !matches!(shape, ResultShape::Message) => {
            operation.result = shape;
            operation
        }
        _ => operation.outputs(result),
    }
}
