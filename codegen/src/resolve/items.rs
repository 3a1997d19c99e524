//! The items of a generated module, and collisions of their names.

use std::collections::BTreeSet;

use super::rust_names::{Case, written};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{self, NamedType, NamedTypeKind, OperationNames, ServiceNames};
use crate::names;
use crate::read::ast;
use crate::scope::Scope;

/// Reports operations, types and rows whose names collide with each other or with items of the service itself.
pub(super) fn check(
    spec: &ast::Service,
    service: &ServiceNames,
    sources: &[&ast::Operation],
    operations: &[model::Operation],
    types: &[NamedType],
    mistakes: &mut Vec<Diagnostic>,
) {
    let requests = operations.iter().map(|operation| operation.names.request.as_str());
    let named = types.iter().map(|named| named.rust_name.as_str());
    let rows = operations.iter().filter_map(|operation| Some(operation.table.as_ref()?.row.as_str()));
    let rows = rows.chain(types.iter().flat_map(tables).map(|table| table.table.row.as_str()));
    let mut items = Items {
        reserved: reserved(service),
        all: requests.chain(named).chain(rows).collect(),
        types: Scope::default(),
        methods: Scope::default(),
        statics: Scope::default(),
    };
    // Only the first of several equal wire names, which have been reported, is checked further.
    let mut wire_names = BTreeSet::new();
    for (source, operation) in sources.iter().zip(operations) {
        if !operation.names.request.is_empty() && wire_names.insert(&operation.name) {
            items.add_operation(source, &operation.names, mistakes);
        }
    }
    let mut wire_names = BTreeSet::new();
    for (definition, named) in spec.types.iter().zip(types) {
        if !named.rust_name.is_empty() && wire_names.insert(&named.name) {
            items.add_type(definition, named, mistakes);
        }
    }
    let mut wire_names = BTreeSet::new();
    for (source, operation) in sources.iter().zip(operations) {
        let columns = source.result_element.as_ref().and_then(|result| result.columns.as_ref());
        if let (Some(columns), Some(table)) = (columns, &operation.table)
            && !table.row.is_empty()
            && wire_names.insert(&operation.name)
        {
            let span = columns.rust.as_ref().map_or(columns.tag, |rust| rust.span);
            let how = |row: &str| format!("add `rust=\"{row}\"` to the columns");
            items.add_row(&source.name.value, span, &table.row, how, mistakes);
        }
    }
    for (definition, named) in spec.types.iter().zip(types) {
        let ast::TypeBody::DataSet { tables: sources } = &definition.body else { continue };
        let (mut wire_names, mut methods) = (BTreeSet::new(), BTreeSet::new());
        for (source, table) in sources.iter().zip(tables(named)) {
            // Tables with the same method name have been reported, too.
            let is_new = wire_names.insert(&source.name.value) && methods.insert(&table.method);
            if !table.table.row.is_empty() && is_new {
                let span = source.row.as_ref().unwrap_or(&source.name).span;
                items.add_row(
                    &source.name.value,
                    span,
                    &table.table.row,
                    |row| format!("add `row=\"{row}\"`"),
                    mistakes,
                );
            }
        }
    }
}

fn tables(named: &NamedType) -> &[model::DataSetTable] {
    match &named.kind {
        NamedTypeKind::DataSet(data_set) => &data_set.tables,
        NamedTypeKind::Enumeration(_) | NamedTypeKind::Structure(_) => &[],
    }
}

fn reserved(service: &ServiceNames) -> Vec<(String, &'static str)> {
    let description = names::constant_name(&service.client).unwrap_or_default();
    let mut reserved = vec![
        (service.client.clone(), "the client"),
        (service.service_trait.clone(), "the trait for implementors"),
        (service.dispatch.clone(), "the service's dispatch"),
        (description, "the service's descriptor"),
    ];
    reserved.retain(|(name, _)| !name.is_empty());
    reserved
}

struct Items<'a> {
    reserved: Vec<(String, &'static str)>,
    /// The names of all requests and types, including those not yet added.
    all: BTreeSet<&'a str>,
    types: Scope<Span>,
    methods: Scope<Span>,
    /// Every operation and every type has a static.
    statics: Scope<Span>,
}

