//! Two versions side by side: their pairs of types and operations, their Rust items, and the transports that both offer.

use std::collections::{HashMap, HashSet};

use super::finding::{Finding, Location};
use super::judge::Rust;
use super::member_types::Types;
use super::outcome::offered;
use super::usage::Usage;
use super::{Kind, renames};
use crate::matching::Matching;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::emit::Signatures;
use asmx_codegen::locations::{operation_path, type_paths};
use asmx_codegen::model::{ArrayType, NamedType, Operation, Service, Transports, Walk as _};

/// The old model in two forms, and the pairs of types and operations.
pub(super) struct Models {
    /// The old model with common type numbers. Its list of types keeps its own order.
    old: Service,
    /// The old model with its own type numbers and the new Rust names, so that differences in Rust are not only names.
    named: Service,
    types: Matching,
    operations: Matching,
}

impl Models {
    pub(super) fn new(old: &Service, new: &Service) -> Self {
        let types = renames::types(old, new);
        let number = |number: usize| types.new_number(number).unwrap_or(new.types.len() + number);
        let joint = old.renumbered(&number);
        let operations = renames::operations(&joint, new);
        let mut named = old.clone();
        named.names.clone_from(&new.names);
        for (named, found) in named.types.iter_mut().zip(&types.new_of) {
            if let Some(new) = found.and_then(|found| new.types.get(found)) {
                named.rust_name.clone_from(&new.rust_name);
            }
        }
        for (named, found) in named.operations.iter_mut().zip(&operations.new_of) {
            if let Some(new) = found.and_then(|found| new.operations.get(found)) {
                let output = named.names.output.as_ref().and(new.names.output.as_ref()).or(named.names.output.as_ref());
                let output = output.cloned();
                named.names.clone_from(&new.names);
                named.names.output = output;
            }
        }
        Self { old: joint, named, types, operations }
    }
}

pub(super) struct Versions<'a> {
    pub(super) old: &'a Service,
    pub(super) new: &'a Service,
    /// The old version, for comparisons of Rust items.
    pub(super) named: &'a Service,
    pub(super) types: &'a Matching,
    pub(super) operations: &'a Matching,
    pub(super) areas: Matching,
    pub(super) ports: Matching,
    pub(super) old_types: Types<'a>,
    pub(super) new_types: Types<'a>,
    pub(super) old_rust: Signatures<'a>,
    pub(super) new_rust: Signatures<'a>,
    pub(super) old_type_paths: Vec<String>,
    pub(super) new_type_paths: Vec<String>,
}

impl<'a> Versions<'a> {
    pub(super) fn new(models: &'a Models, new: &'a Service) -> Self {
        let Models { old, named, types, operations } = models;
        let total = new.types.len() + old.types.len();
        let mut old_types: Types<'a> = vec![None; total];
        for (number, named) in old.types.iter().enumerate() {
            let joint = types.new_number(number).unwrap_or(new.types.len() + number);
            if let Some(slot) = old_types.get_mut(joint) {
                *slot = Some(named);
            }
        }
        let mut new_types: Types<'a> = new.types.iter().map(Some).collect();
        new_types.resize(total, None);
        Self {
            areas: renames::areas(old, new, operations),
            ports: renames::ports(old, new),
            old_type_paths: type_paths(&old.types),
            new_type_paths: type_paths(&new.types),
            old_rust: Signatures::new(named),
            new_rust: Signatures::new(new),
            old,
            new,
            named,
            types,
            operations,
            old_types,
            new_types,
        }
    }

    /// Finds generated Rust names that changed although their item did not, because another item took the name. Blames the change of that item,
    /// or adds a change.
    pub(super) fn displaced(&self, found: &mut Vec<Finding>) {
        for (was, is, path) in self.displaced_names() {
            let taken_by = |finding: &&mut Finding| {
                self.owner_of(&was).is_some_and(|owner| finding.location().new.as_ref() == Some(&owner))
            };
            if let Some(finding) = found.iter_mut().find(taken_by) {
                finding.does_not_compile();
            } else {
                let finding = Location::service(&path).finding(Kind::RustNamesChanged, &[&quoted(&was), &quoted(&is)]);
                found.push(finding.rust(Rust::Both));
            }
        }
    }

