//! Boxes in generated types: where a value holds itself, and where the compiler would recurse too deeply.

use std::collections::BTreeMap;

use super::{FlatMember, Owner, ServiceTypes};
use crate::graph::Circles;
use crate::model::{Member, Place, Type, Walk as _};

/// The most types that the compiler looks into, each inside the one before. It follows 128 steps when it checks whether a type is `Send`;
/// `Option<Vec<Option<AnyAnimal>>>` takes eight, and some are left for users' own types.
const DEEPEST: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node<'m> {
    /// The structure with that index.
    Type(usize),
    /// The choice in that field.
    Choice(Owner, &'m str),
    /// The structure with that index or a derived one. One node between the holders and thousands of derived structures.
    AnyOf(usize),
}

#[derive(Clone, Copy)]
struct Held<'m> {
    how: How,
    what: Node<'m>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// As a plain value.
    Single,
    Many,
    /// As a choice or as the variant of an enumeration, which is never boxed.
    Variant,
}

/// Types and choices that hold each other.
#[derive(Default)]
pub(super) struct Holding<'m> {
    circles: Circles<Node<'m>>,
    positions: BTreeMap<Node<'m>, Position>,
}

#[derive(Clone, Copy, Default)]
struct Position {
    /// The number of types and choices in the node's circle.
    length: usize,
    /// The number of types that the compiler looks into from the node on, the node included.
    levels: usize,
    /// The same, of the variants that are outside of the node's circle.
    outside: usize,
}

impl Position {
    /// The most levels in the circle. In a long one, the compiler looks into choices only.
    const fn levels_in_circle(self) -> usize {
        if self.length > DEEPEST { 2 } else { self.length }
    }
}

impl<'m> Holding<'m> {
    fn of(held: &BTreeMap<Node<'m>, Vec<Held<'m>>>) -> Self {
        let of = |holder: Node<'m>| held.get(&holder).map_or(&[][..], Vec::as_slice).iter().copied();
        let nodes: Vec<Node<'m>> = held.keys().copied().collect();
        let circles = Circles::of(&nodes, |node| of(node).map(|held| held.what).collect());
        let mut holding = Self { circles, ..Self::default() };
        for circle in holding.circles.innermost_first() {
            let (any, holders): (Vec<Node<'m>>, Vec<Node<'m>>) =
                circle.iter().partition(|node| matches!(node, Node::AnyOf(_)));
            let at = Position { length: holders.len(), ..Position::default() };
            holding.positions.extend(circle.iter().map(|node| (*node, at)));
            let mut levels = 0;
            for node in any {
                let others = of(node).filter(|held| !holding.circles.are_in_one(node, held.what));
                let outside = others.map(|held| holding.at(held.what).levels).max().unwrap_or_default();
                holding.positions.insert(node, Position { outside, ..at });
                levels = levels.max(outside);
            }
            for holder in holders {
                let open = of(holder).filter(|held| !holding.is_boxed(holder, *held));
                let reach = open.map(|held| holding.reach(holder, held.what)).max().unwrap_or_default();
                levels = levels.max(at.levels_in_circle() + reach);
            }
            for node in circle {
                let position = Position { levels, ..holding.at(node) };
                holding.positions.insert(node, position);
            }
        }
        holding
    }

    fn at(&self, node: Node<'m>) -> Position {
        self.positions.get(&node).copied().unwrap_or_default()
    }

    /// The levels outside of the holder's circle that the compiler reaches through what it holds.
    fn reach(&self, holder: Node<'m>, held: Node<'m>) -> usize {
        let Position { levels, outside, .. } = self.at(held);
        if self.circles.are_in_one(holder, held) { outside } else { levels }
    }

    /// Whether a box surrounds a value that may hold its holder, or one that is too deep; around a `Vec` only if that is too deep.
    fn is_boxed(&self, holder: Node<'m>, Held { how, what }: Held<'m>) -> bool {
        let (is_in_circle, position) = (self.circles.are_in_one(holder, what), self.at(holder));
        let is_long = position.length > DEEPEST;
        how != How::Variant
            && (is_in_circle && (how == How::Single || is_long)
                || position.levels_in_circle() + self.reach(holder, what) > DEEPEST)
    }
}

