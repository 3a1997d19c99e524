//! Names that no spec states: of the enums of derived structures, of choices, and of items that are alternatives.

use std::collections::BTreeSet;

use super::ServiceTypes;
use crate::model::{NamedTypeKind, Place, Service};
use crate::names;

impl ServiceTypes<'_> {
    /// Names what no spec names: in a fixed order, with the first number that makes a name free.
    pub(super) fn name(&mut self) {
        let mut taken = Taken::new(self.service);
        for index in 0..self.service.types.len() {
            let Some((named, structure)) = self.structure(index) else { continue };
            if structure.is_abstract || !self.derived(index).is_empty() {
                let name = taken.give(&format!("Any{}", named.rust_name.trim_matches('_')));
                self.any.insert(index, name);
            }
        }
        for (owner, base) in self.owners() {
            for member in self.members_of(owner).iter().filter(|member| matches!(member.place, Place::Choice(_))) {
                let field = names::variant_name(&member.field).unwrap_or_default();
                let name = taken.give(&format!("{}{}", base.trim_matches('_'), field.trim_matches('_')));
                self.choices.entry(owner).or_default().push((&member.field, name));
            }
        }
        for array in self.arrays().into_iter().filter(|array| !array.alternatives.is_empty()) {
            let base = array.name.as_deref().and_then(names::type_name).unwrap_or_else(|| "Choice".to_owned());
            self.items.push((array, taken.give(&format!("{}Item", base.trim_matches('_')))));
        }
    }
}

/// The names of a service's items.
struct Taken {
    types: BTreeSet<String>,
    statics: BTreeSet<String>,
}

impl Taken {
    fn new(service: &Service) -> Self {
        let own = [&service.names.client, &service.names.service_trait, &service.names.dispatch].map(String::as_str);
        let named = || service.types.iter().map(|named| named.rust_name.as_str());
        let requests = service.operations.iter().map(|operation| operation.names.request.as_str());
        let outputs = service.operations.iter().filter_map(|operation| operation.names.output.as_deref());
        let rows =
            service.operations.iter().filter_map(|operation| Some(operation.result.table.as_ref()?.row.as_str()));
        let tables = service.types.iter().flat_map(|named| match &named.kind {
            NamedTypeKind::DataSet(data_set) => data_set.tables.as_slice(),
            NamedTypeKind::Enumeration(_) | NamedTypeKind::Structure(_) => &[],
        });
        let rows = rows.chain(tables.map(|table| table.table.row.as_str()));
        let types = own.into_iter().chain(named()).chain(requests).chain(rows).chain(outputs).map(str::to_owned);
        let descriptors = service.operations.iter().map(|operation| operation.names.descriptor.clone());
        let statics = own.into_iter().chain(named()).filter_map(names::constant_name).chain(descriptors).collect();
        Self { types: types.collect(), statics }
    }

    /// The name, or the first one with a number behind it, that no item has.
    fn give(&mut self, base: &str) -> String {
        let is_taken = |name: &str| {
            self.types.contains(name) || names::constant_name(name).is_some_and(|name| self.statics.contains(&name))
        };
        let name = if is_taken(base) { names::free(base, "", is_taken) } else { base.to_owned() };
        self.types.insert(name.clone());
        self.statics.extend(names::constant_name(&name));
        name
    }
}
