//! The types of results in descriptors.

use crate::operation::{Member, Messages, OnContradiction, Operation, Role, Type};
use crate::results::{DataSet, DelimitedText, Integers, Text, XmlDocument};
use crate::value::field::{Field, FieldType};
use crate::value::result::{ResultType, Typed};

/// A result type in descriptors.
pub trait DeclaredResult: ResultType {
    /// The type of the part, if the message has only one.
    const TYPE: Type;
    /// The strictness of clients, unless the operation states it.
    const ON_CONTRADICTION: OnContradiction = OnContradiction::Error;
    /// The role of the only part.
    const ROLE: Option<Role> = None;
    /// The parts of the message; `None` if it has only one.
    const OUTPUTS: Option<&'static [Member]> = None;
}

impl DeclaredResult for () {
    const TYPE: Type = Type::Any;
    const OUTPUTS: Option<&'static [Member]> = Some(&[]);
}

impl DeclaredResult for DelimitedText {
    const TYPE: Type = Type::STRING;
    const ROLE: Option<Role> = Some(Role::Records);
}

macro_rules! declared_results {
    ($($result:ident)*) => {
        $(impl DeclaredResult for $result {
            const TYPE: Type = <Self as FieldType>::TYPE;
        })*
    };
}

declared_results! { Text DataSet XmlDocument Integers }

impl<T: FieldType + Field + Default + Clone + 'static> DeclaredResult for Typed<T> {
    const TYPE: Type = T::TYPE;
    const ON_CONTRADICTION: OnContradiction = OnContradiction::Note;
}

/// The only part of a message with the result `R`.
#[must_use]
pub const fn result_part<R: DeclaredResult>(mut part: Member) -> Member {
    part.facets.role = R::ROLE;
    part
}

/// The operation with the result `R`. `result` is the only part of the response. `messages` describes messages that do not follow from the
/// name of the operation; it has one item or none.
#[must_use]
pub const fn returning<R: DeclaredResult>(
    mut operation: Operation,
    result: &'static [Member],
    messages: &'static [&'static Messages],
) -> Operation {
    if let [messages] = messages {
        operation = operation.messages(messages);
    }
    let outputs = match R::OUTPUTS {
        Some(outputs) => outputs,
        None => result,
    };
    // A spec with messages of its own describes more than one result.
    let on_contradiction = if messages.is_empty() { R::ON_CONTRADICTION } else { OnContradiction::Note };
    operation.outputs(outputs).on_contradiction(on_contradiction)
}