impl<'m> ServiceTypes<'m> {
    pub(super) fn find_boxes(&mut self) {
        let choices = self.choices.iter();
        let choices = choices.flat_map(|(owner, all)| all.iter().map(|(field, _)| Node::Choice(*owner, field)));
        let holders = (0..self.service.types.len()).map(Node::Type).chain(choices);
        let mut held: BTreeMap<Node<'m>, Vec<Held<'m>>> = holders.map(|node| (node, self.held_by(node))).collect();
        let all: Vec<Node<'m>> = held.values().flatten().map(|held| held.what).collect();
        for node in all {
            held.entry(node).or_insert_with(|| self.held_by(node));
        }
        self.holding = Holding::of(&held);
        let structures = (0..self.service.types.len()).filter_map(|index| Some((index, self.structure(index)?.1)));
        let members = structures.flat_map(|(index, structure)| structure.members.iter().map(move |one| (index, one)));
        let boxed = members.filter(|(index, member)| self.needs_box(*index, member));
        self.boxes = boxed.map(|(index, member)| (index, member.field.as_str())).collect();
    }

    /// Whether a member's value, or its `Vec`, is boxed.
    pub(in crate::emit) fn is_boxed(&self, owner: Owner, member: &Member) -> bool {
        matches!(owner, Owner::Type(index) if self.boxes.contains(&(index, &member.field)))
    }

    /// Whether a member is boxed in its structure, or in one of the derived ones: it has one type in all of them.
    fn needs_box(&self, index: usize, member: &'m Member) -> bool {
        let held = self.held(Owner::Type(index), member);
        let mut holders = std::iter::once(&index).chain(self.derived(index)).map(|index| Node::Type(*index));
        !held.is_empty() && holders.any(|holder| held.iter().any(|held| self.holding.is_boxed(holder, *held)))
    }

    pub(in crate::emit) fn is_boxed_in_choice(&self, owner: Owner, field: &str, alternative: &'m Member) -> bool {
        let choice = self.choice(owner, field).map(|(field, _)| Node::Choice(owner, field));
        let held = self.held(owner, alternative);
        choice.is_some_and(|choice| held.into_iter().any(|held| self.holding.is_boxed(choice, held)))
    }

    fn held_by(&self, holder: Node<'m>) -> Vec<Held<'m>> {
        match holder {
            Node::Type(index) => {
                let members = self.members(index).into_iter();
                members.flat_map(|FlatMember { owner, member, .. }| self.held(Owner::Type(owner), member)).collect()
            }
            Node::Choice(owner, field) => {
                let choice = self.members_of(owner).iter().find(|member| member.field == field);
                let Some(Place::Choice(alternatives)) = choice.map(|member| &member.place) else { return Vec::new() };
                alternatives.iter().flat_map(|alternative| self.held(owner, alternative)).collect()
            }
            Node::AnyOf(index) => {
                let own = self.structure(index).filter(|(_, structure)| !structure.is_abstract).map(|_| index);
                let variants = own.into_iter().chain(self.derived(index).iter().copied());
                variants.map(|index| Held { how: How::Variant, what: Node::Type(index) }).collect()
            }
        }
    }

    /// The structures and the choice in a member.
    fn held(&self, owner: Owner, member: &'m Member) -> Vec<Held<'m>> {
        if matches!(member.place, Place::Choice(_)) {
            let how = if member.repeated { How::Many } else { How::Variant };
            return vec![Held { how, what: Node::Choice(owner, &member.field) }];
        }
        let how = if member.repeated || matches!(member.kind, Type::Array(_)) { How::Many } else { How::Single };
        let mut held = Vec::new();
        member.kind.each_named(&mut |index| {
            if self.structure(index).is_some() {
                held.push(Held { how, what: Node::AnyOf(index) });
            }
        });
        held
    }
}
