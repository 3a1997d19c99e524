//! Tags of elements and beginnings of attributes, as they are written.

use std::borrow::Cow;
use std::rc::Rc;

use crate::operation::{Place, Structure};
use crate::xml::name::encode_local_name;

/// The name of an element or attribute. Where many are written, what stands around the value is kept in whole pieces, which are copied
/// faster.
pub(super) struct Tag<'n> {
    name: Cow<'n, str>,
    /// `<Name>` and `</Name>`; of an attribute ` name="` and nothing.
    whole: Option<(String, String)>,
}

impl<'n> Tag<'n> {
    /// Of one that is written once.
    pub(super) fn of(name: &'n str) -> Self {
        Self { name: encode_local_name(name), whole: None }
    }

    /// Of items of which there are so many; `None` if they are few.
    pub(super) fn of_items(name: &'n str, count: usize) -> Option<Self> {
        const MANY: usize = 4;
        (count >= MANY).then(|| Self::of_many(name, Place::Element))
    }

    fn of_many(name: &'n str, place: Place) -> Self {
        let name = encode_local_name(name);
        let whole = match place {
            Place::Attribute => (format!(" {name}=\""), String::new()),
            _ => (format!("<{name}>"), format!("</{name}>")),
        };
        Self { name, whole: Some(whole) }
    }

    /// The name, encoded.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// What stands before and behind the value, if it is kept.
    pub(super) fn whole(&self) -> Option<(&str, &str)> {
        self.whole.as_ref().map(|(before, behind)| (before.as_str(), behind.as_str()))
    }
}

/// The tags of the members of structures of which more than one value is written.
#[derive(Default)]
pub(super) struct Tags(Vec<(&'static Structure, Option<MemberTags>)>);

/// A tag for each member of a structure.
pub(super) type MemberTags = Rc<[Tag<'static>]>;

impl Tags {
    /// Structures whose tags are kept: to look for one among many would take longer than to do without.
    const KEPT: usize = 16;

    /// The tags of a structure of which a value is written; `None` for the first.
    pub(super) fn of(&mut self, structure: &'static Structure) -> Option<MemberTags> {
        if let Some((_, tags)) = self.0.iter_mut().find(|(known, _)| std::ptr::eq(*known, structure)) {
            let made = || structure.members().iter().map(|member| Tag::of_many(member.name, member.place)).collect();
            return Some(Rc::clone(tags.get_or_insert_with(made)));
        }
        if self.0.len() < Self::KEPT {
            self.0.push((structure, None));
        }
        None
    }
}
