//! A value of any type.

use std::fmt;

use super::{Field, FieldType, Input, SingleValue, Step, View};
use crate::operation::{InvalidValue, Type};
use crate::value::debug_value::DebugValue;
use crate::value::{Rest, TypedValue, Value};

/// A value of any type (`anyType`, `object` of .NET). On the wire `xsi:type` states the type.
///
/// ```
/// use asmx_runtime::values::AnyValue;
///
/// let value = AnyValue::of(&5);
/// assert_eq!(value.get::<i32>(), Some(5));
/// assert_eq!(value.get::<String>(), None);
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct AnyValue(Value<'static>);

impl AnyValue {
    /// The value of a field, with the field's type.
    pub fn of<T: Field + FieldType>(value: &T) -> Self {
        match (value as &dyn Field).to_value().into_owned() {
            null @ (Value::Null | Value::Nil) => Self(null),
            // A value of a type derived from that of the field.
            typed @ Value::OfType(_) => Self(typed),
            value => Self(Value::OfType(Box::new(TypedValue { kind: T::TYPE, value }))),
        }
    }

    /// The value, if it is of that type.
    #[must_use]
    pub fn get<T: Field + FieldType + Default>(&self) -> Option<T> {
        let Value::OfType(typed) = &self.0 else { return None };
        if typed.kind != T::TYPE {
            return None;
        }
        let mut field = T::default();
        (&mut field as &mut dyn Field).set_value(typed.kind, typed.value.clone()).ok()?;
        Some(field)
    }

    /// The stated type; `None` if it is missing or unknown to the service's description.
    #[must_use]
    pub fn kind(&self) -> Option<Type> {
        match &self.0 {
            Value::OfType(typed) => Some(typed.kind),
            _ => None,
        }
    }

    /// The value with its type: [`Value::OfType`], or [`Value::Xml`] if the type is unknown.
    #[must_use]
    pub const fn as_value(&self) -> &Value<'static> {
        &self.0
    }
}

impl fmt::Debug for AnyValue {
    /// The value with its type: secrets redacted, long values cut.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&DebugValue::of_type(Type::Any, self), formatter)
    }
}

impl From<Value<'static>> for AnyValue {
    fn from(value: Value<'static>) -> Self {
        Self(value)
    }
}

impl FieldType for AnyValue {
    const TYPE: Type = Type::Any;
    const NAME: &'static str = "anyType";
}

impl SingleValue for AnyValue {}

impl Field for AnyValue {
    fn view(&self) -> View<'_> {
        self.0.view()
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        self.0.inner(index)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        self.0.take(input)
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        self.0.enter(step)
    }

    fn rest(&self) -> Option<&Rest> {
        self.0.rest()
    }

    fn add_rest(&mut self, rest: Rest) {
        self.0.add_rest(rest);
    }
}
