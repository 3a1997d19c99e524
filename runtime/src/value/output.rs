//! Outputs: the parts of a response are read into them.

use std::any::Any;

use super::field::{Field, Given, Step, View};
use crate::operation::InvalidValue;

/// A result that has one member for each output of an operation: they are read into it.
pub trait Output: Field + Any {
    /// A copy.
    fn duplicate(&self) -> Box<dyn Output>;
}

impl<T: Field + Clone + Any> Output for T {
    fn duplicate(&self) -> Box<dyn Output> {
        Box::new(self.clone())
    }
}

/// Makes the empty output of the type that a caller expects; `None` if it expects values.
pub(crate) type BlankOutput = fn() -> Option<Box<dyn Output>>;

/// The only output of an operation.
#[derive(Clone, Default)]
pub(crate) struct OnlyOutput<T>(pub(crate) Option<T>);

impl<T: Field + Default> Field for OnlyOutput<T> {
    fn view(&self) -> View<'_> {
        View::Members
    }

    fn inside(&self, index: usize) -> Option<&dyn Field> {
        (index == 0).then_some(&self.0)
    }

    fn take(&mut self, given: Given<'_>) -> Result<(), InvalidValue> {
        match given {
            Given::Absent | Given::Nil => Field::take(&mut self.0, Given::Nil),
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
