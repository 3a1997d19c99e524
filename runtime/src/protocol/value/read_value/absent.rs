//! Absent, nil and empty elements (docs/RULES.md, rule 17). Requests are read as genuine servers read them.

use std::borrow::Cow;

use super::ValueReader;
use super::problems::{Reason, Unreadable};
use crate::operation::{InvalidValue, Member, Place, Presence, Structure, Type};
use crate::protocol::soap::soap_version::XSI;
use crate::protocol::value::scalar_text;
use crate::value::Value;
use crate::value::field::{Field, Input, Step};
use crate::xml::PullReader;

/// The members of a structure that were read.
pub(super) struct MemberSet {
    /// One bit for each of the first 64.
    first: u64,
    /// The others, up to the last that was read.
    rest: Vec<bool>,
}

impl MemberSet {
    pub(super) const fn none() -> Self {
        Self { first: 0, rest: Vec::new() }
    }

    /// The number of members up to the last that was read.
    pub(super) fn count(&self) -> usize {
        match self.rest.len() {
            0 => 64 - self.first.leading_zeros() as usize,
            length => 64 + length,
        }
    }

    pub(super) fn has(&self, index: usize) -> bool {
        match index.checked_sub(64) {
            None => self.first >> index & 1 == 1,
            Some(index) => self.rest.get(index).copied().unwrap_or_default(),
        }
    }

    /// Marks a member as read; `false` if it was marked before.
    pub(super) fn mark(&mut self, index: usize) -> bool {
        let is_new = !self.has(index);
        match index.checked_sub(64) {
            None => self.first |= 1 << index,
            Some(index) => {
                if index >= self.rest.len() {
                    self.rest.resize(index + 1, false);
                }
                if let Some(member) = self.rest.get_mut(index) {
                    *member = true;
                }
            }
        }
        is_new
    }

    /// Whether all of `count` members were read. `false` for more than 63.
    pub(super) fn has_all(&self, count: usize) -> bool {
        count < 64 && self.first.wrapping_add(1) == 1 << count
    }
}

/// The deepest nesting of absent structures that are filled with defaults.
const MOST_BLANK: usize = 16;

impl ValueReader<'_> {
    pub(super) fn nil_into(
        &self,
        kind: Type,
        nullable: bool,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if nullable {
            self.retain_content_of_nil(element)?;
            return self.give(slot, Input::Nil, "", element);
        }
        if let Some(deviations) = self.deviations {
            const WHAT: &str = "is nil, which its description does not allow";
            // Genuine servers write a part that is null in both ways.
            if deviations.is_of_part(element) {
                deviations.remark(element, "", WHAT);
            } else {
                deviations.note(element, "", WHAT);
            }
            self.retain_content_of_nil(element)?;
            return self.give(slot, Input::Absent, "", element);
        }
        let input = match kind {
            Type::Scalar(scalar) if scalar.is_reference() => Input::Text(Cow::Borrowed("")),
            Type::Scalar(_) | Type::Enumeration(_) => {
                let reason = Reason::Invalid(scalar_text::conversion_failure(kind, ""));
                return Err(Unreadable::passing(element, reason));
            }
            Type::List(_) => Input::Text(Cow::Borrowed("")),
            Type::Structure(structure) => {
                if structure.is_abstract {
                    return Err(self.is_abstract(structure, element));
                }
                if !self.take(structure.members().len()) {
                    return Err(Unreadable::too_many(element));
                }
                return self.blank_into(structure, slot, 0).map_err(|invalid| self.refused(&invalid, "", element));
            }
            Type::Array(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => Input::Absent,
        };
        self.give(slot, input, "", element)
    }

    /// Notes and retains what a response has in an element that says to be nil.
    pub(super) fn retain_content_of_nil(&self, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        let Some(deviations) = self.deviations else { return Ok(()) };
        let has_attributes = element.attributes().any(|(namespace, ..)| namespace != Some(XSI));
        if element.is_blank() && !has_attributes {
            return Ok(());
        }
        deviations.note(element, "", "is nil, but has content");
        self.retain_element(self.namespace, element)
    }

    /// The value of an absent member or parameter: in a request that of genuine servers, in a response null.
    pub(crate) fn absent(&self, member: &Member) -> Value<'static> {
        let mut value = Value::Null;
        // A `Value` accepts everything.
        let _ = self.absent_into(member, &mut value, 0);
        value
    }

    /// Fills the field of an absent member. `depth` counts the absent structures around it.
    pub(super) fn absent_into(&self, member: &Member, slot: &mut dyn Field, depth: usize) -> Result<(), InvalidValue> {
        if self.deviations.is_some() {
            return slot.take(Input::Absent);
        }
        match (member.kind, member.presence) {
            // A value type, like a `struct` of .NET.
            (Type::Structure(structure), Presence::Required)
                if member.place == Place::Element
                    && !member.repeated
                    && !structure.is_abstract
                    && depth < MOST_BLANK =>
            {
                if self.take(structure.members().len()) {
                    self.blank_into(structure, slot, depth + 1)
                } else {
                    slot.take(Input::Absent)
                }
            }
            _ => slot.set_member(member, Value::absent(member)),
        }
    }

    fn blank_into(&self, structure: &Structure, slot: &mut dyn Field, depth: usize) -> Result<(), InvalidValue> {
        let members = Step::Members(structure.members().len());
        let slot = slot.enter(members).ok_or_else(|| InvalidValue::shape(structure.name))?;
        slot.room(structure.members().len());
        for (index, member) in structure.members().iter().enumerate() {
            let field = slot.enter(Step::Member(index)).ok_or_else(|| InvalidValue::shape(structure.name))?;
            self.absent_into(member, field, depth)?;
        }
        Ok(())
    }

    /// Fills the members that were not read, or notes them.
    pub(super) fn absent_members(
        &self,
        members: &'static [Member],
        set: &MemberSet,
        name: &str,
        element: &PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if set.has_all(members.len()) || self.deviations.is_some_and(|deviations| !deviations.may_miss(members)) {
            return Ok(());
        }
        for (index, member) in members.iter().enumerate() {
            if set.has(index) {
                continue;
            }
            if let Some(deviations) = self.deviations {
                if member.must_be_in_response() {
                    // The element was passed, so the place lacks its name.
                    let of = if name.is_empty() { String::new() } else { format!("{name}/") };
                    deviations.note(element, &(of + member.name), "is missing");
                }
            } else {
                let field = self.member_field(slot, index, false, element)?;
                self.absent_into(member, field, 0).map_err(|invalid| self.refused(&invalid, name, element))?;
            }
        }
        Ok(())
    }

    /// The value that genuine servers read from an empty text of a value type in a structure.
    pub(super) fn blank_text(&self, kind: Type) -> Option<&'static str> {
        match kind {
            _ if self.deviations.is_some() => None,
            Type::Scalar(scalar) => scalar.default_text(),
            Type::Enumeration(enumeration) if !enumeration.flags => enumeration.values.first().copied(),
            _ => None,
        }
    }
}
