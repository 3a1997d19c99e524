//! Structures: attributes, and members by name in any order.

use std::borrow::Cow;

use super::deviations::is_due;
use super::unreadable::{Reason, Unreadable};
use super::{ValueReader, empty, is_encoding};
use crate::operation::{InvalidValue, Member, Namespace, Place, Scalar, Structure, Type};
use crate::protocol::soap::soap_version::{SoapVersion, XSI};
use crate::value::Value;
use crate::value::field::{Field, Given, Step, View};
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// Which members were there.
struct Seen {
    /// One bit for each of the first 64.
    first: u64,
    /// The others, up to the last that was there.
    others: Vec<bool>,
}

impl Seen {
    const fn none() -> Self {
        Self { first: 0, others: Vec::new() }
    }

    /// How many members there are up to the last that was there.
    fn count(&self) -> usize {
        match self.others.len() {
            0 => 64 - self.first.leading_zeros() as usize,
            others => 64 + others,
        }
    }

    fn has(&self, index: usize) -> bool {
        match index.checked_sub(64) {
            None => self.first >> index & 1 == 1,
            Some(index) => self.others.get(index).copied().unwrap_or_default(),
        }
    }

    /// Says that the member was there; `false` if that is known.
    fn mark(&mut self, index: usize) -> bool {
        let is_new = !self.has(index);
        match index.checked_sub(64) {
            None => self.first |= 1 << index,
            Some(index) => {
                if index >= self.others.len() {
                    self.others.resize(index + 1, false);
                }
                if let Some(had) = self.others.get_mut(index) {
                    *had = true;
                }
            }
        }
        is_new
    }

    /// Whether all of so many were there; `false` if there are more than bits.
    fn has_all(&self, count: usize) -> bool {
        count < 64 && self.first.wrapping_add(1) == 1 << count
    }
}

/// Members of a structure that have room though they are not there, at most.
const MOST_UNUSED: usize = 4;

/// The field of a member; of a repeated one that of one more occurrence.
fn field_of(place: &mut dyn Field, index: usize, repeated: bool) -> Option<&mut dyn Field> {
    let field = place.enter(Step::Member(index))?;
    if repeated { field.enter(Step::Item) } else { Some(field) }
}