    /// The path of the item that has the name in the new version.
    fn owner_of(&self, name: &str) -> Option<String> {
        let number = self.new.types.iter().position(|named| named.rust_name == name);
        if let Some(number) = number {
            return self.new_type_paths.get(number).cloned();
        }
        let has_it = |operation: &&Operation| {
            let row = operation.table.as_ref().map(|table| table.row.as_str());
            [Some(operation.names.request.as_str()), operation.names.output.as_deref(), row].contains(&Some(name))
        };
        self.new.operations.iter().find(has_it).map(|operation| operation_path(&operation.name))
    }

    /// Old and new names, with the path of the item.
    fn displaced_names(&self) -> Vec<(String, String, String)> {
        // Arrays that occur only in headers are not part of a field type.
        let mut in_fields: HashSet<ArrayType> = HashSet::new();
        let mut note = |array: &ArrayType| {
            in_fields.insert(array.clone());
        };
        for operation in &self.named.operations {
            operation.parameters.each_array(&mut note);
            operation.outputs.each_array(&mut note);
        }
        self.named.types.each_array(&mut note);
        let news: HashMap<&ArrayType, &str> = self.new_rust.items().collect();
        let items = self.old_rust.items().filter(|(array, _)| in_fields.contains(*array)).filter_map(|(array, was)| {
            let is = *news.get(&array.renumbered(&|number| self.common_number(number)))?;
            (is != was).then(|| (was.to_owned(), is.to_owned(), "service".to_owned()))
        });
        let (usage, _) = self.usages();
        let types =
            self.types.pairs().filter(|(_, new)| self.has_other_declaration(*new, &usage)).filter_map(|(old, new)| {
                Some((self.old_rust.declared(old), self.new_rust.declared(new), self.new_type_paths.get(new)?.clone()))
            });
        items.chain(types).collect()
    }

    /// Whether members of a type have another Rust type; `usage` is that of the old version.
    pub(super) fn has_other_declaration(&self, number: usize, usage: &Usage<'_>) -> bool {
        let old = self.types.old_number(number).filter(|_| usage.is_named(number));
        old.is_some_and(|old| self.old_rust.declared(old) != self.new_rust.declared(number))
    }

    pub(super) fn common_number(&self, old: usize) -> usize {
        self.types.new_number(old).unwrap_or(self.new.types.len() + old)
    }

    /// The usage of types in both versions, over transports that both offer.
    pub(super) fn usages(&self) -> (Usage<'_>, Usage<'_>) {
        let of_new = |number: usize| {
            let old = self.operations.old_number(number).and_then(|old| self.old.operations.get(old));
            offered(old, self.new.operations.get(number))
        };
        let of_old = |number: usize| {
            let new = self.operations.new_number(number).and_then(|new| self.new.operations.get(new));
            offered(self.old.operations.get(number), new)
        };
        (
            Usage::new(&self.old_types, &self.old.common, &self.old.operations, of_old),
            Usage::new(&self.new_types, &self.new.common, &self.new.operations, of_new),
        )
    }

    /// The transports over which both versions offer at least one operation.
    pub(super) fn offered_by_any(&self) -> Transports {
        self.paired_operations().fold(Transports::NONE, |all, (_, old, new)| all.or(offered(Some(old), Some(new))))
    }

    /// Operations of both versions, with their old numbers.
    pub(super) fn paired_operations(&self) -> impl Iterator<Item = (usize, &Operation, &Operation)> {
        let pairs = self.operations.pairs();
        pairs.filter_map(|(old, new)| Some((old, self.old.operations.get(old)?, self.new.operations.get(new)?)))
    }

    pub(super) fn old_type(&self, number: usize) -> Option<&'a NamedType> {
        self.old_types.get(number).copied().flatten()
    }

    pub(super) fn new_type(&self, number: usize) -> Option<&'a NamedType> {
        self.new_types.get(number).copied().flatten()
    }
}
