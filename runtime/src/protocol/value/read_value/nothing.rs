//! What is absent, null or empty, and what it is read as (docs/RULES.md, rule 17): as genuine servers read it, or as it is.

use std::borrow::Cow;

use super::ValueReader;
use super::unreadable::{Reason, Unreadable};
use crate::operation::{InvalidValue, Member, Place, Presence, Structure, Type};
use crate::protocol::value::scalar_text;
use crate::value::Value;
use crate::value::field::{Field, Given, Step};
use crate::xml::PullReader;

/// How deep structures that are held by value may hold each other.
const MOST_BLANK: usize = 16;

impl ValueReader<'_> {
    /// What an element with `xsi:nil` is.
    pub(super) fn nil_into(
        &self,
        kind: Type,
        nullable: bool,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if nullable {
            return self.give(place, Given::Nil, "", element);
        }
        if let Some(deviations) = self.deviations {
            deviations.note(element, "", "is nil, which its description does not allow");
            return self.give(place, Given::Absent, "", element);
        }
        let given = match kind {
            Type::Scalar(scalar) if scalar.is_reference() => Given::Text(Cow::Borrowed("")),
            Type::Scalar(_) | Type::Enumeration(_) => {
                let reason = Reason::Invalid(scalar_text::conversion_failure(kind, ""));
                return Err(Unreadable::passing(element, reason));
            }
            Type::List(_) => Given::Text(Cow::Borrowed("")),
            Type::Structure(structure) => {
                if structure.is_abstract {
                    return Err(self.is_abstract(structure, element));
                }
                if !self.take(structure.members().len()) {
                    return Err(Unreadable::too_many(element));
                }
                return self.blank_into(structure, place, 0).map_err(|invalid| self.refused(&invalid, "", element));
            }
            Type::Array(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => Given::Absent,
        };
        self.give(place, given, "", element)
    }

    /// What a member or parameter is where nothing was sent: in a request what genuine servers take, in a response nothing.
    pub(crate) fn absent(&self, member: &Member) -> Value<'static> {
        let mut value = Value::Null;
        // A value takes everything.
        let _ = self.absent_into(member, &mut value, 0);
        value
    }

    /// The same of a field. `depth` is how many structures around it are made of nothing, too.
    pub(super) fn absent_into(&self, member: &Member, place: &mut dyn Field, depth: usize) -> Result<(), InvalidValue> {
        if self.deviations.is_some() {
            return place.take(Given::Absent);
        }
        match (member.kind, member.presence) {
            // Held by value, as .NET's `struct` is.
            (Type::Structure(structure), Presence::Required)
                if member.place == Place::Element
                    && !member.repeated
                    && !structure.is_abstract
                    && depth < MOST_BLANK =>
            {
                if self.take(structure.members().len()) {
                    self.blank_into(structure, place, depth + 1)
                } else {
                    place.take(Given::Absent)
                }
            }
            _ => place.set_member(member, Value::absent(member)),
        }
    }

    /// A structure of which nothing was sent.
    fn blank_into(&self, structure: &Structure, place: &mut dyn Field, depth: usize) -> Result<(), InvalidValue> {
        let members = Step::Members(structure.members().len());
        let place = place.enter(members).ok_or_else(|| InvalidValue::shape(structure.name))?;
        place.room(structure.members().len());
        for (index, member) in structure.members().iter().enumerate() {
            let field = place.enter(Step::Member(index)).ok_or_else(|| InvalidValue::shape(structure.name))?;
            self.absent_into(member, field, depth)?;
        }
        Ok(())
    }
}

impl ValueReader<'_> {
    /// What genuine servers read an empty text of a structure as, if that is of a value type.
    pub(super) fn blank_text(&self, kind: Type) -> Option<&'static str> {
        match kind {
            _ if self.deviations.is_some() => None,
            Type::Scalar(scalar) => scalar.blank(),
            Type::Enumeration(enumeration) if !enumeration.flags => enumeration.values.first().copied(),
            _ => None,
        }
    }
}