impl<'a> Items<'a> {
    fn add_operation(&mut self, source: &ast::Operation, names: &'a OperationNames, mistakes: &mut Vec<Diagnostic>) {
        let span = written(&source.name, source.rust.as_ref());
        if names::CLIENT_METHODS.contains(&names.method.as_str()) {
            let message = format!("every client already has a method `{}`", names.method);
            let proposal = self.with_suffix(&names.request, "Operation");
            mistakes.push(
                Diagnostic::new(Code::MethodIsReserved, span, message).help(format!("add `rust=\"{proposal}\"`")),
            );
        }
        let first = first(&self.types, &names.request)
            .or_else(|| first(&self.methods, &names.method))
            .or_else(|| first(&self.statics, &names.descriptor));
        if let Some(reserved) = self.reserved(&[&names.request, &names.descriptor]) {
            mistakes.push(self.is_reserved(span, "operation", reserved, &names.request));
        } else if let Some((rust_name, first)) = first {
            let name = quoted(&source.name.value);
            let message = format!("the operation {name} would have the Rust name `{rust_name}`, which is in use");
            let proposal = self.free(&names.request);
            mistakes.push(
                Diagnostic::new(Code::OperationsCollide, span, message)
                    .also(first, "first used here")
                    .help(format!("add `rust=\"{proposal}\"` to one of the two")),
            );
        }
        self.methods.take(&names.method, span);
        self.types.take(&names.request, span);
        self.statics.take(&names.descriptor, span);
    }

    fn add_type(&mut self, definition: &ast::TypeDefinition, named: &'a NamedType, mistakes: &mut Vec<Diagnostic>) {
        let span = written(&definition.name, definition.rust.as_ref());
        let constant = names::constant_name(&named.rust_name).unwrap_or_default();
        let first = first(&self.types, &named.rust_name).or_else(|| first(&self.statics, &constant));
        if let Some(reserved) = self.reserved(&[&named.rust_name, &constant]) {
            mistakes.push(self.is_reserved(span, "type", reserved, &named.rust_name));
        } else if let Some((rust_name, first)) = first {
            let name = quoted(&named.name);
            let message = format!("the type {name} would have the Rust name `{rust_name}`, which is in use");
            let proposal = self.with_suffix(&named.rust_name, "Type");
            mistakes.push(
                Diagnostic::new(Code::TypesCollide, span, message)
                    .also(first, "first used here")
                    .help(format!("add `rust=\"{proposal}\"`")),
            );
        }
        self.types.take(&named.rust_name, span);
        self.statics.take(&constant, span);
    }

    /// The rows of the operation or table with that name. `how` gives the help for another name.
    fn add_row(
        &mut self,
        of: &str,
        span: Span,
        row: &'a str,
        how: impl FnOnce(&str) -> String,
        mistakes: &mut Vec<Diagnostic>,
    ) {
        if let Some(reserved) = self.reserved(&[row]) {
            mistakes.push(self.is_reserved(span, "row", reserved, row));
        } else if let Some((rust_name, first)) = first(&self.types, row) {
            let proposal = self.with_suffix(row, "Type");
            let message = format!("the rows of {} would have the Rust name `{rust_name}`, which is in use", quoted(of));
            mistakes.push(
                Diagnostic::new(Code::TypesCollide, span, message).also(first, "first used here").help(how(&proposal)),
            );
        }
        self.types.take(row, span);
    }

    /// The item of the service that has one of the names.
    fn reserved(&self, names: &[&str]) -> Option<&(String, &'static str)> {
        self.reserved.iter().find(|(reserved, _)| names.contains(&reserved.as_str()))
    }

    fn is_reserved(&self, span: Span, noun: &str, (name, owner): &(String, &str), base: &str) -> Diagnostic {
        let suffix = if noun == "operation" { "Operation" } else { "Type" };
        let proposal = self.with_suffix(base, suffix);
        Diagnostic::new(
            Code::ItemIsReserved,
            span,
            format!("this {noun} would have the Rust name `{name}`, which {owner} has"),
        )
        .help(format!("add `rust=\"{proposal}\"`"))
    }

    /// The name with the suffix, in the case of types: `String_` gives `StringType`.
    fn with_suffix(&self, base: &str, suffix: &str) -> String {
        self.free(&format!("{}{suffix}", base.trim_end_matches('_')))
    }

    /// The name, or the name with the first free number that a spec may state.
    fn free(&self, base: &str) -> String {
        let is_taken =
            |name: &str| self.all.contains(name) || self.reserved(&[name]).is_some() || !Case::Type.allows(name);
        let base = base.trim_matches('_');
        if is_taken(base) { names::free(base, "", is_taken) } else { base.to_owned() }
    }
}

fn first(scope: &Scope<Span>, name: &str) -> Option<(String, Span)> {
    scope.get(name).map(|first| (name.to_owned(), *first))
}
