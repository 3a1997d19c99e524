//! Reads structures, with their members in any order.

use std::borrow::Cow;

use super::ValueReader;
use super::absent::MemberSet;
use super::problems::{Reason, Unreadable};
use super::scalar::OfText;
use crate::operation::{InvalidValue, Member, Namespace, Place, Structure, Type};
use crate::value::Value;
use crate::value::field::{Field, Input, Step, View};
use crate::value::rest::{Rest, own_namespace};
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// The most absent members of a structure that keep their room.
const MOST_UNUSED: usize = 4;

fn field_of(slot: &mut dyn Field, index: usize, repeated: bool) -> Option<&mut dyn Field> {
    let field = slot.enter(Step::Member(index))?;
    if repeated { field.enter(Step::Item) } else { Some(field) }
}

impl ValueReader<'_> {
    /// Reads a structure from its element. If the element of a member that is not repeated comes twice, the first counts, but in a request the
    /// last of an array.
    pub(super) fn structure_into(
        &self,
        structure: &'static Structure,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let members = structure.members();
        let name = element.name();
        let is_bound = self.deviations.is_none();
        if is_bound && !self.take(members.len()) {
            return Err(Unreadable::too_many(element));
        }
        let slot = self.enter(slot, Step::Members(members.len()), element)?;
        let around = self.begin_undeclared(element);
        if is_bound {
            slot.room(members.len());
        } else if self.typed && !self.budget.take_bytes(size_of_val(slot)) {
            return Err(Unreadable::too_many(element));
        }
        let mut set = MemberSet::none();
        if element.has_attributes() {
            self.attributes(members, &mut set, element, slot)?;
        }
        match structure.content() {
            Some(_) if !self.takes_object() => return Err(Unreadable::too_many(element)),
            Some((index, member)) => {
                let field = self.enter(slot, Step::Member(index), element)?;
                set.mark(index);
                if member.place == Place::Text {
                    self.text_member(member, element, field)?;
                } else {
                    self.xml_into(element, field)?;
                }
            }
            None => self.elements(members, own_namespace(members, structure.namespace), &mut set, element, slot)?,
        }
        self.absent_members(members, &set, name, element, slot)?;
        let content = self.end_undeclared(around);
        if !is_bound && !self.typed {
            if members.len() - set.count() > MOST_UNUSED {
                slot.room(0);
            }
            if !self.budget.take_bytes(set.count() * size_of::<Value<'static>>()) {
                return Err(Unreadable::new(name, element, Reason::TooMany));
            }
        }
        if !content.0.is_empty() {
            slot.add_rest(Rest { type_name: None, content });
        }
        Ok(())
    }

    fn text_member(
        &self,
        member: &Member,
        element: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let name = element.name();
        let stated = OfText::new(member);
        let stated = OfText { default: stated.default.or_else(|| self.blank_text(member.kind)), ..stated };
        self.simple_into(member.kind, stated, element, field)?;
        // Genuine servers read an empty text as null.
        let is_none = self.deviations.is_none()
            && matches!(member.kind, Type::Scalar(scalar) if scalar.is_reference())
            && matches!(field.view(), View::Text(text) if text.is_empty());
        if is_none { self.give(field, Input::Absent, name, element) } else { Ok(()) }
    }

    /// Reads the parts of a message, like the members of a structure. `slot` has one member for each.
    pub(crate) fn parts_into(
        &self,
        parts: &'static [Member],
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if !self.take(parts.len()) {
            return Err(Unreadable::too_many(element));
        }
        let mut set = MemberSet::none();
        if let Some(deviations) = self.deviations {
            deviations.begin_parts(parts);
        }
        self.elements(parts, own_namespace(parts, Namespace::Service), &mut set, element, slot)?;
        if let Some(deviations) = self.deviations {
            deviations.end_parts(parts, |index| set.has(index));
        }
        self.absent_members(parts, &set, "", element, slot)
    }

    /// Reads the elements of members. Elements of the `namespace` are called by their local name if they are unknown.
    fn elements(
        &self,
        members: &'static [Member],
        namespace: Namespace,
        set: &mut MemberSet,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let depth = element.depth();
        // The expected next member.
        let mut next = 0;
        loop {
            while let Some(member) = members.get(next) {
                let is_attribute = matches!(member.place, Place::Attribute | Place::AnyAttributes);
                if !is_attribute && !self.plain_member(member, next, set, element, slot)? {
                    break;
                }
                next += usize::from(is_attribute || !member.repeated);
            }
            let Some(event) = element.content(depth) else { return Ok(()) };
            match event {
                Pulled::Start => match self.find(members, next, element) {
                    Some(found) => {
                        self.found(&found, set, element, slot)?;
                        next = if found.member.repeated { found.index } else { found.index + 1 };
                    }
                    None => self.other_element(members, namespace, set, element, slot)?,
                },
                Pulled::Text(text) => {
                    self.stray(&text, element, self.deviations.is_some_and(|all| all.are_parts(members)))?;
                }
                Pulled::Other => {}
            }
        }
    }

    /// Reads the next element if it is this member, of a simple type, in plain form.
    fn plain_member(
        &self,
        member: &'static Member,
        index: usize,
        set: &mut MemberSet,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<bool, Unreadable> {
        if member.place != Place::Element
            || self.unqualified
            || self.part.is_some()
            || !member.repeated && set.has(index)
        {
            return Ok(false);
        }
        let namespace = member.namespace.uri(self.namespace);
        let is_read = self.plain_value(member.kind, member.name, namespace, OfText::new(member), element, || {
            field_of(slot, index, member.repeated)
        })?;
        if is_read {
            set.mark(index);
        }
        Ok(is_read)
    }

    fn find(&self, members: &'static [Member], next: usize, element: &PullReader<'_>) -> Option<FoundMember> {
        let (before, after) = members.split_at_checked(next).unwrap_or((members, &[]));
        let after = after.iter().zip(next..);
        after.chain(before.iter().zip(0..)).find_map(|(member, index)| match member.place {
            Place::Element if self.is_member(element, member) => Some(FoundMember { index, member, alternative: None }),
            Place::Choice(alternatives) => {
                let alternative = self.alternative(alternatives, element)?;
                Some(FoundMember { index, member, alternative: Some(alternative) })
            }
            _ => None,
        })
    }

    pub(super) fn alternative(
        &self,
        alternatives: &'static [Member],
        element: &PullReader<'_>,
    ) -> Option<(usize, &'static Member)> {
        alternatives.iter().enumerate().find(|(_, member)| self.is_member(element, member))
    }

    fn is_member(&self, element: &PullReader<'_>, member: &Member) -> bool {
        let namespace = if self.unqualified { "" } else { member.namespace.uri(self.namespace) };
        Self::is_named(element, member.name, namespace)
    }

    fn found(
        &self,
        found: &FoundMember,
        set: &mut MemberSet,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let (index, member) = (found.index, found.member);
        let is_new = set.mark(index) || member.repeated;
        let Some((alternative, chosen)) = found.alternative else {
            let reader = self.retaining_unless(member.holds_secret());
            // Genuine servers read the items of the last.
            let goes_on = matches!(member.kind, Type::Array(_)) && self.deviations.is_none();
            if is_new || goes_on {
                return reader.member_into(member, element, self.member_field(slot, index, member.repeated, element)?);
            }
            return reader.twice(member, element);
        };
        let reader = self.retaining_unless(chosen.holds_secret());
        if !self.takes_object() {
            return Err(Unreadable::too_many(element));
        }
        let choice = self.member_field(slot, index, member.repeated, element)?;
        // A repeated alternative goes on.
        let goes_on = chosen.repeated && choice.view() == View::Chosen(alternative);
        if !is_new && !goes_on {
            return reader.twice(chosen, element);
        }
        let mut value = self.enter(choice, Step::Alternative(alternative), element)?;
        if chosen.repeated {
            value = self.enter(value, Step::Item, element)?;
        }
        reader.member_into(chosen, element, value)
    }

    pub(super) fn member_field<'f>(
        &self,
        slot: &'f mut dyn Field,
        index: usize,
        repeated: bool,
        element: &PullReader<'_>,
    ) -> Result<&'f mut dyn Field, Unreadable> {
        let field =
            field_of(slot, index, repeated).ok_or_else(|| self.refused(&InvalidValue::shape("member"), "", element))?;
        if repeated {
            self.item(field, element)?;
        }
        Ok(field)
    }

    /// Reads or skips an element that is not a member.
    fn other_element(
        &self,
        members: &'static [Member],
        namespace: Namespace,
        set: &mut MemberSet,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let Some(index) = members.iter().position(|member| member.place == Place::AnyElements) else {
            if self.chosen_undeclared(members, set, element, slot)? {
                return Ok(());
            }
            let are_parts = self.deviations.is_some_and(|deviations| deviations.are_parts(members));
            let expected = self.uri(namespace);
            return if are_parts { self.beside_parts(expected, element) } else { self.unknown(expected, element) };
        };
        if !self.take(1) {
            return Err(Unreadable::too_many(element));
        }
        set.mark(index);
        let field = self.member_field(slot, index, true, element)?;
        self.undeclared_into(element, field)
    }

    fn undeclared_into(&self, element: &mut PullReader<'_>, field: &mut dyn Field) -> Result<(), Unreadable> {
        let name = element.name();
        let xml = self.element_xml(element)?;
        self.give(field, Input::Xml(Cow::Owned(xml)), name, element)
    }

    /// Reads an element that is not a member as the alternative of a choice that takes undeclared elements, if there is one.
    fn chosen_undeclared(
        &self,
        members: &'static [Member],
        set: &mut MemberSet,
        element: &mut PullReader<'_>,
        slot: &mut dyn Field,
    ) -> Result<bool, Unreadable> {
        let takes_undeclared = |(index, member): (usize, &'static Member)| {
            let Place::Choice(alternatives) = member.place else { return None };
            let alternative = alternatives.iter().position(|one| one.place == Place::AnyElements)?;
            Some((index, member, alternative))
        };
        let Some((index, choice, alternative)) = members.iter().enumerate().find_map(takes_undeclared) else {
            return Ok(false);
        };
        let is_chosen = |slot: &mut dyn Field| {
            field_of(slot, index, false).is_some_and(|field| field.view() == View::Chosen(alternative))
        };
        if set.has(index) && !choice.repeated && !is_chosen(slot) {
            return Ok(false);
        }
        if !self.take(1) || !self.takes_object() {
            return Err(Unreadable::too_many(element));
        }
        set.mark(index);
        let field = self.member_field(slot, index, choice.repeated, element)?;
        let elements = self.enter(field, Step::Alternative(alternative), element)?;
        let field = self.enter(elements, Step::Item, element)?;
        self.undeclared_into(element, field).map(|()| true)
    }

    /// As [`unknown`](Self::unknown), for an element beside the parts of a message.
    fn beside_parts(&self, expected: &str, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        if let Some(deviations) = self.deviations {
            deviations.note_unknown(element);
            deviations.remark(element, "", undescribed(element));
        }
        self.retain_element(expected, element)
    }

    /// Notes an element that is not described, and retains it. Its local name is enough in `expected`.
    pub(super) fn unknown(&self, expected: &str, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        if let Some(deviations) = self.deviations {
            deviations.note(element, "", undescribed(element));
        }
        self.retain_element(expected, element)
    }

    fn twice(&self, member: &Member, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        if let Some(deviations) = self.deviations {
            deviations.note(element, "", "is there more than once");
        }
        self.retain_element(self.uri(member.namespace), element)
    }

    fn uri(&self, namespace: Namespace) -> &str {
        if self.unqualified { "" } else { namespace.uri(self.namespace) }
    }

    /// Notes text between elements, unless it is white space.
    pub(super) fn stray(&self, text: &str, element: &PullReader<'_>, is_beside_parts: bool) -> Result<(), Unreadable> {
        let Some(deviations) = self.deviations.filter(|_| !xml::trim_white_space(text).is_empty()) else {
            return Ok(());
        };
        if is_beside_parts {
            deviations.remark(element, "", HOLDS_TEXT);
        } else {
            deviations.note(element, "", HOLDS_TEXT);
        }
        self.retain_text(text, element)
    }
}

pub(super) fn undescribed(element: &PullReader<'_>) -> String {
    format!("of namespace `{}` is not described", xml::shortened(element.namespace().unwrap_or_default(), 80))
}

pub(super) const HOLDS_TEXT: &str = "holds text between its elements";

struct FoundMember {
    index: usize,
    member: &'static Member,
    /// The alternative, if the member is a choice.
    alternative: Option<(usize, &'static Member)>,
}
