//! Choices: one of several elements, in a structure or as an item of an array.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::{File, docs};
use super::parameter::Wire;
use super::service_types::{Owner, ServiceTypes};
use super::{documentation, rust_type, type_descriptor};
use crate::model::{ArrayType, Member, Namespace, Place, Service};
use crate::names::{self, ident};
use crate::scope::Scope;

pub(super) fn push_all(file: &mut File, service: &ServiceTypes<'_>, owner: Owner, members: &[Member]) {
    for member in members {
        if let Place::Choice(alternatives) = &member.place {
            push_one(file, service, owner, member, alternatives);
        }
    }
}

fn push_one(file: &mut File, service: &ServiceTypes<'_>, owner: Owner, member: &Member, alternatives: &[Member]) {
    let (name, owner_name) = (service.choice_name(owner, &member.field), owner_name(service, owner));
    let docs = documentation::of_choice(member, &owner_name);
    push(file, name, docs, namespace(service, owner), &of_member(service, owner, member, alternatives));
}

/// The structure of a choice, and the usual namespace of its alternatives.
fn namespace(service: &Service, owner: Owner) -> &Namespace {
    let structure = structure(owner).and_then(|index| service.types.get(index));
    structure.map_or(&Namespace::Service, |named| &named.namespace)
}

const fn structure(owner: Owner) -> Option<usize> {
    match owner {
        Owner::Type(index) => Some(index),
        Owner::Request(_) | Owner::Output(_) => None,
    }
}

fn of_member(service: &ServiceTypes<'_>, owner: Owner, member: &Member, alternatives: &[Member]) -> Vec<Alternative> {
    let wire = Wire { structure: structure(owner), namespace: namespace(service, owner), ..Wire::new(service, owner) };
    let of_one = |alternative: &Member| {
        // A repeated choice repeats its alternatives, so one value of each is enough.
        let once = alternative.clone().with(|facets| facets.repeated &= !member.repeated);
        let is_boxed = service.is_boxed_in_choice(owner, &member.field, alternative);
        Alternative::new(service, &wire, &once, is_boxed)
    };
    alternatives.iter().map(of_one).collect()
}

/// The enumeration of an array's items that are alternatives.
pub(super) fn push_item(file: &mut File, service: &ServiceTypes<'_>, array: &ArrayType, name: &str) {
    push(file, name, documentation::of_item(array), &Namespace::Service, &of_array(service, array));
}

fn of_array(service: &ServiceTypes<'_>, array: &ArrayType) -> Vec<Alternative> {
    // Any structure may hold the array.
    let wire = Wire { is_stated: true, ..Wire::new(service, Owner::Type(usize::MAX)) };
    array.alternatives.iter().map(|alternative| Alternative::new(service, &wire, alternative, false)).collect()
}

/// The variants of a member's choice and their types, as code names them.
pub(super) fn variants(service: &ServiceTypes<'_>, owner: Owner, member: &Member) -> Vec<String> {
    let Place::Choice(alternatives) = &member.place else { return Vec::new() };
    let name = service.choice_name(owner, &member.field);
    variant_lines(name, &of_member(service, owner, member, alternatives))
}

pub(super) fn item_variants(service: &ServiceTypes<'_>, array: &ArrayType) -> Vec<String> {
    variant_lines(service.item_name(array), &of_array(service, array))
}

fn variant_lines(name: &str, alternatives: &[Alternative]) -> Vec<String> {
    let variants = alternatives.iter().zip(variant_names(alternatives));
    let describe = |(alternative, variant): (&Alternative, String)| {
        let from = made_of(alternative, alternatives).map(|from| format!(", made of {from}")).unwrap_or_default();
        format!("{name}::{variant}({}){from}", alternative.kind)
    };
    variants.map(describe).collect()
}

struct Alternative {
    docs: TokenStream,
    wire: TokenStream,
    name: String,
    kind: TokenStream,
    /// The type without its box.
    unboxed: TokenStream,
    /// The type of the value that may be null, if it is in no box.
    value: Option<TokenStream>,
}

impl Alternative {
    fn new(service: &ServiceTypes<'_>, wire: &Wire<'_>, alternative: &Member, is_boxed: bool) -> Self {
        let unboxed = rust_type::of_alternative(service, alternative);
        let kind = if is_boxed { rust_type::boxed(&unboxed) } else { unboxed.clone() };
        let value = rust_type::of_nullable_alternative(service, alternative).filter(|_| !is_boxed);
        Self {
            docs: docs(documentation::of_member(alternative)),
            wire: wire.of(alternative),
            name: names::variant_name(&alternative.field).unwrap_or_else(|| "Value".to_owned()),
            kind,
            unboxed,
            value,
        }
    }
}

fn push(file: &mut File, name: &str, lines: Vec<String>, namespace: &Namespace, alternatives: &[Alternative]) {
    let names = variant_names(alternatives);
    let variants = alternatives.iter().zip(&names).map(|(alternative, variant)| {
        let Alternative { docs, wire, kind, .. } = alternative;
        let from = made_of(alternative, alternatives).map(|from| quote!(#[from(#from)]));
        let variant = ident(variant);
        quote!(#docs #wire #from #variant(#kind),)
    });
    let (docs, descriptor, choice) = (docs(lines), type_descriptor::choice_static(name), ident(name));
    let (namespace, default) = (type_descriptor::namespace(namespace), names.first().map(|name| ident(name)));
    let head = quote!(#docs #[choice(#descriptor in #namespace, #default)]);
    file.push_call("choice", quote!(#head pub enum #choice { #(#variants)* }));
}

fn variant_names(alternatives: &[Alternative]) -> Vec<String> {
    let mut names = Scope::default();
    alternatives.iter().map(|alternative| names.give(&alternative.name, "", |_| true)).collect()
}

/// The type whose values identify the alternative, because no other alternative has it. For an alternative that may be null, the type
/// without null.
fn made_of<'a>(alternative: &'a Alternative, alternatives: &[Alternative]) -> Option<&'a TokenStream> {
    let of = |kind: &TokenStream, or_null: bool| {
        let kind = kind.to_string();
        let is_kind = |tokens: &TokenStream| tokens.to_string() == kind;
        let takes = |alternative: &&Alternative| {
            is_kind(&alternative.unboxed) || (or_null && alternative.value.as_ref().is_some_and(is_kind))
        };
        alternatives.iter().filter(takes).count()
    };
    let value = alternative.value.as_ref().filter(|value| of(value, true) == 1);
    value.or_else(|| Some(&alternative.unboxed).filter(|kind| of(kind, false) == 1))
}

fn owner_name(service: &ServiceTypes<'_>, owner: Owner) -> String {
    let name = match owner {
        Owner::Type(index) => service.types.get(index).map(|named| named.name.as_str()),
        Owner::Request(index) | Owner::Output(index) => {
            service.operations.get(index).map(|operation| operation.name.as_str())
        }
    };
    name.unwrap_or_default().to_owned()
}
