//! Boxed members, decided by the types that hold each other.

use std::collections::BTreeMap;

use super::holding::{Boxed, Held, How, Node};
use super::{FlatMember, Owner, ServiceTypes};
use crate::model::{Member, Place, Type, Walk as _};

impl<'m> ServiceTypes<'m> {
    /// The box around a member's value, or around its `Vec`.
    pub(in crate::emit) fn boxed(&self, owner: Owner, member: &'m Member) -> Option<Boxed> {
        let Owner::Type(index) = owner else { return None };
        self.boxes.get(&index)?.iter().find(|(field, _)| *field == member.field).map(|(_, boxed)| *boxed)
    }

    /// The boxed members of each structure, by field. Derived structures are considered too, so each member is decided once.
    pub(super) fn boxes(&self) -> BTreeMap<usize, Vec<(&'m str, Boxed)>> {
        let structures = (0..self.service.types.len()).filter_map(|index| Some((index, self.structure(index)?.1)));
        let boxes = structures.map(|(index, structure)| {
            let members = structure.members.iter();
            let boxed = members.filter_map(|member| Some((member.field.as_str(), self.decide_box(index, member)?)));
            (index, boxed.collect::<Vec<_>>())
        });
        boxes.filter(|(_, boxed)| !boxed.is_empty()).collect()
    }

    fn decide_box(&self, index: usize, member: &'m Member) -> Option<Boxed> {
        let mut held = Vec::new();
        self.push_held(Owner::Type(index), member, &mut held);
        if held.is_empty() {
            return None;
        }
        // A member needs the same box in its structure and in derived ones.
        let holders = std::iter::once(&index).chain(self.derived(index)).map(|index| Node::Type(*index));
        self.holding.boxed(&holders.collect::<Vec<_>>(), &held)
    }

    pub(in crate::emit) fn boxed_in_choice(&self, owner: Owner, field: &str, alternative: &'m Member) -> Option<Boxed> {
        let (field, _) = self.choice(owner, field)?;
        let mut held = Vec::new();
        self.push_held(owner, alternative, &mut held);
        self.holding.boxed(&[Node::Choice(owner, field)], &held)
    }

    pub(super) fn variants(&self, index: usize) -> Vec<Node<'m>> {
        let own = self.structure(index).filter(|(_, structure)| !structure.is_abstract).map(|_| index);
        own.into_iter().chain(self.derived(index).iter().copied()).map(Node::Type).collect()
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'m>> {
        let choices = self.choices.iter();
        let choices = choices.flat_map(|(owner, all)| all.iter().map(|(field, _)| Node::Choice(*owner, field)));
        (0..self.service.types.len()).map(Node::Type).chain(choices)
    }

    pub(super) fn held_by(&self, holder: Node<'m>) -> Vec<Held<'m>> {
        let mut held = Vec::new();
        match holder {
            Node::Type(index) => {
                for FlatMember { owner, member, .. } in self.members(index) {
                    self.push_held(Owner::Type(owner), member, &mut held);
                }
            }
            Node::Choice(owner, field) => {
                let members = self.members_of(owner);
                let choice = members.iter().find(|member| member.field == field);
                if let Some(Member { place: Place::Choice(alternatives), .. }) = choice {
                    for alternative in alternatives {
                        self.push_held(owner, alternative, &mut held);
                    }
                }
            }
            Node::AnyOf(_) => {}
        }
        held
    }

    fn push_held(&self, owner: Owner, member: &'m Member, held: &mut Vec<Held<'m>>) {
        if matches!(member.place, Place::Choice(_)) {
            let how = if member.repeated { How::Many } else { How::Choice };
            held.push(Held { how, what: Node::Choice(owner, &member.field) });
            return;
        }
        let how = if member.repeated || matches!(member.kind, Type::Array(_)) { How::Many } else { How::Single };
        member.kind.each_named(&mut |index| {
            if self.structure(index).is_some() {
                held.push(Held { how, what: Node::AnyOf(index) });
            }
        });
    }
}
