//! A response while it is read: the message that its parts go into, or the element of its value.

use std::cell::OnceCell;

use crate::operation::{OnContradiction, Operation, Place, Type, XmlKind};
use crate::results::{DataSet, Integers, XmlDocument};
use crate::value::message::Message;
use crate::value::output::{BlankOutput, Output, SingleOutput};
use crate::xml::Part;

pub(super) struct Outputs {
    pub(super) message: Message,
    /// Whether the parts are read into types of their own, and not into values.
    pub(super) is_typed: bool,
    /// Takes the element of the value, if that is asked for and not its content.
    pub(super) part: Option<OnceCell<Part>>,
}

impl Outputs {
    pub(super) fn new(operation: &Operation, output: BlankOutput) -> Self {
        let output = output().or_else(|| output_of(operation));
        let is_typed = output.is_some();
        let message = output.map_or_else(|| Message::null(operation), Message::of_output);
        Self { message, is_typed, part: None }
    }

    /// For a walk that hands over the element of the value, and does not read it.
    pub(super) fn without_value(operation: &Operation) -> Self {
        Self { message: Message::null(operation), is_typed: false, part: Some(OnceCell::new()) }
    }
}

/// The place of a data set, a document or integers, for callers without a type of their own. If contradictions are noted, such a result is a
/// value: documents describe other objects in the same way, and integers have no place for content that the description lacks.
fn output_of(operation: &Operation) -> Option<Box<dyn Output>> {
    let is_strict = operation.on_contradiction == OnContradiction::Error;
    let result = operation.value().filter(|result| is_strict && !result.repeated && result.place == Place::Element)?;
    match result.kind {
        Type::Xml(XmlKind::Content) => Some(Box::new(SingleOutput::<XmlDocument>(None))),
        kind if kind.is_data_set() => Some(Box::new(SingleOutput::<DataSet>(None))),
        kind if kind == Type::INT_ARRAY => Some(Box::new(SingleOutput::<Integers>(None))),
        _ => None,
    }
}
