//! Rust names for imported items. On a collision the later item, in document order, gets the first free number.

use std::collections::HashSet;

use asmx_codegen::model::{
    ArrayType, DataSetTable, DeclaredTable, Member, NamedType, NamedTypeKind, Operation, OperationNames, PartMut,
    Place, Service, ServiceNames, Type, Walk,
};
use asmx_codegen::names;
use asmx_codegen::scope::{ItemNames, Scope};

use super::lines;

pub(super) fn name(service: &mut Service) {
    service.names = ServiceNames::of(&service.name).unwrap_or_default();
    // Members without a name of their own are numbered anew.
    forget(service);
    complete(service);
}

pub fn forget_type(named: &mut NamedType) {
    named.rust_name.clear();
    match &mut named.kind {
        NamedTypeKind::Enumeration(enumeration) => {
            enumeration.values.iter_mut().for_each(|value| value.variant.clear());
        }
        NamedTypeKind::Structure(structure) => forget(structure.members.as_mut_slice()),
        NamedTypeKind::DataSet(data_set) => data_set.tables.iter_mut().for_each(forget_table),
    }
}

fn forget_table(table: &mut DataSetTable) {
    table.method.clear();
    table.table.row.clear();
    table.table.columns.iter_mut().for_each(|column| column.field.clear());
}

pub fn forget_operation(operation: &mut Operation) {
    operation.names = OperationNames::default();
    forget(operation);
}

pub fn forget(part: &mut (impl Walk + ?Sized)) {
    part.walk_mut(&mut |part| {
        if let PartMut::Member(member) = part {
            member.field.clear();
        }
    });
}

fn alternatives(mut kind: &mut Type, act: &mut impl FnMut(&mut [Member])) {
    while let Type::Array(array) = kind {
        act(&mut array.alternatives);
        kind = &mut array.item;
    }
}

fn fields_of_array(array: &mut ArrayType) {
    fields(&mut array.alternatives, &mut Scope::default());
    alternatives(&mut array.item, &mut |members| fields(members, &mut Scope::default()));
}

/// Names everything that has no name yet.
pub fn complete(service: &mut Service) {
    let mut names = NamesInUse::new(service);
    for operation in service.operations.iter_mut().filter(|operation| operation.names.request.is_empty()) {
        operation.names = names.operation(&operation.name);
    }
    for named in &mut service.types {
        if named.rust_name.is_empty() {
            named.rust_name = names.named(&named.name);
        }
        if let NamedTypeKind::DataSet(data_set) = &mut named.kind {
            names.tables(&named.rust_name, &mut data_set.tables);
        }
        if let NamedTypeKind::Enumeration(enumeration) = &mut named.kind {
            let mut variants: Scope = enumeration.values.iter().map(|value| value.variant.clone()).collect();
            for value in enumeration.values.iter_mut().filter(|value| value.variant.is_empty()) {
                let fallback = if value.name.is_empty() { "Empty" } else { "Value" };
                let variant = names::variant_name(&value.name).unwrap_or_else(|| fallback.to_owned());
                value.variant = variants.give(&variant, "", |_| true);
            }
        }
    }
    name_members(&mut service.types);
    for array in &mut service.standalone_arrays {
        fields_of_array(array);
    }
    let mut common = Scope::default();
    fields(&mut service.common, &mut common);
    for operation in &mut service.operations {
        name_parts(operation, &common);
    }
    service.name_outputs();
}

struct NamesInUse {
    items: ItemNames,
    methods: Scope,
    /// The base names of operations.
    bases: Scope,
}

impl NamesInUse {
    /// Starts with the service's own names and those that are already given.
    fn new(service: &Service) -> Self {
        let assigned = service.operations.iter().map(|operation| operation.names.method.as_str());
        let methods = names::CLIENT_METHODS.into_iter().chain(assigned.filter(|method| !method.is_empty())).collect();
        Self { items: ItemNames::of(service), methods, bases: Scope::default() }
    }

    fn operation(&mut self, wire: &str) -> OperationNames {
        let wire = if names::type_name(wire).is_some() { wire } else { "Operation" };
        let candidates =
            |base: &str| Some((names::type_name(base)?, names::member_name(base)?, names::constant_name(base)?));
        let (ItemNames { types, statics }, methods) = (&self.items, &self.methods);
        let is_free = |base: &str| {
            candidates(base).is_some_and(|(request, method, descriptor)| {
                !types.contains(&request) && !methods.contains(&method) && !statics.contains(&descriptor)
            })
        };
        let base = if is_free(wire) { wire.to_owned() } else { format!("{wire}_Operation") };
        let base = self.bases.give(&base, "_", is_free);
        let (request, method, descriptor) = candidates(&base).unwrap_or_default();
        self.items.types.insert(request.as_str());
        self.methods.insert(method.as_str());
        self.items.statics.insert(descriptor.as_str());
        OperationNames { request, method, descriptor, output: None }
    }

