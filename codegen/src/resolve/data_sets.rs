//! Typed DataSets: their tables and Rust names.

use std::collections::BTreeMap;

use super::columns;
use super::declared::Unique;
use super::rust_names::{self, Case, written};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{Column, DataSetTable, DeclaredTable, Mapping, NamedType, NamedTypeKind, Namespace, Scalar};
use crate::names;
use crate::read::ast::{Service, Table};

/// The tables of a DataSet. `data_set` is its Rust name; empty if it has none, which has been reported.
pub(super) fn tables(spec: &[Table], data_set: &str, mistakes: &mut Vec<Diagnostic>) -> Vec<DataSetTable> {
    let mut unique = Unique::new(Code::DuplicateTable, "table");
    let mut methods = Vec::new();
    let mut tables = Vec::new();
    for table in spec {
        let is_new = unique.add(&table.name, mistakes);
        let method = rust_names::rust_name(&table.name, table.rust.as_ref(), Case::Member, mistakes);
        if is_new {
            methods.push((method.clone(), written(&table.name, table.rust.as_ref())));
        }
        let columns = columns::all(&table.columns, mistakes);
        check_text(table, &columns, mistakes);
        check_characters(table, &columns, mistakes);
        let row = match &table.row {
            Some(row) => rust_names::row_name(row, mistakes),
            None => names::of_rows(data_set, &method),
        };
        tables.push(DataSetTable {
            table: DeclaredTable {
                name: Some(table.name.value.clone()),
                row,
                undeclared: columns::undeclared(&columns),
                columns,
            },
            method,
            doc: table.doc.clone(),
        });
    }
    rust_names::check_tables(&methods, mistakes);
    tables
}

/// Reports a column that is the text of a row beside a column with elements or a second text.
fn check_text(table: &Table, columns: &[Column], mistakes: &mut Vec<Diagnostic>) {
    let is_text = |column: &Column| column.mapping == Mapping::SimpleContent;
    let Some(text) = columns.iter().position(is_text) else { return };
    let is_other = |(index, column): (usize, &Column)| {
        index != text && matches!(column.mapping, Mapping::Element | Mapping::SimpleContent)
    };
    let other = columns.iter().enumerate().position(is_other);
    if let (Some(text), Some(other)) = (table.columns.get(text), other.and_then(|other| table.columns.get(other))) {
        mistakes.push(
            Diagnostic::new(Code::TextBesideElements, text.name.span, "a text cannot stand beside other content")
                .label("must be the only content of a row")
                .also(other.name.span, "the other content")
                .help("give one of the two another mapping: `mapping=\"attribute\"`"),
        );
    }
}

/// Reports columns of characters. In a DataSet they are texts, elsewhere numbers.
fn check_characters(table: &Table, columns: &[Column], mistakes: &mut Vec<Diagnostic>) {
    let characters = table.columns.iter().zip(columns).filter(|(_, column)| column.kind == Scalar::Char);
    for (source, _) in characters {
        let message = format!("a column of a DataSet cannot have the type {}", quoted(&source.type_name.value));
        mistakes.push(
            Diagnostic::new(Code::ColumnTypeNotScalar, source.type_name.span, message)
                .help("write `string`: DataSets hold characters as text"),
        );
    }
}

/// Reports DataSets of one namespace, because an element identifies its DataSet only by the namespace.
pub(super) fn check_namespaces(spec: &Service, types: &[NamedType], mistakes: &mut Vec<Diagnostic>) {
    let mut known: BTreeMap<&Namespace, Span> = BTreeMap::new();
    for (definition, named) in spec.types.iter().zip(types) {
        let (NamedTypeKind::DataSet(_), Some(stated)) = (&named.kind, &definition.namespace) else { continue };
        match known.get(&named.namespace) {
            Some(first) => mistakes.push(
                Diagnostic::new(
                    Code::DuplicateType,
                    stated.span,
                    format!("a second DataSet of the namespace {}", quoted(&stated.value)),
                )
                .also(*first, "the first one")
                .help("write the namespace of its schema: each DataSet has a different one"),
            ),
            None => {
                known.insert(&named.namespace, stated.span);
            }
        }
    }
}
