//! Rust names for everything that is imported. What would collide gets the first free name, in the order of the document.

use std::collections::HashSet;

use super::free_names::Names;
use crate::model::{
    DataSetTable, DeclaredTable, Member, NamedType, NamedTypeKind, Operation, OperationNames, Place, Service,
    ServiceNames,
};
use crate::names;

/// Names everything of a service.
pub(super) fn name(service: &mut Service) {
    service.names = service_names(&service.name);
    let mut taken = Taken::new(&service.names);
    for operation in &mut service.operations {
        operation.names = taken.operation(&operation.name);
    }
    for named in &mut service.types {
        named.rust_name = taken.named(&named.name);
        if let NamedTypeKind::DataSet(data_set) = &mut named.kind {
            taken.tables(&named.rust_name, &mut data_set.tables);
        }
        if let NamedTypeKind::Enumeration(enumeration) = &mut named.kind {
            let mut variants = Names::default();
            for value in &mut enumeration.values {
                let fallback = if value.name.is_empty() { "Empty" } else { "Value" };
                let variant = names::variant_name(&value.name).unwrap_or_else(|| fallback.to_owned());
                value.variant = variants.give(&variant, "", |_| true);
            }
        }
    }
    name_members(&mut service.types);
    let mut common = Names::default();
    fields(&mut service.common, &mut common);
    for operation in &mut service.operations {
        name_parts(operation, &common);
    }
}

fn service_names(name: &str) -> ServiceNames {
    let with = |suffix: &str| names::type_name(&format!("{name}_{suffix}")).unwrap_or_else(|| format!("The{suffix}"));
    ServiceNames {
        client: names::type_name(name).unwrap_or_else(|| "TheService".to_owned()),
        service_trait: with("Service"),
        dispatch: with("Dispatch"),
    }
}

/// The names of a generated module that are taken.
struct Taken {
    types: Names,
    methods: Names,
    statics: Names,
    /// What the names of operations are made of.
    bases: Names,
}

impl Taken {
    fn new(service: &ServiceNames) -> Self {
        let own = [&service.client, &service.service_trait, &service.dispatch].map(String::clone);
        Self {
            statics: names::constant_name(&service.client).into_iter().collect(),
            types: own.into_iter().collect(),
            methods: names::CLIENT_METHODS.iter().map(|name| (*name).to_owned()).collect(),
            bases: Names::default(),
        }
    }

    fn operation(&mut self, wire: &str) -> OperationNames {
        let wire = if names::type_name(wire).is_some() { wire } else { "Operation" };
        let made = |base: &str| Some((names::type_name(base)?, names::member_name(base)?, names::constant_name(base)?));
        let (types, methods, statics) = (&self.types, &self.methods, &self.statics);
        let is_free = |base: &str| {
            made(base).is_some_and(|(request, method, descriptor)| {
                !types.contains(&request) && !methods.contains(&method) && !statics.contains(&descriptor)
            })
        };
        let base = if is_free(wire) { wire.to_owned() } else { format!("{wire}_Operation") };
        let base = self.bases.give(&base, "_", is_free);
        let (request, method, descriptor) = made(&base).unwrap_or_default();
        self.types.insert(request.as_str());
        self.methods.insert(method.as_str());
        self.statics.insert(descriptor.as_str());
        OperationNames { request, method, descriptor, output: None }
    }

    fn named(&mut self, wire: &str) -> String {
        let base = names::type_name(wire).unwrap_or_else(|| "Type".to_owned());
        let statics = &self.statics;
        let is_free = |name: &str| names::constant_name(name).is_none_or(|name| !statics.contains(&name));
        let is_taken = self.types.contains(&base) || !is_free(&base);
        let base = if is_taken { format!("{}Type", base.trim_matches('_')) } else { base };
        let name = self.types.give(&base, "", is_free);
        if let Some(name) = names::constant_name(&name) {
            self.statics.insert(name);
        }
        name
    }

