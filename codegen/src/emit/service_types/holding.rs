//! Where generated types need a box: where they would hold themselves, and where the compiler would follow them too far.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::graph::Circles;

/// A box around a value, or around a `Vec` of values.
#[derive(Clone, Copy)]
pub(in crate::emit) enum Boxed {
    Plain,
    /// One that the compiler does not look into.
    Opaque,
}

impl Boxed {
    /// Its type, around a value of that type.
    pub(in crate::emit) fn around(self, value: &TokenStream) -> TokenStream {
        match self {
            Self::Plain => quote!(Box<#value>),
            Self::Opaque => quote!(rt::Boxed<#value>),
        }
    }
}

/// Who has a member or parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The structure of that index.
    Type(usize),
    /// The request of the operation of that index.
    Request(usize),
    /// Its outputs.
    Output(usize),
}

/// What holds something, or is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node<'m> {
    /// The structure of that index.
    Type(usize),
    /// The choice of that field.
    Choice(Owner, &'m str),
    /// The structure of that index, or one that is derived from it. It is one node between those that hold it and thousands of derived ones.
    AnyOf(usize),
}

/// What something holds, and how.
#[derive(Clone, Copy)]
pub(super) struct Held<'m> {
    pub(super) how: How,
    pub(super) what: Node<'m>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// As it is.
    Single,
    Many,
    /// As a choice, which is never in a box.
    Choice,
}

impl How {
    /// The most steps in which the compiler comes from what holds to what is held: `Option<Vec<Option<AnyAnimal>>>` has that many.
    const fn steps(self) -> usize {
        match self {
            Self::Single => 3,
            Self::Many => MOST_STEPS,
            Self::Choice => 2,
        }
    }
}

const MOST_STEPS: usize = 8;

/// The number of types in one circle from which on it is too long for the compiler.
const LONG: usize = 13;

/// The compiler follows 128 steps when it asks whether a type can go between threads. Some are left for what users put around the types.
const FARTHEST: usize = LONG * MOST_STEPS;

/// Where a type or choice is among those that hold one another. Those of one circle have the same number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    /// In circles without a `Vec` in between.
    single: usize,
    /// In all circles.
    all: usize,
    is_all_long: bool,
    /// The most steps around the latter, as far as the compiler looks into it.
    around: usize,
    /// The most steps to what else the compiler looks into.
    steps: usize,
}

impl Position {
    /// Whether the compiler must not look into what is held so.
    fn is_cut(&self, how: How, held: &Self) -> bool {
        let is_inside = self.all == held.all;
        how != How::Choice
            && if is_inside { self.is_all_long } else { self.around + how.steps() + held.steps > FARTHEST }
    }
}

#[derive(Default)]
pub(super) struct Holding<'m> {
    positions: BTreeMap<Node<'m>, Position>,
    /// Those of a structure and of what is derived from it, each once.
    variants: BTreeMap<usize, BTreeSet<Position>>,
}

impl<'m> Holding<'m> {
    /// `variants` gives what stands where a structure is declared.
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
        // The most steps to what a variant outside of the circle of the structure leads to.
        let mut outside: BTreeMap<usize, usize> = BTreeMap::new();
        for circle in all.innermost_first() {
            let Some(first) = circle.first().copied() else { continue };
            let (number, length) = (all.number(first), all.length(first));
            let is_all_long = length >= LONG;
            // Of a long circle, the compiler looks into choices only.
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
