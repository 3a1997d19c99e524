//! What is absent, null or empty, and what it is read as (docs/RULES.md, rule 17): as genuine servers read it, or as it is.

use std::borrow::Cow;

use super::unreadable::{Reason, Unreadable};
use super::{Nil, ValueReader};
use crate::operation::{Member, Place, Presence, Structure, Type};
use crate::protocol::value::scalar_text;
use crate::value::Value;
use crate::xml::PullReader;

/// How deep structures that are held by value may hold each other.
const MOST_BLANK: usize = 16;

impl ValueReader<'_> {
    /// What an element with `xsi:nil` is.
    pub(super) fn nil(
        &self,
        kind: Type,
        nullable: bool,
        element: &mut PullReader<'_>,
    ) -> Result<Value<'static>, Unreadable> {
        if nullable {
            return Ok(Value::Nil);
        }
        if let Some(deviations) = self.deviations {
            deviations.note(element, "", "is nil, which its description does not allow");
            return Ok(Value::Null);
        }
        match kind {
            Type::Scalar(scalar) if scalar.is_reference() => Ok(match self.nil {
                Nil::NotNull => Value::Text(Cow::Borrowed("")),
                Nil::Null => Value::Null,
            }),
            Type::Scalar(_) | Type::Enumeration(_) => {
                let reason = Reason::Invalid(scalar_text::conversion_failure(kind, ""));
                Err(Unreadable::passing(element, reason))
            }
            Type::List(_) if self.nil == Nil::NotNull => Ok(Value::Text(Cow::Borrowed(""))),
            Type::Structure(structure) if self.nil == Nil::NotNull => {
                if structure.is_abstract {
                    return Err(self.is_abstract(structure, element));
                }
                if !self.take(structure.members().len()) {
                    return Err(Unreadable::too_many(element));
                }
                Ok(self.blank_structure(structure, 0))
            }
            Type::Structure(_) | Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => {
                Ok(Value::Null)
            }
        }
    }

    /// What a member or parameter is where nothing was sent: in a request what genuine servers take, in a response nothing.
    pub(crate) fn absent(&self, member: &Member) -> Value<'static> {
        self.absent_at(member, 0)
    }

    fn absent_at(&self, member: &Member, depth: usize) -> Value<'static> {
        match (self.nil, member.kind, member.presence) {
            (Nil::Null, ..) => Value::Null,
            // Held by value, as .NET's `struct` is.
            (Nil::NotNull, Type::Structure(structure), Presence::Required)
                if member.place == Place::Element
                    && !member.repeated
                    && !structure.is_abstract
                    && depth < MOST_BLANK =>
            {
                if self.take(structure.members().len()) {
                    self.blank_structure(structure, depth + 1)
                } else {
                    Value::Null
                }
            }
            (Nil::NotNull, ..) => Value::absent(member),
        }
    }

    /// The value of a structure of which nothing was sent.
    fn blank_structure(&self, structure: &Structure, depth: usize) -> Value<'static> {
        Value::Structure(structure.members().iter().map(|member| self.absent_at(member, depth)).collect())
    }
}

impl ValueReader<'_> {
    /// What genuine servers read an empty text of a structure as, if that is of a value type.
    pub(super) fn blank_text(&self, kind: Type) -> Option<&'static str> {
        match (self.nil, kind) {
            (Nil::NotNull, Type::Scalar(scalar)) => scalar.blank(),
            (Nil::NotNull, Type::Enumeration(enumeration)) if !enumeration.flags => enumeration.values.first().copied(),
            _ => None,
        }
    }
}
