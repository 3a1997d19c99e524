//! Lists of members: parameters, headers, outputs, members of structures, alternatives of choices.

use super::both::Both;
use super::draft::{Draft, Rust, Spot};
use super::member::Pair;
use super::owner::Owner;
use super::places::member_label;
use super::renames;
use super::road::Road;
use super::words::{member_named, owner_words, presence_words};
use super::{Class, Kind, Step};
use crate::emit::Fields;
use crate::model::matching::Numbers;
use crate::model::{Member, Presence};

/// Two lists of members that are compared.
pub(super) struct Lists<'l> {
    pub(super) owner: Owner,
    /// Where their owner stands.
    pub(super) spot: Spot,
    pub(super) road: Road,
    pub(super) old: &'l [Member],
    pub(super) new: &'l [Member],
    /// What they are in Rust; `None` if they are nothing there.
    pub(super) rust: Option<InRust<'l>>,
}

/// Members as fields.
#[derive(Clone, Copy)]
pub(super) struct InRust<'l> {
    /// The old ones with their own numbers of types.
    pub(super) named: &'l [Member],
    /// Whose fields they are in either version; `None` if they are no fields, and only their types are something in Rust.
    pub(super) fields: Option<(Fields, Fields)>,
}

impl Both<'_> {
    /// What changed in a list.
    pub(super) fn members(&self, lists: &Lists<'_>, out: &mut Vec<Draft>) {
        if lists.old == lists.new {
            return;
        }
        let alignment = renames::members(lists.old, lists.new);
        self.aligned_members(lists, &alignment.merged(), out);
        let is_ordered = matches!(lists.owner, Owner::Structure | Owner::Outputs);
        if is_ordered && alignment.is_reordered() {
            let kind = if lists.owner == Owner::Outputs { Kind::OutputsReordered } else { Kind::MembersReordered };
            let what = format!("the {}s of {} come in another order", lists.owner.noun(), owner_words(&lists.spot));
            let draft = Draft::new(kind, lists.spot.clone(), what).class(Class::Behaviour).step(Step::Patch);
            out.push(draft.follows("ASMX reads any order, readers that go by the schema do not"));
        }
    }

    /// The same where it is known which is which.
    pub(super) fn aligned_members(&self, lists: &Lists<'_>, pairs: &[Numbers], out: &mut Vec<Draft>) {
        for &(old, new) in pairs {
            let (one, two) = (old.and_then(|old| lists.old.get(old)), new.and_then(|new| lists.new.get(new)));
            let spot = lists.spot_of(one, two);
            match (one, two) {
                (Some(one), Some(two)) if one != two => {
                    let pair = Pair { lists, old: one, new: two, named: old.and_then(|old| lists.named(old)), spot };
                    self.member(&pair, out);
                }
                (None, Some(two)) => {
                    out.push(self.added(lists, two, spot));
                }
                (Some(one), None) => out.push(self.removed(lists, one, old.and_then(|old| lists.named(old)), spot)),
                _ => {}
            }
        }
    }

    pub(super) fn added(&self, lists: &Lists<'_>, member: &Member, spot: Spot) -> Draft {
        let is_required = member.presence == Presence::Required;
        let kind = lists.owner.added(is_required);
        let of = owner_words(&lists.spot);
        let what = match lists.owner {
            Owner::Common => format!("every operation takes one parameter more, {}", member_named(member)),
            owner => format!(
                "{of} has one {} more, {}, which {}",
                owner.noun(),
                member_named(member),
                presence_words(member.presence, owner.is_returned()).0
            ),
        };
        let mut draft = Draft::new(kind, spot, what).met(self.met(lists.road, None, Some(member)));
        draft = match lists.owner {
            Owner::Request if is_required => draft
                .class(Class::Behaviour)
                .step(Step::Major)
                .follows("a call that does not give it compiles and is refused before it is sent"),
            Owner::Common => draft
                .silent()
                .follows("nothing changes in Rust, so that no compiler tells anybody")
                .follows("over SOAP a service reads null or the default of its type where it is not sent"),
            _ => draft.class(Class::Add),
        };
        draft.for_implementors()
    }

    /// `named` is the member with its own numbers of types, where it is something in Rust.
    pub(super) fn removed(&self, lists: &Lists<'_>, member: &Member, named: Option<&Member>, spot: Spot) -> Draft {
        let kind = lists.owner.removed(member.presence == Presence::Required);
        let what = match lists.owner {
            Owner::Common => format!("no operation takes the parameter {} any more", member_named(member)),
            owner => {
                format!("{} has the {} {} no longer", owner_words(&lists.spot), owner.noun(), member_named(member))
            }
        };
        let draft = Draft::new(kind, spot, what)
            .met(self.met(lists.road, Some(member), None))
            .rust(Rust::both_if(lists.are_fields() || named.is_some_and(|named| self.items_are_gone(named))))
            .class(Class::Behaviour)
            .step(Step::Major);
        if lists.road.travels.requests.is_empty() {
            draft
        } else {
            draft.follows("what old clients send of it is ignored")
        }
    }
}

impl Both<'_> {
    /// Whether what the items of its arrays are is nothing any more in Rust.
    fn items_are_gone(&self, named: &Member) -> bool {
        let variants = self.old_rust.item_variants(&named.kind);
        !variants.is_empty() && !self.new_rust.has_item_variants(&variants)
    }
}

impl Lists<'_> {
    pub(super) fn are_fields(&self) -> bool {
        self.rust.is_some_and(|rust| rust.fields.is_some())
    }

    fn named(&self, old: usize) -> Option<&Member> {
        self.rust.and_then(|rust| rust.named.get(old))
    }

    pub(super) fn spot_of(&self, old: Option<&Member>, new: Option<&Member>) -> Spot {
        let folder = self.owner.folder();
        let inside = if folder.is_empty() { self.spot.clone() } else { self.spot.both(folder) };
        let label = |member: &Member| member_label(member);
        let (old, new) = (old.map(label), new.map(label));
        inside.inside(old.as_deref(), new.as_deref())
    }
}
