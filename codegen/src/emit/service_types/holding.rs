//! Where generated types need a box: where they would hold themselves, and where the compiler would follow them too far.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::Owner;
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
    pub(super) what: Holder<'m>,
}

/// How something is held.
#[derive(Clone, Copy, PartialEq, Eq)]
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
#[derive(Clone, Copy, Default)]
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
        match how {
            How::Single => self.is_all_long && self.all == held.all,
            How::Many => self.is_many_long && self.many == held.many,
            How::Choice => false,
        }
    }

    /// The steps to the last that the compiler looks into by way of what is held.
    const fn steps_by(&self, how: How, held: &Self) -> usize {
        self.around + how.steps() + held.steps
    }
}

/// What each type and choice holds.
#[derive(Default)]
pub(super) struct Holding<'m>(BTreeMap<Holder<'m>, Position>);

impl<'m> Holding<'m> {
    pub(super) fn of(held: &BTreeMap<Holder<'m>, Vec<Held<'m>>>) -> Self {
        let nodes: Vec<Holder<'m>> = held.keys().copied().collect();
        let of = |holder: &Holder<'m>| held.get(holder).map_or(&[][..], Vec::as_slice);
        let circles = |is_followed: &dyn Fn(Holder<'m>, &Held<'m>) -> bool| {
            let followed = |holder| of(&holder).iter().filter(move |held| is_followed(holder, held));
            Circles::of(&nodes, |holder| followed(holder).map(|held| held.what).collect())
        };
        let single = circles(&|_, held| held.how != How::Many);
        let all = circles(&|_, _| true);
        let many = circles(&|_, held| held.how != How::Single);
        let position = |holder: &Holder<'m>| Position {
            single: single.number(*holder),
            all: all.number(*holder),
            is_all_long: all.length(*holder) >= LONG,
            many: many.number(*holder),
            is_many_long: many.length(*holder) >= LONG,
            ..Position::default()
        };
        let mut holding = Self(nodes.iter().map(|holder| (*holder, position(holder))).collect());
        let open = circles(&|holder, held| {
            !holding.position(holder).is_in_long_circle(held.how, &holding.position(held.what))
        });
        for (holder, position) in &mut holding.0 {
            position.open = open.number(*holder);
            position.around = open.length(*holder).saturating_sub(1) * MOST_STEPS;
        }
        for circle in open.innermost_first() {
            let mut farthest = 0;
            for holder in &circle {
                let position = holding.position(*holder);
                farthest = farthest.max(position.around);
                for held in of(holder) {
                    let inside = holding.position(held.what);
                    if position.open != inside.open && !position.is_cut(held.how, &inside) {
                        farthest = farthest.max(position.steps_by(held.how, &inside));
                    }
                }
            }
            for holder in &circle {
                holding.0.entry(*holder).or_default().steps = farthest;
            }
        }
        holding
    }

    fn position(&self, holder: Holder<'m>) -> Position {
        self.0.get(&holder).copied().unwrap_or_default()
    }

    /// The box around what these hold.
    pub(super) fn boxed(&self, holders: &[Holder<'m>], held: &[Held<'m>]) -> Option<Boxed> {
        let holders: Vec<Position> = holders.iter().map(|holder| self.position(*holder)).collect();
        let mut holds_itself = false;
        for Held { how, what } in held {
            let inside = self.position(*what);
            if holders.iter().any(|holder| holder.is_cut(*how, &inside)) {
                return Some(Boxed::Opaque);
            }
            holds_itself |= *how == How::Single && holders.iter().any(|holder| holder.single == inside.single);
        }
        holds_itself.then_some(Boxed::Plain)
    }
}
