//! The written forms of tags, attribute names and prefixes.

use std::borrow::Cow;
use std::rc::Rc;

use crate::operation::{ArrayType, Member, Namespace, Place, Scalar, Type};
use crate::xml::name::encode_local_name;

/// The name of an element or attribute. For those that are written often, the text before and after the value is kept in one piece each,
/// which is copied faster.
pub(super) struct Tag<'n> {
    name: Cow<'n, str>,
    /// `<Name>` and `</Name>`, or for an attribute ` name="` and `"`.
    pair: Option<(String, String)>,
    /// Whether a text is written with only these around it.
    is_plain: bool,
}

impl<'n> Tag<'n> {
    /// The tag of an element that is written once.
    pub(super) fn of(name: &'n str) -> Self {
        Self { name: encode_local_name(name), pair: None, is_plain: false }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The text before and after the value, if it is kept.
    pub(super) fn pair(&self) -> Option<(&str, &str)> {
        self.pair.as_ref().map(|(before, after)| (before.as_str(), after.as_str()))
    }

    /// The text before and after a value that is written with only these around it.
    pub(super) fn around_plain(&self) -> Option<(&str, &str)> {
        self.pair().filter(|_| self.is_plain)
    }
}

impl Tag<'static> {
    fn of_member(member: &Member) -> Self {
        let name = encode_local_name(member.name);
        let is_plain = is_written_plainly(member.kind) && !member.repeated && member.default.is_none();
        let (pair, is_plain) = match member.place {
            Place::Attribute => {
                ((format!(" {name}=\""), "\"".to_owned()), is_plain && member.namespace == Namespace::None)
            }
            place => ((format!("<{name}>"), format!("</{name}>")), is_plain && place == Place::Element),
        };
        Self { name, pair: Some(pair), is_plain }
    }

    /// The tag of the items of an array with so many items.
    pub(super) fn of_items(array: &ArrayType, count: usize) -> Self {
        const FEW: usize = 4;
        let name = encode_local_name(array.item_name);
        let pair = (count > FEW).then(|| (format!("<{name}>"), format!("</{name}>")));
        Self { name, pair, is_plain: false }
    }
}

/// The tags of the members of a structure or a choice.
pub(super) struct MemberTags {
    /// One for each member or alternative.
    tags: Box<[Tag<'static>]>,
    /// The positions of the members that concern the start tag.
    in_start_tag: Box<[usize]>,
}

impl MemberTags {
    fn new(members: &[Member]) -> Self {
        let in_start_tag = members.iter().enumerate().filter(|(_, member)| is_in_start_tag(member));
        Self {
            tags: members.iter().map(Tag::of_member).collect(),
            in_start_tag: in_start_tag.map(|(index, _)| index).collect(),
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&Tag<'static>> {
        self.tags.get(index)
    }

    /// The positions of the members that concern the start tag.
    pub(super) fn in_start_tag(&self) -> &[usize] {
        &self.in_start_tag
    }
}

/// Whether a text of the type is written unchanged.
pub(super) const fn is_written_plainly(kind: Type) -> bool {
    match kind {
        Type::Scalar(scalar) => !matches!(scalar, Scalar::QName),
        Type::Enumeration(enumeration) => !enumeration.flags,
        _ => false,
    }
}

/// Whether a member concerns the start tag of its structure: an attribute, or a text that may need a prefix.
pub(super) const fn is_in_start_tag(member: &Member) -> bool {
    match member.place {
        Place::Attribute | Place::AnyAttributes => true,
        Place::Text => matches!(member.kind, Type::Scalar(Scalar::QName)),
        _ => false,
    }
}

/// The tags of members, kept from the second value on.
#[derive(Default)]
pub(super) struct Tags {
    members: Vec<(&'static [Member], Option<Rc<MemberTags>>)>,
}

impl Tags {
    /// The most structures and choices whose tags are kept, because a search among more takes longer than making the tags.
    const KEPT: usize = 16;

    /// The tags of `members`; `None` for their first value.
    pub(super) fn of_members(&mut self, members: &'static [Member]) -> Option<Rc<MemberTags>> {
        if let Some((_, tags)) = self.members.iter_mut().find(|(known, _)| std::ptr::eq(*known, members)) {
            return Some(Rc::clone(tags.get_or_insert_with(|| Rc::new(MemberTags::new(members)))));
        }
        if self.members.len() < Self::KEPT {
            self.members.push((members, None));
        }
        None
    }
}

/// The reason for refusing a qualified name.
pub(super) const UNKNOWN_PREFIX: &str =
    "has an undeclared prefix: use `xsd:`, `xsi:`, or `{namespace}` before the name";

/// The namespaces for which one element declares prefixes: `q1`, `q2` and so on.
#[derive(Default)]
pub(super) struct Prefixes(Vec<String>);

impl Prefixes {
    /// The prefix of a namespace, and whether it is not declared yet.
    pub(super) fn of(&mut self, namespace: &str) -> (String, bool) {
        let known = self.0.iter().position(|known| known == namespace);
        let number = known.unwrap_or(self.0.len()) + 1;
        if known.is_none() {
            self.0.push(namespace.to_owned());
        }
        (format!("q{number}"), known.is_none())
    }
}
