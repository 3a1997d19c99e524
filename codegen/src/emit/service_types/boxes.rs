//! Which members are boxed: those whose type would hold itself without one.

use proc_macro2::TokenStream;
use quote::quote;

use super::{FlatMember, Owner, ServiceTypes, push_named};
use crate::emit::circles::Circles;
use crate::model::{Member, Place, Type};

/// A box around a value.
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

/// The number of types in one circle from which on the compiler may stop when it asks whether they can go between threads: it follows
/// 128 steps, which are five to eight for each type.
const LONG: usize = 13;

/// What can be held, or hold something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Holder<'m> {
    Type(usize),
    Choice(Owner, &'m str),
}

impl<'m> ServiceTypes<'m> {
    /// The box around the value of a member that is not repeated, if it would hold itself without one.
    pub(in crate::emit) fn boxed(&self, owner: Owner, kind: &Type) -> Option<Boxed> {
        let Owner::Type(owner) = owner else { return None };
        // The same in the structure that declares it and in those that have it from there.
        let holders = std::iter::once(&owner).chain(self.derived(owner)).map(|index| Holder::Type(*index));
        self.boxed_in(&holders.collect::<Vec<_>>(), kind)
    }

    /// The same of an alternative of a choice.
    pub(in crate::emit) fn boxed_in_choice(&self, owner: Owner, field: &str, kind: &Type) -> Option<Boxed> {
        let (field, _) = self.choice(owner, field)?;
        self.boxed_in(&[Holder::Choice(owner, field)], kind)
    }

    fn boxed_in(&self, holders: &[Holder<'m>], kind: &Type) -> Option<Boxed> {
        let is_in_one = |circles: &Circles<Holder<'m>>, min_length| {
            let leads = |held| holders.iter().any(|holder| circles.are_in_one(held, *holder));
            self.variants(kind).any(|held| circles.length(held) >= min_length && leads(held))
        };
        if is_in_one(&self.inside, LONG) {
            Some(Boxed::Opaque)
        } else {
            is_in_one(&self.held, 0).then_some(Boxed::Plain)
        }
    }

    /// What stands where a type is declared: the structure itself and those that are derived from it.
    fn variants(&self, kind: &Type) -> impl Iterator<Item = Holder<'m>> {
        let index = match kind {
            Type::Named(index) if self.structure(*index).is_some() => Some(*index),
            _ => None,
        };
        let own = index.filter(|index| self.structure(*index).is_some_and(|(_, structure)| !structure.is_abstract));
        let derived: Vec<usize> = index.map_or_else(Vec::new, |index| self.derived(index).to_vec());
        own.into_iter().chain(derived).map(Holder::Type)
    }

    pub(super) fn nodes(&self) -> Vec<Holder<'m>> {
        let choices = self.choices.iter();
        let choices = choices.flat_map(|(owner, all)| all.iter().map(|(field, _)| Holder::Choice(*owner, field)));
        (0..self.service.types.len()).map(Holder::Type).chain(choices).collect()
    }

    /// What it holds: without a `Vec` in between, or also with one.
    pub(super) fn holds(&self, holder: Holder<'m>, many: bool) -> Vec<Holder<'m>> {
        let mut held = Vec::new();
        match holder {
            Holder::Type(index) => {
                for FlatMember { owner, member, .. } in self.members(index) {
                    match member.place {
                        _ if member.repeated && !many => {}
                        Place::Choice(_) => held.push(Holder::Choice(Owner::Type(owner), &member.field)),
                        _ => self.push_held(&member.kind, many, &mut held),
                    }
                }
            }
            Holder::Choice(owner, field) => {
                let members = self.members_of(owner);
                let choice = members.iter().find(|member| member.field == field);
                if let Some(Member { place: Place::Choice(alternatives), .. }) = choice {
                    for alternative in alternatives.iter().filter(|alternative| many || !alternative.repeated) {
                        self.push_held(&alternative.kind, many, &mut held);
                    }
                }
            }
        }
        held
    }

    fn push_held(&self, kind: &Type, many: bool, held: &mut Vec<Holder<'m>>) {
        match kind {
            Type::Array(_) if many => {
                let mut named = Vec::new();
                push_named(kind, &mut named);
                for index in named {
                    held.extend(self.variants(&Type::Named(index)));
                }
            }
            _ => held.extend(self.variants(kind)),
        }
    }
}
