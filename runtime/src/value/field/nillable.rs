//! Values that distinguish absent from null.

use super::{Field, FieldType, Input, Step, View};
use crate::operation::{InvalidValue, Type};
use crate::value::Rest;

/// A value that may be absent or null (`xsi:nil`), which services distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Nillable<T> {
    /// The element is absent.
    #[default]
    Absent,
    /// The element is null.
    Nil,
    /// The element has a value.
    Value(T),
}

impl<T> Nillable<T> {
    /// The value; `None` if it is absent or null.
    pub const fn as_option(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Nil => None,
        }
    }

    /// The value; `None` if it is absent or null.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Nil => None,
        }
    }

    /// Whether it is absent.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether it is null.
    pub const fn is_nil(&self) -> bool {
        matches!(self, Self::Nil)
    }
}

impl<T> From<T> for Nillable<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: FieldType> FieldType for Nillable<T> {
    const TYPE: Type = T::TYPE;
    const NAME: &'static str = T::NAME;
    const NULLABLE: bool = true;
}

impl<T: Field + Default> Field for Nillable<T> {
    fn view(&self) -> View<'_> {
        match self {
            Self::Absent => View::Null,
            Self::Nil => View::Nil,
            Self::Value(value) => value.view(),
        }
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        self.as_option()?.inner(index)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        *self = match input {
            Input::Absent => Self::Absent,
            Input::Nil => Self::Nil,
            input => {
                if let Self::Value(value) = self {
                    return value.take(input);
                }
                let mut value = T::default();
                value.take(input)?;
                Self::Value(value)
            }
        };
        Ok(())
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        if !matches!(self, Self::Value(_)) {
            *self = Self::Value(T::default());
        }
        match self {
            Self::Value(value) => value.enter(step),
            Self::Absent | Self::Nil => None,
        }
    }

    fn rest(&self) -> Option<&Rest> {
        self.as_option()?.rest()
    }

    fn add_rest(&mut self, rest: Rest) {
        if let Self::Value(value) = self {
            value.add_rest(rest);
        }
    }

    fn room(&mut self, more: usize) {
        if let Self::Value(value) = self {
            value.room(more);
        }
    }
}
