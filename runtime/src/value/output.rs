//! Results before they arrive: what a call states of its result, and what the parts of the response are read into.

use std::any::Any;

use super::field::{Field, Input, Step, View};
use super::request::Request;
use crate::operation::{InvalidValue, Member};
use crate::results::Delimiters;

/// The facts that a call states about its result before it arrives.
#[non_exhaustive]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedResult {
    /// The delimiters that the request asks for.
    pub delimiters: Delimiters,
    /// The documented maximum of records in the result.
    pub record_limit: Option<u64>,
    pub(crate) outputs: &'static [Member],
}

impl ExpectedResult {
    /// These delimiters and no limit of records.
    pub fn new(delimiters: Delimiters) -> Self {
        Self { delimiters, ..Self::default() }
    }

    /// The facts from `request` and its operation.
    pub fn of(request: &dyn Request) -> Self {
        let operation = request.operation();
        Self { delimiters: request.delimiters(), record_limit: operation.record_limit, outputs: operation.outputs }
    }
}

/// A result with one member for each output of an operation. A response is read into it.
pub trait Output: Field + Any {
    /// Clones the result.
    fn duplicate(&self) -> Box<dyn Output>;
}

impl<T: Field + Clone + Any> Output for T {
    fn duplicate(&self) -> Box<dyn Output> {
        Box::new(self.clone())
    }
}

/// Makes the empty output of the caller's type; `None` if the caller expects values.
pub(crate) type BlankOutput = fn() -> Option<Box<dyn Output>>;

/// The only output of an operation.
#[derive(Clone, Default)]
pub(crate) struct SingleOutput<T>(pub(crate) Option<T>);

impl<T: Field + Default> Field for SingleOutput<T> {
    fn view(&self) -> View<'_> {
        View::Members
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        (index == 0).then_some(&self.0)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        match input {
            Input::Absent | Input::Nil => Field::take(&mut self.0, Input::Nil),
            _ => Err(InvalidValue::shape("message of one part")),
        }
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        match step {
            Step::Members(1) => Some(self),
            Step::Member(0) => Some(&mut self.0),
            _ => None,
        }
    }
}
