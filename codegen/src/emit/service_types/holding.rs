//! Where generated types need a box: where they would hold themselves, and where the compiler would follow them too far.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::circles::Circles;

/// A box around a value, or around a `Vec` of values.
#[derive(Clone, Copy)]
pub(in crate::emit) enum Boxed {
    /// A `Box`.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::emit) enum Owner {
    /// The structure of that index.
    Type(usize),
    /// The request of the operation of that index.
    Request(usize),
    /// Its outputs.
    Output(usize),
}

/// What can be held, or hold something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Holder<'m> {
    /// The structure of that index.
    Type(usize),
    /// The choice of that field.
    Choice(Owner, &'m str),
}

/// What something holds, and how.
#[derive(Clone, Copy)]
pub(super) struct Held<'m> {
    pub(super) how: How,
    pub(super) what: What<'m>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What<'m> {
    /// The choice of that field.
    Choice(Owner, &'m str),
    /// The structure of that index, or one that is derived from it. It is one node between those that hold it and thousands of derived ones.
    AnyOf(usize),
}

/// A node between holders that lead to one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node<'m> {
    Holder(Holder<'m>),
    /// A structure and those that are derived from it.
    AnyOf(usize),
    /// Those of them that are not in the circle of that number, as they are held.
    Outside(usize, How, usize),
}

impl<'m> From<What<'m>> for Node<'m> {
    fn from(what: What<'m>) -> Self {
        match what {
            What::Choice(owner, field) => Self::Holder(Holder::Choice(owner, field)),
            What::AnyOf(index) => Self::AnyOf(index),
        }
    }
}

/// How something is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// As it is.
    Single,
    /// In a `Vec`.
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
    /// In those with or without one.
    all: usize,
    is_all_long: bool,
    /// In those with one from each to the next: what is left of a long circle where single values are boxed.
    many: usize,
    is_many_long: bool,
    /// In those of all that the compiler looks into, of which none is long.
    open: usize,
    /// The most steps in that circle.
    around: usize,
    /// The steps to the last that the compiler looks into.
    steps: usize,
}

impl Position {
    /// Whether the compiler must not look into what is held so.
    fn is_cut(&self, how: How, held: &Self) -> bool {
        let is_too_far = || self.open != held.open && self.steps_by(how, held) > FARTHEST;
        self.is_in_long_circle(how, held) || (how != How::Choice && is_too_far())
    }

    fn is_in_long_circle(&self, how: How, held: &Self) -> bool {
        self.long_circle(how).is_some_and(|number| number == held.number(how))
    }

    /// The number of the long circle of what holds one another so, if it is in one.
    fn long_circle(&self, how: How) -> Option<usize> {
        let is_long = match how {
            How::Single => self.is_all_long,
            How::Many => self.is_many_long,
            How::Choice => false,
        };
        is_long.then(|| self.number(how))
    }

    const fn number(&self, how: How) -> usize {
        match how {
            How::Many => self.many,
            How::Single | How::Choice => self.all,
        }
    }

    /// The steps to the last that the compiler looks into by way of what is held.
    const fn steps_by(&self, how: How, held: &Self) -> usize {
        self.around + how.steps() + held.steps
    }
}

/// Holders by the number of a structure that they stand for, and by the number of the circle that they are in.
type Numbered<'m> = BTreeMap<usize, BTreeMap<usize, Vec<Holder<'m>>>>;

/// What each type and choice holds.
#[derive(Default)]
pub(super) struct Holding<'m> {
    positions: BTreeMap<Holder<'m>, Position>,
    /// Those of a structure and of what is derived from it, each once.
    variants: BTreeMap<usize, BTreeSet<Position>>,
}

