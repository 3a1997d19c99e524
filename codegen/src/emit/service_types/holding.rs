//! Boxes in generated types: where a type would contain itself, and where the compiler would recurse too deeply.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::graph::Circles;

/// A box around a value, or around a `Vec`.
#[derive(Clone, Copy)]
pub(in crate::emit) enum Boxed {
    Plain,
    /// A box that the compiler does not look into.
    Opaque,
}

impl Boxed {
    pub(in crate::emit) fn around(self, value: &TokenStream) -> TokenStream {
        match self {
            Self::Plain => quote!(Box<#value>),
            Self::Opaque => quote!(rt::Boxed<#value>),
        }
    }
}

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
pub(super) struct Held<'m> {
    pub(super) how: How,
    pub(super) what: Node<'m>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// As a plain value.
    Single,
    Many,
    /// As a choice, which is never boxed.
    Choice,
}

impl How {
    /// The most recursion steps of the compiler from a holder to the held type: `Option<Vec<Option<AnyAnimal>>>` takes that many.
    const fn steps(self) -> usize {
        match self {
            Self::Single => 3,
            Self::Many => MOST_STEPS,
            Self::Choice => 2,
        }
    }
}

const MOST_STEPS: usize = 8;

/// The number of types in a circle that the compiler can no longer follow.
const LONG: usize = 13;

/// The compiler follows 128 steps when it checks whether a type is `Send`. Some are left for users' own types.
const FARTHEST: usize = LONG * MOST_STEPS;

/// The position of a type or choice among types that hold each other. Nodes of one circle share a number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    /// The circle without a `Vec`.
    single: usize,
    /// The circle of any kind.
    all: usize,
    is_all_long: bool,
    /// The most steps around that circle, as far as the compiler looks into it.
    around: usize,
    /// The most steps to other types that the compiler looks into.
    steps: usize,
}

impl Position {
    /// Whether an opaque box must cut this edge.
    fn is_cut(&self, how: How, held: &Self) -> bool {
        let is_inside = self.all == held.all;
        how != How::Choice
            && if is_inside { self.is_all_long } else { self.around + how.steps() + held.steps > FARTHEST }
    }
}

#[derive(Default)]
pub(super) struct Holding<'m> {
    positions: BTreeMap<Node<'m>, Position>,
    /// The positions of each structure and its derived structures, without duplicates.
    variants: BTreeMap<usize, BTreeSet<Position>>,
}

impl<'m> Holding<'m> {
    /// `variants` gives a structure and its derived structures.
    pub(super) fn of(held: &BTreeMap<Node<'m>, Vec<Held<'m>>>, variants: impl Fn(usize) -> Vec<Node<'m>>) -> Self {
        let bases = held.values().flatten().filter_map(|held| match held.what {
            Node::AnyOf(index) => Some(index),
            Node::Type(_) | Node::Choice(..) => None,
        });
        let bases: BTreeSet<usize> = bases.collect();
        let variants: BTreeMap<usize, Vec<Node<'m>>> =
            bases.into_iter().map(|index| (index, variants(index))).collect();
        let of = |holder: &Node<'m>| held.get(holder).map_or(&[][..], Vec::as_slice);
        let any_of = |index: &usize| variants.get(index).map_or(&[][..], Vec::as_slice).iter();
        let nodes: Vec<Node<'m>> = held.keys().copied().chain(variants.keys().copied().map(Node::AnyOf)).collect();
        let circles = |is_followed: &dyn Fn(How) -> bool| {
            let next = |node| match node {
                Node::AnyOf(index) => any_of(&index).copied().collect(),
                holder => of(&holder).iter().filter(|held| is_followed(held.how)).map(|held| held.what).collect(),
            };
            Circles::of(&nodes, next).counting(|node| !matches!(node, Node::AnyOf(_)))
        };
        let single = circles(&|how| how != How::Many);
        let all = circles(&|_| true);
        let mut holding = Self::default();
        // The most steps from a variant to types outside of the structure's circle.
        let mut outside: BTreeMap<usize, usize> = BTreeMap::new();
        for circle in all.innermost_first() {
            let Some(first) = circle.first().copied() else { continue };
            let (number, length) = (all.number(first), all.length(first));
            let is_all_long = length >= LONG;
            // In a long circle, the compiler looks into choices only.
            let around = if is_all_long { How::Choice.steps() } else { length.saturating_sub(1) * MOST_STEPS };
            for node in &circle {
                let Node::AnyOf(index) = node else { continue };
                let others = any_of(index).filter(|holder| all.number(**holder) != number);
                let farthest = others.map(|holder| holding.position(*holder).steps).max();
                outside.extend(farthest.map(|steps| (*index, steps)));
            }
            let holders = || circle.iter().filter(|node| !matches!(node, Node::AnyOf(_)));
            let mut steps = 0;
            for Held { how, what } in holders().flat_map(of) {
                let reached = match what {
                    Node::AnyOf(index) => outside.get(index).copied(),
                    held if all.number(*held) == number => None,
                    held => Some(holding.position(*held).steps),
                };
                let reached = reached.map(|reached| around + how.steps() + reached);
                steps = steps.max(reached.filter(|reached| *reached <= FARTHEST).unwrap_or_default());
            }
            let steps = steps.max(around);
            for holder in holders() {
                let single = single.number(*holder);
                holding.positions.insert(*holder, Position { single, all: number, is_all_long, around, steps });
            }
        }
        let positions = |all: &[Node<'m>]| all.iter().map(|holder| holding.position(*holder)).collect();
        holding.variants = variants.iter().map(|(index, all)| (*index, positions(all))).collect();
        holding
    }

    fn position(&self, holder: Node<'m>) -> Position {
        self.positions.get(&holder).copied().unwrap_or_default()
    }

    pub(super) fn boxed(&self, holders: &[Node<'m>], held: &[Held<'m>]) -> Option<Boxed> {
        let holders: BTreeSet<Position> = holders.iter().map(|holder| self.position(*holder)).collect();
        let mut holds_itself = false;
        for Held { how, what } in held {
            let inside = match what {
                Node::AnyOf(index) => self.variants.get(index).cloned().unwrap_or_default(),
                held => BTreeSet::from([self.position(*held)]),
            };
            for inside in &inside {
                if holders.iter().any(|holder| holder.is_cut(*how, inside)) {
                    return Some(Boxed::Opaque);
                }
                holds_itself |= *how == How::Single && holders.iter().any(|holder| holder.single == inside.single);
            }
        }
        holds_itself.then_some(Boxed::Plain)
    }
}
