//! Structures: attributes, and members by name in any order.

use std::borrow::Cow;

use super::array::pushed;
use super::unreadable::{Reason, Unreadable};
use super::{Nil, ValueReader, empty, is_encoding, scalar};
use crate::operation::{Member, Namespace, Place, Presence, Scalar, Structure, Type};
use crate::protocol::soap::soap_version::{SoapVersion, XSI};
use crate::value::{Chosen, Value};
use crate::xml;
use crate::xml::{PullReader, Pulled};

/// Values of members while they are read.
#[allow(clippy::struct_field_names, reason = "the values are what it holds, beside what is known of them")]
struct Values {
    all: Vec<Value<'static>>,
    /// Which members were there, one bit each, of the first 64.
    first: u64,
    /// The same of the others.
    others: Vec<bool>,
}

impl Values {
    fn of(members: &[Member]) -> Self {
        let mut all = Vec::with_capacity(members.len());
        all.resize_with(members.len(), || Value::Null);
        let others = if members.len() > 64 { vec![false; members.len() - 64] } else { Vec::new() };
        Self { all, first: 0, others }
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
                if let Some(had) = self.others.get_mut(index) {
                    *had = true;
                }
            }
        }
        is_new
    }

    fn put(&mut self, index: usize, value: Value<'static>) {
        if let Some(place) = self.all.get_mut(index) {
            *place = value;
        }
    }
}

/// The place of one more occurrence of a repeated member, whose occurrences are in `all`.
fn occurrence<'v>(all: &'v mut Value<'static>) -> Option<&'v mut Value<'static>> {
    if !matches!(all, Value::Array(_)) {
        *all = Value::Array(Vec::new());
    }
    if let Value::Array(items) = all { pushed(items) } else { None }
}

