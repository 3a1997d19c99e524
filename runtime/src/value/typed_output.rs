//! The outputs of a response in the fields that a caller expects.

use std::any::{Any, TypeId};
use std::fmt;

use super::field::{Field, Given, Step, View};
use crate::operation::InvalidValue;

/// A result that has one member for each output of an operation: they are read into it.
pub trait Output: Field + Any {
    /// The same once more.
    fn duplicate(&self) -> Box<dyn Output>;
}

impl<T: Field + Clone + Any> Output for T {
    fn duplicate(&self) -> Box<dyn Output> {
        Box::new(self.clone())
    }
}

/// What makes the result that a caller expects, while nothing of it is read; `None` if it expects values.
pub(crate) type BlankOutput = fn() -> Option<Box<dyn Output>>;

/// Outputs of any type. `Debug` shows no values.
pub(crate) struct TypedOutput(Box<dyn Output>);

impl TypedOutput {
    pub(crate) const fn new(output: Box<dyn Output>) -> Self {
        Self(output)
    }

    /// The field with one member for each output.
    pub(crate) fn field(&mut self) -> &mut dyn Field {
        &mut *self.0
    }

    /// Whether no output has a value.
    pub(crate) fn is_null(&self) -> bool {
        self.outputs().all(|output| output.view().is_null())
    }

    /// The outputs.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &dyn Field> {
        (0..).map_while(|index| self.0.inside(index))
    }

    pub(crate) fn is(&self, output: TypeId) -> bool {
        (*self.0).type_id() == output
    }

    /// The outputs, as what they are.
    pub(crate) fn into_output(self) -> Box<dyn Output> {
        self.0
    }
}

impl Clone for TypedOutput {
    fn clone(&self) -> Self {
        Self(self.0.duplicate())
    }
}

impl PartialEq for TypedOutput {
    fn eq(&self, other: &Self) -> bool {
        (&*self.0 as &dyn Field).equals(&*other.0)
    }
}

impl Eq for TypedOutput {}

impl fmt::Debug for TypedOutput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TypedOutput").finish_non_exhaustive()
    }
}

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
