//! A response while it is read: the message that its parts go into, and the place of its value.

use crate::operation::{Operation, Type, XmlKind};
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::value::message::Message;
use crate::value::output::{BlankOutput, OnlyOutput, Output};
use crate::xml::{Document, Element};

pub(super) struct Outputs {
    pub(super) message: Message,
    /// Whether the parts are read into types of their own, and not into values.
    pub(super) is_typed: bool,
    /// Whether the value is passed over, because only its place is asked for.
    pub(super) skips_value: bool,
    /// The byte where the value begins, if its place is asked for or the operation is not described.
    pub(super) value_start: Option<usize>,
}

impl Outputs {
    pub(super) fn new(operation: &Operation, blank: BlankOutput) -> Self {
        let result = operation.value().filter(|_| !operation.described).map(|result| result.kind);
        let output = blank().or_else(|| usual(result?));
        let is_typed = output.is_some();
        let message = output.map_or_else(|| Message::null(operation), Message::of_output);
        Self { message, is_typed, skips_value: false, value_start: None }
    }

    /// For a walk that looks for the value and does not read it.
    pub(super) fn without_value(operation: &Operation) -> Self {
        Self { message: Message::null(operation), is_typed: false, skips_value: true, value_start: None }
    }

    pub(super) fn value_in<'d>(&self, document: &'d Document) -> Option<Element<'d>> {
        let start = self.value_start?;
        let mut element = document.root();
        while element.span().start != start {
            element = element.elements().find(|inside| inside.span().contains(&start))?;
        }
        Some(element)
    }
}

/// The output of an operation that is not described, for a caller without a type of its own.
fn usual(kind: Type) -> Option<Box<dyn Output>> {
    Some(match kind {
        kind if kind.is_data_set() => Box::new(OnlyOutput::<DataSet>(None)),
        Type::Xml(XmlKind::Content) => Box::new(OnlyOutput::<XmlDocument>(None)),
        kind if kind == Type::INT_ARRAY => Box::new(OnlyOutput::<Integers>(None)),
        kind if kind == Type::STRING => Box::new(OnlyOutput::<Text>(None)),
        _ => return None,
    })
}