impl<'m> Holding<'m> {
    /// `variants` gives what stands where a structure is declared.
    pub(super) fn of(held: &BTreeMap<Holder<'m>, Vec<Held<'m>>>, variants: impl Fn(usize) -> Vec<Holder<'m>>) -> Self {
        let bases = held.values().flatten().filter_map(|held| match held.what {
            What::AnyOf(index) => Some(index),
            What::Choice(..) => None,
        });
        let bases: BTreeSet<usize> = bases.collect();
        let variants: BTreeMap<usize, Vec<Holder<'m>>> =
            bases.into_iter().map(|index| (index, variants(index))).collect();
        let of = |holder: &Holder<'m>| held.get(holder).map_or(&[][..], Vec::as_slice);
        let any_of = |index: &usize| variants.get(index).map_or(&[][..], Vec::as_slice).iter().copied();
        let nodes: Vec<Node<'m>> =
            held.keys().copied().map(Node::Holder).chain(variants.keys().copied().map(Node::AnyOf)).collect();
        let is_holder = |node: &Node<'m>| matches!(node, Node::Holder(_));
        let circles = |is_followed: &dyn Fn(How) -> bool| {
            let next = |node| match node {
                Node::Holder(holder) => {
                    of(&holder).iter().filter(|held| is_followed(held.how)).map(|held| held.what.into()).collect()
                }
                Node::AnyOf(index) | Node::Outside(index, ..) => any_of(&index).map(Node::Holder).collect(),
            };
            Circles::of(&nodes, next).counting(is_holder)
        };
        let single = circles(&|how| how != How::Many);
        let all = circles(&|_| true);
        let many = circles(&|how| how != How::Single);
        let position = |holder: &Holder<'m>| {
            let node = Node::Holder(*holder);
            Position {
                single: single.number(node),
                all: all.number(node),
                is_all_long: all.length(node) >= LONG,
                many: many.number(node),
                is_many_long: many.length(node) >= LONG,
                ..Position::default()
            }
        };
        let positions = held.keys().map(|holder| (*holder, position(holder))).collect();
        let mut holding = Self { positions, variants: BTreeMap::new() };
        holding.open(held, &variants);
        holding.variants = variants
            .iter()
            .map(|(index, all)| (*index, all.iter().map(|holder| holding.position(*holder)).collect()))
            .collect();
        holding
    }

    /// Finds the circles that the compiler looks into, and how far it goes.
    fn open(&mut self, held: &BTreeMap<Holder<'m>, Vec<Held<'m>>>, variants: &BTreeMap<usize, Vec<Holder<'m>>>) {
        let of = |holder: &Holder<'m>| held.get(holder).map_or(&[][..], Vec::as_slice);
        let any_of = |index: &usize| variants.get(index).map_or(&[][..], Vec::as_slice).iter().copied();
        // Variants by the numbers of the circles that they are in.
        let numbered = |how: How| -> Numbered<'m> {
            let by_number = |all: &[Holder<'m>]| {
                let mut by_number: BTreeMap<usize, Vec<Holder<'m>>> = BTreeMap::new();
                for holder in all {
                    by_number.entry(self.position(*holder).number(how)).or_default().push(*holder);
                }
                by_number
            };
            variants.iter().map(|(index, all)| (*index, by_number(all))).collect()
        };
        let (single, many) = (numbered(How::Single), numbered(How::Many));
        let numbered = |how: How, index: usize| if how == How::Many { many.get(&index) } else { single.get(&index) };
        let edge = |holder: &Holder<'m>, held: &Held<'m>| -> Option<Node<'m>> {
            let position = self.position(*holder);
            match held.what {
                What::Choice(owner, field) => {
                    let choice = Holder::Choice(owner, field);
                    (!position.is_in_long_circle(held.how, &self.position(choice))).then_some(Node::Holder(choice))
                }
                What::AnyOf(index) => {
                    let inside = |number: &usize| numbered(held.how, index).is_some_and(|all| all.contains_key(number));
                    Some(match position.long_circle(held.how).filter(inside) {
                        Some(number) => Node::Outside(index, held.how, number),
                        None => Node::AnyOf(index),
                    })
                }
            }
        };
        let edges = |holder: &Holder<'m>| of(holder).iter().filter_map(|held| edge(holder, held)).collect::<Vec<_>>();
        let between: BTreeSet<Node<'m>> = held.keys().flat_map(edges).collect();
        let nodes: BTreeSet<Node<'m>> = held.keys().copied().map(Node::Holder).chain(between).collect();
        let nodes: Vec<Node<'m>> = nodes.into_iter().collect();
        let next = |node| match node {
            Node::Holder(holder) => edges(&holder),
            Node::AnyOf(index) => any_of(&index).map(Node::Holder).collect(),
            Node::Outside(index, how, number) => {
                let is_outside = |holder: &Holder<'m>| self.position(*holder).number(how) != number;
                any_of(&index).filter(is_outside).map(Node::Holder).collect()
            }
        };
        let open = Circles::of(&nodes, next).counting(|node| matches!(node, Node::Holder(_)));
        for (holder, position) in &mut self.positions {
            let node = Node::Holder(*holder);
            position.open = open.number(node);
            position.around = open.length(node).saturating_sub(1) * MOST_STEPS;
        }
        for circle in open.innermost_first() {
            let circle =
                circle.into_iter().filter_map(|node| if let Node::Holder(holder) = node { Some(holder) } else { None });
            let circle: Vec<Holder<'m>> = circle.collect();
            let mut farthest = 0;
            // Each node is visited once, though many nodes of the circle hold it.
            let mut seen = BTreeSet::new();
            for holder in &circle {
                let position = self.position(*holder);
                farthest = farthest.max(position.around);
                for Held { how, what } in of(holder) {
                    if !seen.insert((*how, *what, position)) {
                        continue;
                    }
                    let mut reach = |inside: Position| {
                        if position.open != inside.open && !position.is_cut(*how, &inside) {
                            farthest = farthest.max(position.steps_by(*how, &inside));
                        }
                    };
                    match what {
                        What::Choice(owner, field) => reach(self.position(Holder::Choice(*owner, field))),
                        What::AnyOf(index) => {
                            let long = position.long_circle(*how);
                            let others = numbered(*how, *index)
                                .into_iter()
                                .flatten()
                                .filter(|(number, _)| Some(**number) != long);
                            others.flat_map(|(_, all)| all).for_each(|one| reach(self.position(*one)));
                        }
                    }
                }
            }
            for holder in &circle {
                self.positions.entry(*holder).or_default().steps = farthest;
            }
        }
    }

    fn position(&self, holder: Holder<'m>) -> Position {
        self.positions.get(&holder).copied().unwrap_or_default()
    }

    /// The box around what these hold.
    pub(super) fn boxed(&self, holders: &[Holder<'m>], held: &[Held<'m>]) -> Option<Boxed> {
        let holders: BTreeSet<Position> = holders.iter().map(|holder| self.position(*holder)).collect();
        let mut holds_itself = false;
        for Held { how, what } in held {
            let inside = match what {
                What::Choice(owner, field) => BTreeSet::from([self.position(Holder::Choice(*owner, field))]),
                What::AnyOf(index) => self.variants.get(index).cloned().unwrap_or_default(),
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
