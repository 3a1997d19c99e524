//! The Rust types in generated code as text, for the comparison of two versions.

use std::collections::BTreeSet;

use super::service_types::{Owner, ServiceTypes};
use super::{choice, messages, named_type, operation, rust_type};
use crate::model::{ArrayType, Column, Member, NamedTypeKind, Operation, Service, Type};

/// The Rust types of a service's items.
#[expect(missing_debug_implementations, reason = "only a comparison holds it")]
pub struct Signatures<'m>(ServiceTypes<'m>);

impl<'m> Signatures<'m> {
    pub fn new(service: &'m Service) -> Self {
        Self(ServiceTypes::new(service))
    }

    /// The type of the field of a member.
    pub fn field(&self, owner: Owner, member: &Member) -> String {
        let types = &self.0;
        let kind = match owner {
            Owner::Request(_) => rust_type::of_parameter(types, owner, member),
            Owner::Output(_) | Owner::Type(_) => rust_type::of_member(types, owner, member),
        };
        kind.to_string()
    }

    /// The variants of a member that is one of several, in the order of the alternatives.
    pub fn variants(&self, owner: Owner, member: &Member) -> Vec<String> {
        choice::variants(&self.0, owner, member)
    }

    /// What the items of arrays are, where a type has arrays of alternatives in it: each with all its variants, because it is matched without
    /// a wildcard.
    pub fn item_variants(&self, kind: &Type) -> Vec<String> {
        match kind {
            Type::Array(array) if array.alternatives.is_empty() => self.item_variants(&array.item),
            Type::Array(array) => {
                let inner = array.alternatives.iter().flat_map(|alternative| self.item_variants(&alternative.kind));
                std::iter::once(whole(choice::item_variants(&self.0, array))).chain(inner).collect()
            }
            Type::List(_) | Type::Scalar(_) | Type::Named(_) | Type::Any | Type::Xml(_) => Vec::new(),
        }
    }

    /// The arrays of alternatives, with the Rust names of their items.
    pub fn items(&self) -> impl Iterator<Item = (&'m ArrayType, &str)> {
        self.0.items()
    }

    /// Whether items of arrays of the service are all these.
    pub fn has_item_variants(&self, variants: &[String]) -> bool {
        let all: BTreeSet<String> =
            self.0.items().map(|(array, _)| whole(choice::item_variants(&self.0, array))).collect();
        variants.iter().all(|variant| all.contains(variant))
    }

    /// What awaiting a call of the operation gives.
    pub fn result(&self, operation: &Operation) -> String {
        messages::rust_type(&self.0, operation).to_string()
    }

    /// The traits of the runtime by which more can be made of a request with these parameters.
    pub fn traits(parameters: &[Member]) -> Vec<String> {
        operation::takes(parameters).iter().map(ToString::to_string).collect()
    }

    /// What stands where the type of that index is declared: the type itself, or an enumeration of those that are derived from it.
    pub fn declared(&self, index: usize) -> String {
        let own = self.0.types.get(index).map_or("", |named| &named.rust_name);
        self.0.any_name(index).unwrap_or(own).to_owned()
    }

    /// What code can name of a structure: its fields, those of the structures that are derived from it, and the variants and methods of
    /// what stands where it is declared.
    pub fn structure(&self, index: usize) -> Vec<String> {
        let types = &self.0;
        let mut api = Vec::new();
        for index in std::iter::once(index).chain(types.derived(index).iter().copied()) {
            let Some((named, structure)) = types.structure(index) else { continue };
            for member in &structure.members {
                api.push(whole(choice::variants(types, Owner::Type(index), member)));
                api.extend(self.item_variants(&member.kind));
            }
            // Of an abstract one there is no struct.
            if structure.is_abstract {
                continue;
            }
            let name = &named.rust_name;
            api.push(name.clone());
            for flat in types.members(index) {
                let owner = Owner::Type(flat.owner);
                let kind = rust_type::of_member(types, owner, flat.member);
                api.push(format!("{name}.{}: {kind}", flat.field));
            }
        }
        if types.any_name(index).is_some() {
            let getters = types.members(index).into_iter().map(|flat| {
                format!("{}() {}", flat.field, rust_type::got(types, Owner::Type(flat.owner), flat.member))
            });
            api.extend(getters);
        }
        api
    }

    /// The variant that keeps what an enumeration does not list.
    pub fn unknown_variant(&self, index: usize) -> Option<String> {
        match &self.0.types.get(index)?.kind {
            NamedTypeKind::Enumeration(kind) if !kind.flags => {
                Some(named_type::unknown(&kind.values.iter().map(|value| &value.variant).collect::<Vec<_>>()))
            }
            _ => None,
        }
    }

    /// Whether its client reads a response part by part. Otherwise a response whose names are others is an error.
    pub fn is_message(&self, operation: &Operation) -> bool {
        messages::is_message(&self.0, operation)
    }

    /// The type of a column's field.
    pub fn column(column: &Column) -> String {
        rust_type::column(column).to_string()
    }
}

/// An enumeration that is matched without a wildcard.
fn whole(mut variants: Vec<String>) -> String {
    variants.sort_unstable();
    variants.join(" ")
}
