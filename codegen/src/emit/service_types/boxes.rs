//! Boxed members, decided by the types that hold each other.

use std::collections::BTreeMap;

use super::holding::{Edge, Holding, How, Node, Owner};
use super::{FlatMember, ServiceTypes};
use crate::model::{Member, Place, Type, Walk as _};

impl<'m> ServiceTypes<'m> {
    pub(super) fn find_boxes(&mut self) {
        let choices = self.choices.iter();
        let choices = choices.flat_map(|(owner, all)| all.iter().map(|(field, _)| Node::Choice(*owner, field)));
        let holders = (0..self.service.types.len()).map(Node::Type).chain(choices);
        let mut edges: BTreeMap<Node<'m>, Vec<Edge<'m>>> = holders.map(|node| (node, self.edges_of(node))).collect();
        let all: Vec<Node<'m>> = edges.values().flatten().map(|edge| edge.target).collect();
        for node in all {
            edges.entry(node).or_insert_with(|| self.edges_of(node));
        }
        self.holding = Holding::of(&edges);
        let structures = (0..self.service.types.len()).filter_map(|index| Some((index, self.structure(index)?.1)));
        let members =
            structures.flat_map(|(index, structure)| structure.members.iter().map(move |member| (index, member)));
        let boxed = members.filter(|(index, member)| self.needs_box(*index, member));
        self.boxes = boxed.map(|(index, member)| (index, member.field.as_str())).collect();
    }

    /// Whether a member's value, or its `Vec`, is boxed.
    pub(in crate::emit) fn is_boxed(&self, owner: Owner, member: &Member) -> bool {
        matches!(owner, Owner::Type(index) if self.boxes.contains(&(index, &member.field)))
    }

    /// Whether a member is boxed in its structure, or in one of the derived ones: it has one type in all of them.
    fn needs_box(&self, index: usize, member: &'m Member) -> bool {
        let edges = self.edges(Owner::Type(index), member);
        let mut holders = std::iter::once(&index).chain(self.derived(index)).map(|index| Node::Type(*index));
        !edges.is_empty() && holders.any(|holder| edges.iter().any(|edge| self.holding.is_boxed(holder, *edge)))
    }

    pub(in crate::emit) fn is_boxed_in_choice(&self, owner: Owner, field: &str, alternative: &'m Member) -> bool {
        let choice = self.choice(owner, field).map(|(field, _)| Node::Choice(owner, field));
        let edges = self.edges(owner, alternative);
        choice.is_some_and(|choice| edges.into_iter().any(|edge| self.holding.is_boxed(choice, edge)))
    }

    fn edges_of(&self, holder: Node<'m>) -> Vec<Edge<'m>> {
        match holder {
            Node::Type(index) => {
                let members = self.members(index).into_iter();
                members.flat_map(|FlatMember { owner, member, .. }| self.edges(Owner::Type(owner), member)).collect()
            }
            Node::Choice(owner, field) => {
                let choice = self.members_of(owner).iter().find(|member| member.field == field);
                let Some(Place::Choice(alternatives)) = choice.map(|member| &member.place) else { return Vec::new() };
                alternatives.iter().flat_map(|alternative| self.edges(owner, alternative)).collect()
            }
            Node::AnyOf(index) => {
                let own = self.structure(index).filter(|(_, structure)| !structure.is_abstract).map(|_| index);
                let variants = own.into_iter().chain(self.derived(index).iter().copied());
                variants.map(|index| Edge { how: How::Variant, target: Node::Type(index) }).collect()
            }
        }
    }

    fn edges(&self, owner: Owner, member: &'m Member) -> Vec<Edge<'m>> {
        if matches!(member.place, Place::Choice(_)) {
            let how = if member.repeated { How::Many } else { How::Variant };
            return vec![Edge { how, target: Node::Choice(owner, &member.field) }];
        }
        let how = if member.repeated || matches!(member.kind, Type::Array(_)) { How::Many } else { How::Single };
        let mut edges = Vec::new();
        member.kind.each_named(&mut |index| {
            if self.structure(index).is_some() {
                edges.push(Edge { how, target: Node::AnyOf(index) });
            }
        });
        edges
    }
}
