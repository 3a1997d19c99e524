//! The Rust names of a service's items. Items of one generated module need different names.

use crate::model::{NamedTypeKind, Service};
use crate::names;
use crate::scope::Scope;

#[derive(Debug)]
pub struct ItemNames {
    /// Types: the client, requests, rows, and the types of the spec.
    pub types: Scope,
    /// Statics: the descriptors of the service, its operations and its types.
    pub statics: Scope,
}

impl ItemNames {
    /// The names given so far.
    #[must_use]
    pub fn of(service: &Service) -> Self {
        let own = [&service.names.client, &service.names.service_trait, &service.names.dispatch];
        let named = service.types.iter().map(|named| &named.rust_name).filter(|name| !name.is_empty());
        let with_static: Vec<&String> = own.into_iter().chain(named).collect();
        let operations = service.operations.iter().filter(|operation| !operation.names.request.is_empty());
        let mut statics: Scope = with_static.iter().filter_map(|name| names::constant_name(name)).collect();
        let mut types: Scope = with_static.into_iter().collect();
        for operation in operations {
            types.insert(operation.names.request.as_str());
            types.extend(&operation.names.output);
            types.extend(operation.table.iter().map(|table| &table.row));
            statics.insert(operation.names.descriptor.as_str());
        }
        for named in &service.types {
            if let NamedTypeKind::DataSet(data_set) = &named.kind {
                types.extend(data_set.tables.iter().map(|table| &table.table.row));
            }
        }
        Self { types, statics }
    }

    /// Gives a type the name, or the name with the first number that is free for the type and its static.
    pub fn give_type(&mut self, name: &str) -> String {
        let statics = &self.statics;
        let has_free_static = |name: &str| names::constant_name(name).is_none_or(|name| !statics.contains(&name));
        let given = self.types.give(name, "", has_free_static);
        self.statics.extend(names::constant_name(&given));
        given
    }

    pub fn is_free_for_type(&self, name: &str) -> bool {
        let has_free_static = || names::constant_name(name).is_none_or(|name| !self.statics.contains(&name));
        !self.types.contains(name) && has_free_static()
    }
}

impl Service {
    /// Names the structs of outputs: the name of the request and `Output`, with the first free number if another item has that name. Call it
    /// after all other items have names.
    pub fn name_outputs(&mut self) {
        for operation in &mut self.operations {
            operation.names.output = None;
        }
        let mut taken = ItemNames::of(self).types;
        for operation in &mut self.operations {
            if operation.has_output_struct() && !operation.names.request.is_empty() {
                let base = format!("{}Output", operation.names.request.trim_matches('_'));
                operation.names.output = Some(taken.give(&base, "", |_| true));
            }
        }
    }
}