    fn named(&mut self, wire: &str) -> String {
        let base = names::type_name(wire).unwrap_or_else(|| "Type".to_owned());
        let is_free = self.items.is_free_for_type(&base);
        self.items.give_type(&if is_free { base } else { format!("{}Type", base.trim_matches('_')) })
    }

    /// Names tables, rows and columns of a DataSet that have no name. `data_set` is its Rust name.
    fn tables(&mut self, data_set: &str, tables: &mut [DataSetTable]) {
        let mut methods: Scope = names::DATA_SET_METHODS.into_iter().collect();
        let mut assigned: HashSet<String> =
            tables.iter().map(|table| table.method.clone()).filter(|method| !method.is_empty()).collect();
        methods.extend(assigned.iter().cloned());
        for table in tables {
            columns(&mut table.table);
            if table.method.is_empty() {
                table.method = table_method(table.name(), &mut methods, &assigned);
                assigned.insert(table.method.clone());
            }
            if table.table.row.is_empty() {
                let row = names::of_rows(data_set, &table.method);
                table.table.row = self.items.types.give(&row, "", |_| true);
            }
        }
    }
}

/// A free method name for a table.
fn table_method(name: &str, methods: &mut Scope, assigned: &HashSet<String>) -> String {
    let method = names::member_name(name).unwrap_or_else(|| "table".to_owned());
    let method = if methods.contains(&method) { format!("{}_table", method.trim_matches('_')) } else { method };
    let is_free = |method: &str| {
        let setter = format!("{}{method}", names::SETS_ROWS);
        let set = method.strip_prefix(names::SETS_ROWS);
        !assigned.contains(&setter) && set.is_none_or(|set| !assigned.contains(set))
    };
    methods.give(&method, "_", is_free)
}

/// Names the columns of a table that have no name, and the field for undeclared columns.
fn columns(table: &mut DeclaredTable) {
    let mut scope: Scope = names::CONSTRUCTORS.into_iter().collect();
    scope.extend(table.columns.iter().map(|column| column.field.clone()));
    for column in table.columns.iter_mut().filter(|column| column.field.is_empty()) {
        let field = names::member_name(&column.name).unwrap_or_else(|| "column".to_owned());
        column.field = scope.give(&field, "_", |_| true);
    }
    table.undeclared = names::first_free(names::UNDECLARED, "_", |name| scope.contains(name));
}

/// Names members, bases before derived structures.
fn name_members(types: &mut [NamedType]) {
    for index in lines::graph(types).order() {
        let mut scope: Scope = lines::inherited(types, *index).map(|member| member.field.as_str()).collect();
        if let Some(structure) = types.get_mut(*index).and_then(NamedType::structure_mut) {
            fields(&mut structure.members, &mut scope);
        }
    }
}

fn name_parts(operation: &mut Operation, common: &Scope) {
    fields(&mut operation.parameters, &mut common.clone());
    if operation.has_output_struct() {
        fields(&mut operation.outputs, &mut Scope::default());
    } else {
        // A lone output is not a field, but items of an array may be alternatives.
        for result in &mut operation.outputs {
            result.field.clear();
            alternatives(&mut result.kind, &mut |members| fields(members, &mut Scope::default()));
        }
    }
    fields(&mut operation.messages.request_headers, &mut Scope::default());
    fields(&mut operation.messages.response_headers, &mut Scope::default());
}

/// Names members that have no name, and the alternatives of choices and arrays.
fn fields(members: &mut [Member], scope: &mut Scope) {
    scope.extend(members.iter().map(|member| member.field.clone()));
    for member in members {
        let default_field = member.place.usual_field();
        let fallback = if default_field.is_empty() { "field" } else { default_field };
        if let Place::Choice(alternatives) = &mut member.place {
            fields(alternatives, &mut Scope::default());
        }
        alternatives(&mut member.kind, &mut |members| fields(members, &mut Scope::default()));
        if !member.field.is_empty() {
            continue;
        }
        let name = member.part.as_deref().filter(|_| member.name.is_empty()).unwrap_or(&member.name);
        let mut field = names::member_name(name).unwrap_or_else(|| fallback.to_owned());
        if names::CONSTRUCTORS.contains(&field.as_str()) {
            field.push_str("_value");
        } else if member.name.is_empty() && field.ends_with('_') {
            // The spec states the field of a nameless member, and no stated name ends with an underscore.
            field.push_str("value");
        }
        member.field = scope.give(&field, "_", |_| true);
    }
}
