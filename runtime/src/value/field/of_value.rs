//! `Value` as a field. Only its descriptor knows its type.

use std::borrow::Cow;

use super::{Field, Input, Step, View};
use crate::operation::InvalidValue;
use crate::value::{Chosen, Extended, Rest, TypedValue, Value};

/// The most members that a structure reserves room for before they are read.
const SMALL: usize = 32;

impl Field for Value<'static> {
    fn view(&self) -> View<'_> {
        match self {
            Self::Null => View::Null,
            Self::Nil => View::Nil,
            Self::Text(text) => View::Text(Cow::Borrowed(text)),
            Self::Array(items) => View::Items(items.len()),
            Self::Structure(_) => View::Members,
            Self::Choice(chosen) => View::Chosen(chosen.alternative),
            Self::OfType(typed) => View::OfType(typed.kind),
            Self::Xml(xml) => View::Xml(Cow::Borrowed(xml)),
            Self::Attributes(attributes) => View::Attributes(attributes),
            Self::Extended(extended) => extended.value.view(),
        }
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        let inner = match self {
            Self::Array(items) | Self::Structure(items) => items.get(index)?,
            Self::Choice(chosen) if index == 0 => &chosen.value,
            Self::OfType(typed) if index == 0 => &typed.value,
            Self::Extended(extended) => return extended.value.inner(index),
            _ => return None,
        };
        Some(inner)
    }

    fn take(&mut self, input: Input<'_>) -> Result<(), InvalidValue> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        *self = match input {
            Input::Absent => Self::Null,
            Input::Nil => Self::Nil,
            Input::Text(text) => Self::Text(owned(text)),
            Input::Xml(xml) => Self::Xml(owned(xml)),
            Input::Attribute(name, text) => {
                let attribute = (owned(name), owned(text));
                if let Self::Attributes(attributes) = self {
                    attributes.push(attribute);
                    return Ok(());
                }
                Self::Attributes(vec![attribute])
            }
        };
        Ok(())
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        match (step, &mut *self) {
            (Step::Item, Self::Array(_)) | (Step::Member(_), _) => {}
            (Step::Items | Step::Item, _) => *self = Self::Array(Vec::new()),
            (Step::Members(count), _) => {
                // Large structures are usually sparse.
                let capacity = if count <= SMALL { count } else { 0 };
                *self = Self::Structure(Vec::with_capacity(capacity));
            }
            (Step::Alternative(alternative), Self::Choice(chosen)) if chosen.alternative == alternative => {}
            (Step::Alternative(alternative), _) => {
                *self = Self::Choice(Box::new(Chosen { alternative, value: Value::Null }));
            }
            (Step::OfType(kind), _) => *self = Self::OfType(Box::new(TypedValue { kind, value: Value::Null })),
        }
        let inner = match (step, self) {
            (Step::Items | Step::Members(_), begun) => begun,
            (Step::Item, Self::Array(items)) => {
                items.push(Value::Null);
                items.last_mut()?
            }
            (Step::Member(index), Self::Structure(members)) => {
                if index >= members.len() {
                    members.resize_with(index.checked_add(1)?, Self::default);
                }
                members.get_mut(index)?
            }
            (Step::Alternative(_), Self::Choice(chosen)) => &mut chosen.value,
            (Step::OfType(_), Self::OfType(typed)) => &mut typed.value,
            _ => return None,
        };
        Some(inner)
    }

    fn rest(&self) -> Option<&Rest> {
        match self {
            Self::Extended(extended) => Some(&extended.rest),
            _ => None,
        }
    }

    fn add_rest(&mut self, rest: Rest) {
        match self {
            Self::Extended(extended) => extended.rest.extend(rest),
            value => *value = Self::Extended(Box::new(Extended { value: std::mem::take(value), rest })),
        }
    }

    fn room(&mut self, more: usize) {
        if let Self::Array(items) | Self::Structure(items) = self {
            items.reserve_exact(more);
            items.shrink_to(items.len() + more);
        }
    }
}