impl ValueReader<'_> {
    pub(super) fn structure_into(
        &self,
        structure: &'static Structure,
        element: &mut PullReader<'_>,
        place: &mut Value<'static>,
    ) -> Result<(), Unreadable> {
        *place = Value::Structure(self.members(structure.members(), element)?);
        Ok(())
    }

    /// The values of `members`, which stand in the element: of a repeated element that is one value the first counts, and the last if
    /// it is an array.
    fn members(
        &self,
        members: &'static [Member],
        element: &mut PullReader<'_>,
    ) -> Result<Vec<Value<'static>>, Unreadable> {
        let name = element.name();
        if !self.take(members.len()) {
            return Err(Unreadable::too_many(element));
        }
        let mut values = Values::of(members);
        if element.has_attributes() {
            self.attributes(members, &mut values, element)?;
        }
        let whole = members.iter().enumerate().find(|(_, member)| matches!(member.place, Place::Text | Place::Mixed));
        match whole {
            Some((index, member)) if member.place == Place::Text => {
                let default = empty::of_empty(member).or_else(|| self.blank_text(member.kind));
                let mut value = Value::Null;
                self.simple_into(member.kind, default, element, &mut value)?;
                // Genuine servers read an empty text as none.
                let is_none = self.nil == Nil::NotNull
                    && matches!(member.kind, Type::Scalar(scalar) if scalar.is_reference())
                    && value.as_text() == Some("");
                values.put(index, if is_none { Value::Null } else { value });
                values.mark(index);
            }
            Some((index, _)) => {
                values.put(index, self.xml(element)?);
                values.mark(index);
            }
            None => self.elements(members, &mut values, element)?,
        }
        self.absent_members(members, &mut values, name, element);
        Ok(values.all)
    }

    /// The parts of a message, which stand in the element as the members of a structure do.
    pub(crate) fn parts(
        &self,
        parts: &'static [Member],
        element: &mut PullReader<'_>,
    ) -> Result<Vec<Value<'static>>, Unreadable> {
        if !self.take(parts.len()) {
            return Err(Unreadable::too_many(element));
        }
        let mut values = Values::of(parts);
        self.elements(parts, &mut values, element)?;
        self.absent_members(parts, &mut values, "", element);
        Ok(values.all)
    }

    fn elements(
        &self,
        members: &'static [Member],
        values: &mut Values,
        element: &mut PullReader<'_>,
    ) -> Result<(), Unreadable> {
        let depth = element.depth();
        // The member that most likely comes next.
        let mut next = 0;
        loop {
            while let Some(member) = members.get(next)
                && member.place == Place::Element
                && self.plain_member(member, next, values, element)?
            {
                next += usize::from(!member.repeated);
            }
            let Some(inside) = element.content(depth) else { return Ok(()) };
            match inside {
                Pulled::Start => match self.find(members, next, element) {
                    Some(found) => {
                        self.found(&found, values, element)?;
                        next = if found.member.repeated { found.index } else { found.index + 1 };
                    }
                    None => self.other_element(members, values, element)?,
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
        values: &mut Values,
        element: &mut PullReader<'_>,
    ) -> Result<bool, Unreadable> {
        if self.unqualified || !member.repeated && values.has(index) {
            return Ok(false);
        }
        let default = empty::of_empty(member);
        let namespace = member.namespace.uri(self.namespace);
        let place = values.all.get_mut(index);
        let read = self.plain_value(member.kind, member.name, namespace, default, element, || {
            if member.repeated { place.and_then(occurrence) } else { place }
        });
        if read? {
            values.mark(index);
            return Ok(true);
        }
        Ok(false)
    }

    /// The member that the element is, or is an alternative of.
    fn find(&self, members: &'static [Member], next: usize, element: &PullReader<'_>) -> Option<Found> {
        let (before, behind) = members.split_at_checked(next).unwrap_or((members, &[]));
        let behind = behind.iter().zip(next..);
        behind.chain(before.iter().zip(0..)).find_map(|(member, index)| match member.place {
            Place::Element if self.is_member(element, member) => Some(Found { index, member, alternative: None }),
            Place::Choice(alternatives) => {
                let alternative = self.alternative(alternatives, element)?;
                Some(Found { index, member, alternative: Some(alternative) })
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

    fn found(&self, found: &Found, values: &mut Values, element: &mut PullReader<'_>) -> Result<(), Unreadable> {
        let (index, member) = (found.index, found.member);
        let is_new = values.mark(index);
        let place = values.all.get_mut(index);
        let Some(place) = (if member.repeated { place.and_then(occurrence) } else { place }) else { return Ok(()) };
        let Some((alternative, chosen)) = found.alternative else {
            return if is_new || member.repeated || matches!(member.kind, Type::Array(_)) {
                self.member_into(member, element, place)
            } else {
                self.twice(element);
                Ok(())
            };
        };
        match place {
            // An alternative that may itself be there any number of times.
            Value::Choice(known) if known.alternative == alternative && chosen.repeated => {
                occurrence(&mut known.value).map_or(Ok(()), |value| self.member_into(chosen, element, value))
            }
            Value::Choice(_) => {
                self.twice(element);
                Ok(())
            }
            place => {
                let mut choice = Box::new(Chosen { alternative, value: Value::Null });
                let value = if chosen.repeated { occurrence(&mut choice.value) } else { Some(&mut choice.value) };
                value.map_or(Ok(()), |value| self.member_into(chosen, element, value))?;
                *place = Value::Choice(choice);
                Ok(())
            }
        }
    }

    /// An element that is no member.
    fn other_element(
        &self,
        members: &[Member],
        values: &mut Values,
        element: &mut PullReader<'_>,
    ) -> Result<(), Unreadable> {
        let Some(index) = members.iter().position(|member| member.place == Place::AnyElements) else {
            self.unknown(element);
            return Ok(());
        };
        if !self.take(1) {
            return Err(Unreadable::too_many(element));
        }
        values.mark(index);
        if let Some(place) = values.all.get_mut(index).and_then(occurrence) {
            *place = Value::Xml(Cow::Owned(self.whole(element)?));
        }
        Ok(())
    }

    fn attributes(
        &self,
        members: &'static [Member],
        values: &mut Values,
        element: &PullReader<'_>,
    ) -> Result<(), Unreadable> {
        let others = members.iter().position(|member| member.place == Place::AnyAttributes);
        let mut next = 0;
        for (namespace, local, value) in element.attributes() {
            let namespace = namespace.unwrap_or_default();
            // What xsi says of the value, and SOAP of the header that it is.
            let is_said = namespace == XSI && matches!(local, "type" | "nil")
                || SoapVersion::of_namespace(Some(namespace)).is_some();
            if !namespace.is_empty() && is_said {
                continue;
            }
            let is_one = |member: &Member| {
                let wanted =
                    if member.namespace == Namespace::None { "" } else { member.namespace.uri(self.namespace) };
                member.place == Place::Attribute
                    && is_encoding(local, member.name)
                    && wanted.len() == namespace.len()
                    && (wanted.is_empty() || wanted == namespace)
            };
            let (before, behind) = members.split_at_checked(next).unwrap_or((members, &[]));
            let found = behind.iter().zip(next..).chain(before.iter().zip(0..)).find(|(member, _)| is_one(member));
            if let Some((member, index)) = found {
                next = index + 1;
                values.mark(index);
                let Some(place) = values.all.get_mut(index) else { continue };
                if self.deviations.is_none() || !scalar::plain_into(member.kind, &value, place) {
                    let value = match member.kind {
                        Type::Scalar(Scalar::QName) => {
                            Cow::Owned(self.qualified(&value, &|prefix| element.namespace_of_prefix(prefix)))
                        }
                        _ => value,
                    };
                    let value = self.text_of(member.kind, empty::of_empty(member), value, local, element);
                    *place = value.map_err(|reason| Unreadable::new(element.name(), element, reason))?;
                }
            } else if let Some(index) = others {
                if !self.take(1) {
                    return Err(Unreadable::new(element.name(), element, Reason::TooMany));
                }
                values.mark(index);
                let name = if namespace.is_empty() { local.to_owned() } else { format!("{{{namespace}}}{local}") };
                let pair = (Cow::Owned(name), Cow::Owned(value.into_owned()));
                match values.all.get_mut(index) {
                    Some(Value::Attributes(pairs)) => pairs.push(pair),
                    Some(place) => *place = Value::Attributes(vec![pair]),
                    None => {}
                }
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

    /// Fills in what was not there, or notes it.
    fn absent_members(&self, members: &'static [Member], values: &mut Values, name: &str, element: &PullReader<'_>) {
        let are_all_there = members.len() < 64 && values.first.wrapping_add(1) == 1 << members.len();
        if are_all_there || self.nil == Nil::Null && self.deviations.is_none() {
            return;
        }
        for (index, member) in members.iter().enumerate() {
            if values.has(index) {
                continue;
            }
            match self.deviations {
                Some(deviations) => {
                    let is_due = matches!(member.presence, Presence::Required | Presence::Nullable)
                        && matches!(member.place, Place::Element | Place::Attribute)
                        && !member.repeated;
                    if is_due {
                        // The element itself was passed.
                        let of = if name.is_empty() { String::new() } else { format!("{name}/") };
                        deviations.note(element, &(of + member.name), "is missing");
                    }
                }
                None => values.put(index, self.absent(member)),
            }
        }
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
struct Found {
    index: usize,
    member: &'static Member,
    /// Which alternative of the choice that the member is.
    alternative: Option<(usize, &'static Member)>,
}
