//! Values with their descriptors, for walks through values.

use super::field::{Field, View};
use super::{Chosen, Extended, TypedValue, Value};
use crate::operation::{Member, Place, Type};

/// A value with its descriptor.
#[derive(Clone, Copy)]
pub(crate) struct Declared<'a> {
    pub(crate) kind: Type,
    /// The alternatives of a choice; otherwise empty.
    pub(crate) alternatives: &'static [Member],
    /// Whether it is an array without an element around its items.
    pub(crate) repeated: bool,
    pub(crate) field: &'a dyn Field,
}

impl<'a> Declared<'a> {
    pub(crate) const fn of_member(member: &Member, field: &'a dyn Field) -> Self {
        let alternatives: &'static [Member] = match member.place {
            Place::Choice(alternatives) => alternatives,
            _ => &[],
        };
        Self { kind: member.kind, alternatives, repeated: member.facets.repeated, field }
    }

    pub(crate) const fn of_type(kind: Type, field: &'a dyn Field) -> Self {
        Self { kind, alternatives: &[], repeated: false, field }
    }

    /// Visits every value directly inside, with the member that declares it, if any.
    pub(crate) fn visit(self, visitor: &mut dyn FnMut(Option<&'static Member>, Declared<'a>)) {
        match (self.field.view(), self.kind) {
            (View::Chosen(alternative), _) => {
                if let Some((member, field)) = self.alternatives.get(alternative).zip(self.field.inner(0)) {
                    visitor(Some(member), Self::of_member(member, field));
                }
            }
            (View::OfType(kind), _) => {
                if let Some(field) = self.field.inner(0) {
                    visitor(None, Self::of_type(kind, field));
                }
            }
            (View::Items(_), _) if self.repeated => {
                self.field.members().for_each(|field| visitor(None, Self { repeated: false, field, ..self }));
            }
            (View::Items(_), Type::Array(array)) => {
                let item = |field| Self { alternatives: array.alternatives, ..Self::of_type(array.item, field) };
                self.field.members().for_each(|field| visitor(None, item(field)));
            }
            (View::Items(_), Type::List(list)) => {
                self.field.members().for_each(|field| visitor(None, Self::of_type(list.item, field)));
            }
            (View::Members, Type::Structure(structure)) => {
                for (member, field) in structure.members().iter().zip(self.field.members()) {
                    visitor(Some(member), Self::of_member(member, field));
                }
            }
            _ => {}
        }
    }

    /// The value, at full depth. A list becomes one text.
    pub(crate) fn to_value(self) -> Value<'static> {
        let value = self.declared_value();
        match self.field.rest() {
            // A value without its rest would be the whole again.
            Some(rest) if !matches!(value, Value::Extended(_)) => {
                Value::Extended(Box::new(Extended { value, rest: rest.clone() }))
            }
            _ => value,
        }
    }

    fn declared_value(self) -> Value<'static> {
        let view = self.field.view();
        if let (View::Items(_), Type::List(_), false) = (&view, self.kind, self.repeated)
            && let Some(text) = self.field.list_text()
        {
            return Value::from(text);
        }
        let mut values = Vec::new();
        self.visit(&mut |_, inner| values.push(inner.to_value()));
        match (view, values.len()) {
            (View::Items(count), found) if found == count => Value::Array(values),
            (View::Members, 1..) => Value::Structure(values),
            (View::Chosen(alternative), 1) => {
                Value::Choice(Box::new(Chosen { alternative, value: values.pop().unwrap_or_default() }))
            }
            (View::OfType(kind), 1) => {
                Value::OfType(Box::new(TypedValue { kind, value: values.pop().unwrap_or_default() }))
            }
            _ => self.field.to_value().into_owned(),
        }
    }
}
