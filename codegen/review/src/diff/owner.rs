//! Lists of members of an owner (a request, a response, a structure) in both versions, and their pairs.

use super::directions::Directions;
use super::facets::Owner;
use super::finding::Location;
use super::words::{member_named, owner_words};
use asmx_codegen::emit::{Fields, Signatures};
use asmx_codegen::locations::member_label;
use asmx_codegen::model::Member;

pub(super) struct Pair<'p> {
    pub(super) lists: &'p Lists<'p>,
    pub(super) old: &'p Member,
    pub(super) new: &'p Member,
    /// The old member, with the type numbers of its own version.
    pub(super) named: Option<&'p Member>,
    pub(super) location: Location,
}

pub(super) struct Lists<'l> {
    pub(super) owner: Owner,
    pub(super) location: Location,
    pub(super) directions: Directions,
    pub(super) old: &'l [Member],
    pub(super) new: &'l [Member],
    /// `None` if Rust code does not contain them.
    pub(super) rust: Option<InRust<'l>>,
}

#[derive(Clone, Copy)]
pub(super) struct InRust<'l> {
    /// The old members, with the type numbers of their own version.
    pub(super) named: &'l [Member],
    /// The owners of the fields in both versions; `None` if only the types are in Rust.
    pub(super) fields: Option<(Fields, Fields)>,
}

impl Pair<'_> {
    /// ``parameter `A` of `B` ``, with the old name.
    pub(super) fn subject(&self) -> String {
        self.named(self.old)
    }

    pub(super) fn subject_now(&self) -> String {
        self.named(self.new)
    }

    pub(super) fn named(&self, member: &Member) -> String {
        let (noun, name) = (self.lists.owner.noun(), member_named(member));
        if self.lists.owner == Owner::Common {
            format!("{noun} {name}")
        } else {
            format!("{noun} {name} of {}", owner_words(&self.lists.location))
        }
    }

    /// Whether the request loses methods that depend on the member's role.
    pub(super) fn loses_traits(&self) -> bool {
        let own = self.lists.old.iter();
        let with_role = |member: &Member| if std::ptr::eq(member, self.old) { self.new.role } else { member.role };
        let members: Vec<Member> =
            own.map(|member| member.clone().with(|facets| facets.role = with_role(member))).collect();
        let after = Signatures::traits(&members);
        self.lists.owner == Owner::Request
            && Signatures::traits(self.lists.old).iter().any(|name| !after.contains(name))
    }
}

impl Lists<'_> {
    pub(super) fn are_fields(&self) -> bool {
        self.rust.is_some_and(|rust| rust.fields.is_some())
    }

    pub(super) fn named(&self, old: usize) -> Option<&Member> {
        self.rust.and_then(|rust| rust.named.get(old))
    }

    pub(super) fn location_of(&self, (old, new): (Option<&Member>, Option<&Member>)) -> Location {
        let folder = self.owner.folder();
        let parent = if folder.is_empty() { self.location.clone() } else { self.location.both(folder) };
        parent.child(old.map(member_label), new.map(member_label))
    }
}
