//! Facts about types that their Rust depends on: derived types, types that hold each other, and names that no spec states.

mod boxes;
mod holding;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Deref;

pub use holding::Owner;

use self::holding::Holding;
use super::wsdl::Arrays;
use crate::graph::Circles;
use crate::model::{ArrayType, Member, NamedType, Place, Service, Structure, Type, Walk as _};
use crate::names;
use crate::scope::{ItemNames, Scope};

pub(super) struct ServiceTypes<'m> {
    service: &'m Service,
    /// The types derived from each type, directly or indirectly.
    derived: Vec<Vec<usize>>,
    /// The names of the enumerations of structures with derived types.
    any: BTreeMap<usize, String>,
    /// The choices of members and parameters, with their names.
    choices: BTreeMap<Owner, Vec<(&'m str, String)>>,
    array_names: Arrays<'m>,
    /// The arrays of alternatives, with the names of their items' types.
    items: Vec<(&'m ArrayType, String)>,
    holding: Holding<'m>,
    /// The boxed members, by the index of the structure and the field.
    boxes: BTreeSet<(usize, &'m str)>,
    /// The types whose descriptors lead to themselves.
    described: Circles<usize>,
}

/// A member of a structure or of one of its bases.
pub(super) struct FlatMember<'m> {
    /// The structure that declares it.
    pub(super) owner: usize,
    pub(super) member: &'m Member,
    /// Its Rust name, unique in the structure.
    pub(super) field: String,
}

impl<'m> Deref for ServiceTypes<'m> {
    type Target = &'m Service;

    fn deref(&self) -> &Self::Target {
        &self.service
    }
}

impl<'m> ServiceTypes<'m> {
    pub(super) fn new(service: &'m Service) -> Self {
        let mut types = Self {
            service,
            derived: service.derived(),
            any: BTreeMap::new(),
            choices: BTreeMap::new(),
            array_names: Arrays::new(service),
            items: Vec::new(),
            holding: Holding::default(),
            boxes: BTreeSet::new(),
            described: Circles::default(),
        };
        types.name();
        types.find_boxes();
        let all: Vec<usize> = (0..service.types.len()).collect();
        types.described = Circles::of(&all, |index| types.describes(index));
        types
    }

    /// Names the items without a stated name: in a fixed order, with the first free number.
    fn name(&mut self) {
        let mut scope = ItemNames::of(self.service);
        for index in 0..self.service.types.len() {
            let Some((named, structure)) = self.structure(index) else { continue };
            if structure.is_abstract || !self.derived(index).is_empty() {
                let name = scope.give_type(&format!("Any{}", named.rust_name.trim_matches('_')));
                self.any.insert(index, name);
            }
        }
        for (owner, base) in self.owners() {
            for member in self.members_of(owner).iter().filter(|member| matches!(member.place, Place::Choice(_))) {
                let field = names::variant_name(&member.field).unwrap_or_default();
                let name = scope.give_type(&format!("{}{}", base.trim_matches('_'), field.trim_matches('_')));
                self.choices.entry(owner).or_default().push((&member.field, name));
            }
        }
        for array in self.arrays().into_iter().filter(|array| !array.alternatives.is_empty()) {
            let base = array.name.as_deref().and_then(names::type_name).unwrap_or_else(|| "Choice".to_owned());
            self.items.push((array, scope.give_type(&format!("{}Item", base.trim_matches('_')))));
        }
    }

    pub(super) fn structure(&self, index: usize) -> Option<(&'m NamedType, &'m Structure)> {
        let named = self.service.types.get(index)?;
        Some((named, named.structure()?))
    }

    pub(super) fn derived(&self, index: usize) -> &[usize] {
        self.derived.get(index).map_or(&[], Vec::as_slice)
    }

    /// The members of a structure, those of its base first.
    pub(super) fn members(&self, index: usize) -> Vec<FlatMember<'m>> {
        let mut scope = Scope::default();
        let lines = self.service.lineage(index);
        let members =
            lines.iter().rev().flat_map(|(owner, structure)| structure.members.iter().map(|member| (*owner, member)));
        members
            .map(|(owner, member)| {
                let field = scope.give(&member.field, "_", |_| true);
                FlatMember { owner, member, field }
            })
            .collect()
    }

    /// The name of the enumeration of a structure and its derived structures, if there is one.
    pub(super) fn any_name(&self, index: usize) -> Option<&str> {
        self.any.get(&index).map(String::as_str)
    }

    pub(super) fn choice_name(&self, owner: Owner, field: &str) -> &str {
        self.choice(owner, field).map_or("", |(_, name)| name)
    }

    fn choice(&self, owner: Owner, field: &str) -> Option<&(&'m str, String)> {
        self.choices.get(&owner)?.iter().find(|(known, _)| *known == field)
    }

    /// The name of an array's items that are alternatives.
    pub(super) fn item_name(&self, array: &ArrayType) -> &str {
        self.items.iter().find(|(known, _)| *known == array).map_or("", |(_, name)| name)
    }

    pub(super) fn array_names(&self) -> &Arrays<'m> {
        &self.array_names
    }

    /// The arrays of alternatives, with the names of their items' types.
    pub(super) fn items(&self) -> impl Iterator<Item = (&'m ArrayType, &str)> {
        self.items.iter().map(|(array, name)| (*array, name.as_str()))
    }

    /// Whether the descriptor of `kind`, a type in the structure, leads back to the structure.
    pub(super) fn describes_type(&self, kind: &Type, structure: usize) -> bool {
        let mut leads_back = false;
        kind.each_named(&mut |named| leads_back |= self.described.are_in_one(named, structure));
        leads_back
    }

    /// The arrays of members, parameters and results, then those that only a value of any type may be; without duplicates.
    pub(super) fn arrays(&self) -> Vec<&'m ArrayType> {
        let (mut arrays, mut known) = (Vec::new(), HashSet::new());
        let mut add = |array: &'m ArrayType| {
            if known.insert(array) {
                arrays.push(array);
            }
        };
        self.each_type(&mut |kind| {
            if let Type::Array(array) = kind {
                add(array);
            }
        });
        if self.service.has_any() {
            for array in &self.service.standalone_arrays {
                add(array);
                array.each_array(&mut add);
            }
        }
        arrays
    }

    fn describes(&self, index: usize) -> Vec<usize> {
        let Some((_, structure)) = self.structure(index) else { return Vec::new() };
        let mut named = self.derived(index).to_vec();
        named.extend(structure.base);
        structure.members.each_named(&mut |other| named.push(other));
        named
    }

    fn members_of(&self, owner: Owner) -> &'m [Member] {
        let operation = |index: usize| self.service.operations.get(index);
        match owner {
            Owner::Type(index) => self.structure(index).map_or(&[], |(_, structure)| &structure.members),
            Owner::Request(index) => operation(index).map_or(&[], |operation| &operation.parameters),
            Owner::Output(index) => operation(index).map_or(&[], |operation| &operation.outputs),
        }
    }

    /// Everything with members, and the base of its choices' names.
    fn owners(&self) -> Vec<(Owner, String)> {
        let types = self.service.types.iter().enumerate();
        let types = types.map(|(index, named)| (Owner::Type(index), named.rust_name.clone()));
        let operations = self.service.operations.iter().enumerate().flat_map(|(index, operation)| {
            let request = operation.names.request.trim_matches('_');
            [(Owner::Request(index), request.to_owned()), (Owner::Output(index), format!("{request}Output"))]
        });
        types.chain(operations).collect()
    }

    /// Visits every type of the service; types of fields come first.
    fn each_type(&self, visit: &mut dyn FnMut(&'m Type)) {
        let operations = &self.service.operations;
        self.service.types.walk(visit);
        for operation in operations {
            operation.parameters.walk(visit);
            if operation.has_output_struct() {
                operation.outputs.walk(visit);
            }
        }
        self.service.common.walk(visit);
        for operation in operations {
            operation.messages.request_headers.walk(visit);
            operation.messages.response_headers.walk(visit);
            // The runtime has a descriptor of integers.
            let result = operation.lone_output().filter(|result| !result.kind.is_integers());
            if let Some(result) = result {
                result.walk(visit);
            }
        }
    }
}