impl ValueReader<'_> {
    /// Reads a structure, whose members stand in the element: of a repeated element that is one value the first counts, and the last if
    /// it is an array.
    pub(super) fn structure_into(
        &self,
        structure: &'static Structure,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let members = structure.members();
        let name = element.name();
        let is_bound = self.deviations.is_none();
        if is_bound && !self.take(members.len()) {
            return Err(Unreadable::too_many(element));
        }
        let place = self.inside(place, Step::Members(members.len()), element)?;
        if is_bound {
            place.room(members.len());
        } else if self.typed && !self.left.take_bytes(size_of_val(place)) {
            return Err(Unreadable::too_many(element));
        }
        let mut seen = Seen::none();
        if element.has_attributes() {
            self.attributes(members, &mut seen, element, place)?;
        }
        match structure.whole() {
            Some(_) if !self.takes_object() => return Err(Unreadable::too_many(element)),
            Some((index, member)) => {
                let field = self.inside(place, Step::Member(index), element)?;
                seen.mark(index);
                if member.place == Place::Text {
                    self.text_member(member, element, field)?;
                } else {
                    self.xml_into(element, field)?;
                }
            }
            None => self.elements(members, &mut seen, element, place)?,
        }
        self.absent_members(members, &seen, name, element, place)?;
        if !is_bound && !self.typed {
            if members.len() - seen.count() > MOST_UNUSED {
                place.room(0);
            }
            if !self.left.take_bytes(seen.count() * size_of::<Value<'static>>()) {
                return Err(Unreadable::new(name, element, Reason::TooMany));
            }
        }
        Ok(())
    }

    /// Reads the text that a structure consists of.
    fn text_member(
        &self,
        member: &Member,
        element: &mut PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let name = element.name();
        let default = empty::of_empty(member).or_else(|| self.blank_text(member.kind));
        self.simple_into(member.kind, default, element, field)?;
        // Genuine servers read an empty text as none.
        let is_none = self.deviations.is_none()
            && matches!(member.kind, Type::Scalar(scalar) if scalar.is_reference())
            && matches!(field.view(), View::Text(text) if text.is_empty());
        if is_none { self.give(field, Given::Absent, name, element) } else { Ok(()) }
    }

    /// The parts of a message, which stand in the element as the members of a structure do; `place` has one member for each.
    pub(crate) fn parts_into(
        &self,
        parts: &'static [Member],
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if !self.take(parts.len()) {
            return Err(Unreadable::too_many(element));
        }
        let mut seen = Seen::none();
        self.elements(parts, &mut seen, element, place)?;
        self.absent_members(parts, &seen, "", element, place)
    }

    fn elements(
        &self,
        members: &'static [Member],
        seen: &mut Seen,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let depth = element.depth();
        // The member that most likely comes next.
        let mut next = 0;
        loop {
            while let Some(member) = members.get(next) {
                let is_attribute = matches!(member.place, Place::Attribute | Place::AnyAttributes);
                if !is_attribute && !self.plain_member(member, next, seen, element, place)? {
                    break;
                }
                next += usize::from(is_attribute || !member.repeated);
            }
            let Some(inside) = element.content(depth) else { return Ok(()) };
            match inside {
                Pulled::Start => match self.find(members, next, element) {
                    Some(found) => {
                        self.found(&found, seen, element, place)?;
                        next = if found.member.repeated { found.index } else { found.index + 1 };
                    }
                    None => self.other_element(members, seen, element, place)?,
                },
                Pulled::Text(text) => self.stray(&text, element),
                Pulled::Other => {}
            }
        }
    }

    /// Reads the next element if it is this member, of a simple type, and written plainly.
    fn plain_member(
        &self,
        member: &'static Member,
        index: usize,
        seen: &mut Seen,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<bool, Unreadable> {
        if member.place != Place::Element || self.unqualified || !member.repeated && seen.has(index) {
            return Ok(false);
        }
        let default = empty::of_empty(member);
        let namespace = member.namespace.uri(self.namespace);
        let is_read = self.plain_value(member.kind, member.name, namespace, default, element, || {
            field_of(place, index, member.repeated)
        })?;
        if is_read {
            seen.mark(index);
        }
        Ok(is_read)
    }

    /// The member that the element is, or is an alternative of.
    fn find(&self, members: &'static [Member], next: usize, element: &PullReader<'_>) -> Option<FoundMember> {
        let (before, behind) = members.split_at_checked(next).unwrap_or((members, &[]));
        let behind = behind.iter().zip(next..);
        behind.chain(before.iter().zip(0..)).find_map(|(member, index)| match member.place {
            Place::Element if self.is_member(element, member) => Some(FoundMember { index, member, alternative: None }),
            Place::Choice(alternatives) => {
                let alternative = self.alternative(alternatives, element)?;
                Some(FoundMember { index, member, alternative: Some(alternative) })
            }
            _ => None,
        })
    }

    /// Which of the alternatives the element is.
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
        seen: &mut Seen,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let (index, member) = (found.index, found.member);
        let is_new = seen.mark(index) || member.repeated;
        let Some((alternative, chosen)) = found.alternative else {
            if is_new || matches!(member.kind, Type::Array(_)) {
                return self.member_into(member, element, self.member_field(place, index, member.repeated, element)?);
            }
            self.twice(element);
            return Ok(());
        };
        if !self.takes_object() {
            return Err(Unreadable::too_many(element));
        }
        let choice = self.member_field(place, index, member.repeated, element)?;
        // An alternative that may itself be there any number of times.
        let goes_on = chosen.repeated && choice.view() == View::Chosen(alternative);
        if !is_new && !goes_on {
            self.twice(element);
            return Ok(());
        }
        let mut value = self.inside(choice, Step::Alternative(alternative), element)?;
        if chosen.repeated {
            value = self.inside(value, Step::Item, element)?;
        }
        self.member_into(chosen, element, value)
    }

    fn member_field<'f>(
        &self,
        place: &'f mut dyn Field,
        index: usize,
        repeated: bool,
        element: &PullReader<'_>,
    ) -> Result<&'f mut dyn Field, Unreadable> {
        let field = field_of(place, index, repeated)
            .ok_or_else(|| self.refused(&InvalidValue::shape("member"), "", element))?;
        if repeated {
            self.item(field, element)?;
        }
        Ok(field)
    }

    /// An element that is no member.
    fn other_element(
        &self,
        members: &[Member],
        seen: &mut Seen,
        element: &mut PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let Some(index) = members.iter().position(|member| member.place == Place::AnyElements) else {
            self.unknown(element);
            return Ok(());
        };
        if !self.take(1) {
            return Err(Unreadable::too_many(element));
        }
        seen.mark(index);
        let field = self.member_field(place, index, true, element)?;
        let name = element.name();
        let whole = self.whole(element)?;
        self.give(field, Given::Xml(Cow::Owned(whole)), name, element)
    }

    fn attributes(
        &self,
        members: &'static [Member],
        seen: &mut Seen,
        element: &PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let others = || members.iter().position(|member| member.place == Place::AnyAttributes);
        let mut next = 0;
        for (namespace, local, value) in element.attributes() {
            let namespace = namespace.unwrap_or_default();
            // What xsi says of the value, and SOAP of the header that it is.
            let is_said = || {
                namespace == XSI && matches!(local, "type" | "nil")
                    || SoapVersion::of_namespace(Some(namespace)).is_some()
            };
            if !namespace.is_empty() && is_said() {
                continue;
            }
            let is_one = |member: &Member| {
                matches!(member.place, Place::Attribute)
                    && is_encoding(local, member.name)
                    && match member.namespace {
                        Namespace::None => namespace.is_empty(),
                        Namespace::Service | Namespace::Of(_) => member.namespace.uri(self.namespace) == namespace,
                    }
            };
            let (before, behind) = members.split_at_checked(next).unwrap_or((members, &[]));
            let found = behind.iter().zip(next..).chain(before.iter().zip(0..)).find(|(member, _)| is_one(member));
            if let Some((member, index)) = found {
                next = index + 1;
                seen.mark(index);
                let field = self.member_field(place, index, false, element)?;
                let value = match member.kind {
                    Type::Scalar(Scalar::QName) => {
                        Cow::Owned(Self::qualified(&value, &|prefix| element.namespace_of_prefix(prefix)))
                    }
                    _ => value,
                };
                self.attribute_into(member, value, local, element, field)?;
            } else if let Some(index) = others() {
                if !self.take(1) {
                    return Err(Unreadable::new(element.name(), element, Reason::TooMany));
                }
                seen.mark(index);
                let name = if namespace.is_empty() {
                    Cow::Borrowed(local)
                } else {
                    Cow::Owned(format!("{{{namespace}}}{local}"))
                };
                let field = self.member_field(place, index, false, element)?;
                self.give(field, Given::Attribute(name, value), "", element)?;
            } else if namespace != XSI
                && namespace != xml::XML_NAMESPACE
                && let Some(deviations) = self.deviations
            {
                deviations.note(
                    element,
                    "",
                    format_args!("has the attribute `{}`, which is not described", xml::shortened(local, 80)),
                );
            }
        }
        Ok(())
    }

    fn attribute_into(
        &self,
        member: &Member,
        value: Cow<'_, str>,
        name: &str,
        element: &PullReader<'_>,
        field: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        let default = empty::of_empty(member);
        let text = match value {
            Cow::Borrowed(text) if self.counts_as_written(member.kind, default, text) => Cow::Borrowed(text),
            value => self
                .text_of(member.kind, default, value, name, element)
                .map_err(|reason| Unreadable::new(element.name(), element, reason))?,
        };
        self.give(field, Given::Text(text), name, element)
    }

    /// Fills in what was not there, or notes it.
    fn absent_members(
        &self,
        members: &'static [Member],
        seen: &Seen,
        name: &str,
        element: &PullReader<'_>,
        place: &mut dyn Field,
    ) -> Result<(), Unreadable> {
        if seen.has_all(members.len()) || self.deviations.is_some_and(|deviations| !deviations.may_miss(members)) {
            return Ok(());
        }
        for (index, member) in members.iter().enumerate() {
            if seen.has(index) {
                continue;
            }
            if let Some(deviations) = self.deviations {
                if is_due(member) {
                    // The element itself was passed.
                    let of = if name.is_empty() { String::new() } else { format!("{name}/") };
                    deviations.note(element, &(of + member.name), "is missing");
                }
            } else {
                let field = self.member_field(place, index, false, element)?;
                self.absent_into(member, field, 0).map_err(|invalid| self.refused(&invalid, name, element))?;
            }
        }
        Ok(())
    }

    /// Passes over an element that nobody described.
    pub(super) fn unknown(&self, element: &mut PullReader<'_>) {
        if let Some(deviations) = self.deviations {
            let namespace = element.namespace().unwrap_or_default();
            deviations.note(
                element,
                "",
                format_args!("of namespace `{}` is not described", xml::shortened(namespace, 80)),
            );
        }
        element.skip();
    }

    fn twice(&self, element: &mut PullReader<'_>) {
        if let Some(deviations) = self.deviations {
            deviations.note(element, "", "is there more than once");
        }
        element.skip();
    }

    /// Text where only elements may be: white space, or it does not count.
    pub(super) fn stray(&self, text: &str, element: &PullReader<'_>) {
        if let Some(deviations) = self.deviations
            && !xml::trim_white_space(text).is_empty()
        {
            deviations.note(element, "", "holds text between its elements");
        }
    }
}

/// A member that is there.
struct FoundMember {
    index: usize,
    member: &'static Member,
    /// Which alternative of the choice that the member is.
    alternative: Option<(usize, &'static Member)>,
}
