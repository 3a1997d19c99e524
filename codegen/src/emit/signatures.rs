//! The Rust types in generated code as text, to compare two versions.

use std::collections::BTreeSet;

use super::service_types::{Owner, ServiceTypes};
use super::{choice, messages, named_type, operation, rust_type};
use crate::model::{ArrayType, Column, Member, NamedTypeKind, OnContradiction, Operation, Service, Type};

/// The Rust types of a service's items.
#[expect(missing_debug_implementations, reason = "only a comparison holds it")]
pub struct Signatures<'m>(ServiceTypes<'m>);

impl<'m> Signatures<'m> {
    pub fn new(service: &'m Service) -> Self {
        Self(ServiceTypes::new(service))
    }

    pub fn field(&self, owner: Owner, member: &Member) -> String {
        let types = &self.0;
        let kind = match owner {
            Owner::Request(_) => rust_type::of_parameter(types, owner, member),
            Owner::Output(_) | Owner::Type(_) => rust_type::of_member(types, owner, member),
        };
        kind.to_string()
    }

    /// The variants of a choice, in the order of the alternatives.
    pub fn variants(&self, owner: Owner, member: &Member) -> Vec<String> {
        choice::variants(&self.0, owner, member)
    }

    /// The items of a type's arrays of alternatives: each with all its variants, because code matches it without a wildcard.
    pub fn item_variants(&self, kind: &Type) -> Vec<String> {
        match kind {
            Type::Array(array) if array.alternatives.is_empty() => self.item_variants(&array.item),
            Type::Array(array) => {
                let inner = array.alternatives.iter().flat_map(|alternative| self.item_variants(&alternative.kind));
                std::iter::once(sorted(choice::item_variants(&self.0, array))).chain(inner).collect()
            }
            Type::List(_) | Type::Scalar(_) | Type::Named(_) | Type::Any | Type::Xml(_) => Vec::new(),
        }
    }

    /// The arrays of alternatives, with the Rust names of their items.
    pub fn items(&self) -> impl Iterator<Item = (&'m ArrayType, &str)> {
        self.0.items()
    }

    /// Whether the service has arrays with all these items.
    pub fn has_item_variants(&self, variants: &[String]) -> bool {
        let all: BTreeSet<String> =
            self.0.items().map(|(array, _)| sorted(choice::item_variants(&self.0, array))).collect();
        variants.iter().all(|variant| all.contains(variant))
    }

    /// The type that callers await.
    pub fn result(&self, operation: &Operation) -> String {
        messages::rust_type(&self.0, operation).to_string()
    }

    /// The runtime's traits that a request with these parameters implements.
    pub fn traits(parameters: &[Member]) -> Vec<String> {
        operation::takes(parameters).iter().map(ToString::to_string).collect()
    }

    /// The Rust type of a member of that type: the type itself, or the enumeration of its derived types.
    pub fn declared(&self, index: usize) -> String {
        let own = self.0.types.get(index).map_or("", |named| &named.rust_name);
        self.0.any_name(index).unwrap_or(own).to_owned()
    }

    /// The names of a structure that code can use: its fields, the fields of derived structures, and the variants and getters of their
    /// enumeration.
    pub fn structure(&self, index: usize) -> Vec<String> {
        let types = &self.0;
        let mut api = Vec::new();
        for index in std::iter::once(index).chain(types.derived(index).iter().copied()) {
            let Some((named, structure)) = types.structure(index) else { continue };
            for member in &structure.members {
                api.push(sorted(choice::variants(types, Owner::Type(index), member)));
                api.extend(self.item_variants(&member.kind));
            }
            // An abstract structure has no struct.
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
                format!("{}() {}", flat.field, rust_type::getter_type(types, Owner::Type(flat.owner), flat.member))
            });
            api.extend(getters);
        }
        api
    }

    /// The variant that keeps unknown values of an enumeration.
    pub fn unknown_variant(&self, index: usize) -> Option<String> {
        match &self.0.types.get(index)?.kind {
            NamedTypeKind::Enumeration(kind) if !kind.flags => {
                Some(named_type::unknown(&kind.values.iter().map(|value| &value.variant).collect::<Vec<_>>()))
            }
            _ => None,
        }
    }

    /// The strictness of generated clients.
    pub fn on_contradiction(&self, operation: &Operation) -> OnContradiction {
        messages::on_contradiction(&self.0, operation)
    }

    pub fn column(column: &Column) -> String {
        rust_type::column(column).to_string()
    }
}

/// All variants as one text, because code matches the enumeration without a wildcard.
fn sorted(mut variants: Vec<String>) -> String {
    variants.sort_unstable();
    variants.join(" ")
}
