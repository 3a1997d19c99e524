//! Types and choices that hold each other: where a value holds itself, and where the compiler would recurse too deeply.

use std::collections::BTreeMap;

use crate::graph::Circles;

/// The most types that the compiler looks into, each inside the one before. It follows 128 steps when it checks whether a type is `Send`;
/// `Option<Vec<Option<AnyAnimal>>>` takes eight, and some are left for users' own types.
const DEEPEST: usize = 12;

/// The owner of a member or parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The structure with that index.
    Type(usize),
    /// The request of the operation with that index.
    Request(usize),
    /// The outputs of the operation with that index.
    Output(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node<'m> {
    /// The structure with that index.
    Type(usize),
    /// The choice in that field.
    Choice(Owner, &'m str),
    /// The structure with that index or a derived one. One node between the holders and thousands of derived structures.
    AnyOf(usize),
}

#[derive(Clone, Copy)]
pub(super) struct Edge<'m> {
    pub(super) how: How,
    pub(super) target: Node<'m>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
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
    /// The levels of the variants outside of the node's circle.
    outside: usize,
}

impl Position {
    /// The most levels in the circle. In a long one, the compiler looks into choices only.
    const fn levels_in_circle(self) -> usize {
        if self.length > DEEPEST { 2 } else { self.length }
    }
}

impl<'m> Holding<'m> {
    pub(super) fn of(edges: &BTreeMap<Node<'m>, Vec<Edge<'m>>>) -> Self {
        let of = |holder: Node<'m>| edges.get(&holder).map_or(&[][..], Vec::as_slice).iter().copied();
        let nodes: Vec<Node<'m>> = edges.keys().copied().collect();
        let circles = Circles::of(&nodes, |node| of(node).map(|edge| edge.target).collect());
        let mut holding = Self { circles, ..Self::default() };
        for circle in holding.circles.innermost_first() {
            let (any, holders): (Vec<Node<'m>>, Vec<Node<'m>>) =
                circle.iter().partition(|node| matches!(node, Node::AnyOf(_)));
            let at = Position { length: holders.len(), ..Position::default() };
            holding.positions.extend(circle.iter().map(|node| (*node, at)));
            let mut levels = 0;
            for node in any {
                let outer = of(node).filter(|edge| !holding.circles.are_in_one(node, edge.target));
                let outside = outer.map(|edge| holding.at(edge.target).levels).max().unwrap_or_default();
                holding.positions.insert(node, Position { outside, ..at });
                levels = levels.max(outside);
            }
            for holder in holders {
                let open = of(holder).filter(|edge| !holding.is_boxed(holder, *edge));
                let reach = open.map(|edge| holding.reach(holder, edge.target)).max().unwrap_or_default();
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
    fn reach(&self, holder: Node<'m>, other: Node<'m>) -> usize {
        let Position { levels, outside, .. } = self.at(other);
        if self.circles.are_in_one(holder, other) { outside } else { levels }
    }

    /// Whether a box surrounds a value that may hold its holder, or one that is too deep; around a `Vec` only if that is too deep.
    pub(super) fn is_boxed(&self, holder: Node<'m>, Edge { how, target: node }: Edge<'m>) -> bool {
        let (is_in_circle, position) = (self.circles.are_in_one(holder, node), self.at(holder));
        let is_long = position.length > DEEPEST;
        how != How::Variant
            && (is_in_circle && (how == How::Single || is_long)
                || position.levels_in_circle() + self.reach(holder, node) > DEEPEST)
    }
}