    /// Names the tables of the DataSet with that Rust name, their rows and columns.
    fn tables(&mut self, data_set: &str, tables: &mut [DataSetTable]) {
        let mut methods: Names = names::DATA_SET_METHODS.iter().map(|name| (*name).to_owned()).collect();
        let mut given = HashSet::new();
        for table in tables {
            let method = names::member_name(table.name()).unwrap_or_else(|| "table".to_owned());
            let method = if methods.contains(&method) { format!("{}_table", method.trim_matches('_')) } else { method };
            let setter = |method: &str| format!("{}{method}", names::SETS_ROWS);
            let is_free = |method: &str| {
                let set = method.strip_prefix(names::SETS_ROWS);
                !given.contains(&setter(method)) && set.is_none_or(|set| !given.contains(set))
            };
            table.method = methods.give(&method, "_", is_free);
            given.insert(table.method.clone());
            let row = names::of_rows(data_set, &table.method);
            table.table.row = self.types.give(&row, "", |_| true);
            columns(&mut table.table);
        }
    }
}

/// Names the fields of a table's columns, and the one for all others.
fn columns(table: &mut DeclaredTable) {
    let mut taken: Names = names::CONSTRUCTORS.iter().map(|name| (*name).to_owned()).collect();
    for column in &mut table.columns {
        let field = names::member_name(&column.name).unwrap_or_else(|| "column".to_owned());
        column.field = taken.give(&field, "_", |_| true);
    }
    let is_free = |name: &&str| !taken.contains(name);
    let undeclared = names::UNDECLARED.into_iter().find(is_free).map(str::to_owned);
    table.undeclared =
        undeclared.unwrap_or_else(|| names::free(names::UNDECLARED[0], "_", |name| taken.contains(name)));
}

/// Names the fields of structures, each after those of what it is derived from.
fn name_members(types: &mut [NamedType]) {
    let mut done = vec![false; types.len()];
    for index in 0..types.len() {
        // From the structure to the one that nothing is above of, or that has its names.
        let mut line = vec![index];
        while let Some(base) = line.last().and_then(|last| base_of(types, *last))
            && done.get(base) == Some(&false)
            && !line.contains(&base)
        {
            line.push(base);
        }
        for index in line.into_iter().rev() {
            if done.get(index) != Some(&false) {
                continue;
            }
            let mut taken = Names::default();
            let mut above = base_of(types, index);
            let mut steps = 0;
            while let Some(base) = above.filter(|_| steps < super::DEEPEST_LINE) {
                for member in members(types, base) {
                    taken.insert(member.field.as_str());
                }
                above = base_of(types, base);
                steps += 1;
            }
            if let Some(NamedTypeKind::Structure(structure)) = types.get_mut(index).map(|named| &mut named.kind) {
                fields(&mut structure.members, &mut taken);
            }
            if let Some(done) = done.get_mut(index) {
                *done = true;
            }
        }
    }
}

fn base_of(types: &[NamedType], index: usize) -> Option<usize> {
    match &types.get(index)?.kind {
        NamedTypeKind::Structure(structure) => structure.base,
        NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
    }
}

fn members(types: &[NamedType], index: usize) -> &[Member] {
    match types.get(index).map(|named| &named.kind) {
        Some(NamedTypeKind::Structure(structure)) => &structure.members,
        _ => &[],
    }
}

fn name_parts(operation: &mut Operation, common: &Names) {
    fields(&mut operation.parameters, &mut common.clone());
    fields(&mut operation.outputs, &mut Names::default());
    fields(&mut operation.messages.request_headers, &mut Names::default());
    fields(&mut operation.messages.response_headers, &mut Names::default());
}

/// Names members, and the alternatives of choices and arrays among them.
fn fields(members: &mut [Member], taken: &mut Names) {
    for member in members {
        let fallback = match &mut member.place {
            Place::Element | Place::Attribute => "field",
            Place::Text => "text",
            Place::Mixed => "content",
            Place::AnyElements => "any",
            Place::AnyAttributes => "any_attributes",
            Place::Choice(alternatives) => {
                fields(alternatives, &mut Names::default());
                "choice"
            }
        };
        let mut kind = &mut member.kind;
        while let crate::model::Type::Array(array) = kind {
            fields(&mut array.alternatives, &mut Names::default());
            kind = &mut array.item;
        }
        let name = member.part.as_deref().filter(|_| member.name.is_empty()).unwrap_or(&member.name);
        let mut field = names::member_name(name).unwrap_or_else(|| fallback.to_owned());
        if names::CONSTRUCTORS.contains(&field.as_str()) {
            field.push_str("_value");
        }
        member.field = taken.give(&field, "_", |_| true);
    }
}
