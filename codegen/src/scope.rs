//! Scopes, in which each name is used once. Names are given where the generator may choose, and reported where the spec states them.

use std::collections::HashMap;

use crate::model::{NamedTypeKind, Service};
use crate::names;

/// The names in use, each with its owner.
#[derive(Debug, Clone)]
pub struct Scope<T = ()> {
    owners: HashMap<String, T>,
    /// The last number given to each name that collided.
    numbers: HashMap<String, u32>,
}

impl<T> Default for Scope<T> {
    fn default() -> Self {
        Self { owners: HashMap::new(), numbers: HashMap::new() }
    }
}

impl<T> Scope<T> {
    pub fn contains(&self, name: &str) -> bool {
        self.owners.contains_key(name)
    }

    /// The owner of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.owners.get(name)
    }

    /// Takes a name, or returns its present owner.
    pub fn take(&mut self, name: &str, by: T) -> Option<&T> {
        if self.contains(name) {
            return self.get(name);
        }
        self.owners.insert(name.to_owned(), by);
        None
    }
}

impl Scope {
    /// Takes a name even if it is in use.
    pub fn insert(&mut self, name: impl Into<String>) {
        self.owners.insert(name.into(), ());
    }

    /// Gives the name, or the name with the first free number. `joint` precedes the number; `is_free` may refuse further names.
    pub fn give(&mut self, name: &str, joint: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut unique = name.to_owned();
        if self.contains(name) || !is_free(name) {
            let trimmed = name.trim_matches('_');
            // `_` and `_1` are names only with their underscore.
            let base = if trimmed.starts_with(char::is_alphabetic) { trimmed } else { name };
            let number = self.numbers.entry(base.to_owned()).or_insert(1);
            loop {
                *number = number.saturating_add(1);
                unique = format!("{base}{joint}{number}");
                if (!self.owners.contains_key(&unique) && is_free(&unique)) || *number == u32::MAX {
                    break;
                }
            }
        }
        self.insert(unique.as_str());
        unique
    }
}

impl<S: Into<String>> Extend<S> for Scope {
    fn extend<I: IntoIterator<Item = S>>(&mut self, names: I) {
        self.owners.extend(names.into_iter().map(|name| (name.into(), ())));
    }
}

impl<S: Into<String>> FromIterator<S> for Scope {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        let mut scope = Self::default();
        scope.extend(names);
        scope
    }
}

/// The Rust names of a service's items. Items of one generated module need different names.
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
        let unique = self.types.give(name, "", has_free_static);
        self.statics.extend(names::constant_name(&unique));
        unique
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
        let mut scope = ItemNames::of(self).types;
        for operation in &mut self.operations {
            if operation.has_output_struct() && !operation.names.request.is_empty() {
                let base = format!("{}Output", operation.names.request.trim_matches('_'));
                operation.names.output = Some(scope.give(&base, "", |_| true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn a_name_that_is_taken_gets_the_first_free_number() {
        let mut names: Scope = ["a", "a3"].into_iter().collect();
        let unique = ["a", "a", "b", "b"].map(|name| names.give(name, "", |name| name != "b2"));
        assert_eq!(unique, ["a2", "a4", "b", "b3"]);
        assert_eq!(names.give("a_", "_", |_| true), "a_");
        assert_eq!(["_", "_", "_1", "_1"].map(|name| names.give(name, "", |_| true)), ["_", "_2", "_1", "_12"]);
    }
}
