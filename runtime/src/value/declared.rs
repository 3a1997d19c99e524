//! Values beside what declares them: what every walk through a value goes by.

use super::Value;
use crate::operation::{Member, Place, Type};

/// A value with its descriptor.
#[derive(Clone, Copy)]
pub(crate) struct Declared<'a> {
    /// Its type; of a repeated one that of each occurrence.
    pub(crate) kind: Type,
    /// The alternatives that it is one of; empty if it is of [`kind`](Self::kind).
    pub(crate) alternatives: &'static [Member],
    /// Whether it is an array without an element around it.
    pub(crate) repeated: bool,
    pub(crate) value: &'a Value<'a>,
}

impl<'a> Declared<'a> {
    /// The value of a member or parameter.
    pub(crate) const fn of_member(member: &Member, value: &'a Value<'a>) -> Self {
        let alternatives: &'static [Member] = match member.place {
            Place::Choice(alternatives) => alternatives,
            _ => &[],
        };
        Self { kind: member.kind, alternatives, repeated: member.repeated, value }
    }

    /// A value of a type.
    pub(crate) const fn of_type(kind: Type, value: &'a Value<'a>) -> Self {
        Self { kind, alternatives: &[], repeated: false, value }
    }

    /// Shows every value that is directly in this one, with the member that declares it, if one does.
    pub(crate) fn visit(self, visitor: &mut dyn FnMut(Option<&'static Member>, Declared<'a>)) {
        match (self.kind, self.value) {
            (_, Value::Choice(chosen)) => {
                if let Some(member) = self.alternatives.get(chosen.alternative) {
                    visitor(Some(member), Self::of_member(member, &chosen.value));
                }
            }
            (_, Value::OfType(typed)) => visitor(None, Self::of_type(typed.kind, &typed.value)),
            (_, Value::Array(items)) if self.repeated => {
                for value in items {
                    visitor(None, Self { repeated: false, value, ..self });
                }
            }
            (Type::Array(array), Value::Array(items)) => {
                for value in items {
                    visitor(None, Self { kind: array.item, alternatives: array.alternatives, repeated: false, value });
                }
            }
            (Type::List(list), Value::Array(items)) => {
                for value in items {
                    visitor(None, Self::of_type(list.item, value));
                }
            }
            (Type::Structure(structure), Value::Structure(values)) => {
                for (member, value) in structure.members().iter().zip(values) {
                    visitor(Some(member), Self::of_member(member, value));
                }
            }
            _ => {}
        }
    }
}
