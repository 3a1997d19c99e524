//! From a description to its tables: along single members, never into a repeated one.

use std::collections::HashMap;

use asmx_runtime::json;
use asmx_types::xml_name::encode_local_name;
use asmx_types::{Content, DataSetType, DeclaredColumn, Member, Operation, Place, Role, Structure, Style, Type};

use super::at_path;
use super::columns::{Columns, column, declared};
use super::items::items;
use super::shape::{ColumnShape, JSON, Source, TableShape, VALUES};
use crate::rows::texts::RowsError;

/// The most columns and tables that are told apart. Structures beyond are a cell of JSON: structures in structures multiply.
const MOST: usize = 1_000;

struct Walk {
    columns: Columns,
    /// The name of a lone part is left out of the paths of `$values`.
    is_lone: bool,
    tables: Vec<TableShape>,
    values: Vec<ColumnShape>,
    /// The structures around the member.
    around: Vec<&'static Structure>,
}

/// The tables of an operation's result, in the order of its description; [`VALUES`] is the last.
#[must_use]
pub fn of_result(operation: &Operation) -> Vec<TableShape> {
    tables(operation, true)
}

/// As [`of_result`], without members that are secret.
#[must_use]
pub fn of_shown_result(operation: &Operation) -> Vec<TableShape> {
    tables(operation, false)
}

fn tables(operation: &Operation, with_secrets: bool) -> Vec<TableShape> {
    if operation.outputs.is_empty() {
        // It may write JSON as its response.
        let mut own = TableShape::new(Source::Undescribed, Vec::new()).open();
        own.name.clear();
        return vec![own];
    }
    let columns = Columns { with_secrets };
    let is_lone = operation.outputs.len() == 1;
    let mut walk = Walk { columns, is_lone, tables: Vec::new(), values: Vec::new(), around: Vec::new() };
    let is_bare = operation.messages.style == Style::Bare;
    for output in operation.outputs {
        if !with_secrets && output.holds_secret() {
            continue;
        }
        if is_bare {
            let key = encode_local_name(output.part_name()).into_owned();
            if output.place == Place::Element { walk.element(output, vec![key]) } else { walk.member(output, &[key]) }
        } else if output.kind.is_table() && !output.repeated && !operation.columns.is_empty() {
            walk.tables.push(data_set_table(operation.table, operation.columns, vec![json::key(output).into_owned()]));
        } else {
            walk.member(output, &[]);
            if let Some(table) = walk.tables.last_mut().filter(|table| table.source.has_declared_columns()) {
                table.columns = declared(operation.columns);
                table.table = operation.table.map(str::to_owned);
            }
        }
    }
    let mut tables = walk.finish();
    if let Some(path) = operation.rows {
        put_stated(&mut tables, at_path::found(operation, path, columns));
    }
    for table in tables.iter_mut().filter(|table| !table.is_values()) {
        table.record_limit = operation.record_limit;
    }
    tables
}

/// Puts the rows that a description states before the other tables. Callers who must not see a member on their path lack them, and a path that is
/// none is a mistake of the spec.
fn put_stated(tables: &mut Vec<TableShape>, shape: Result<TableShape, RowsError>) {
    let Ok(mut shape) = shape else { return };
    shape.is_stated = true;
    // The rows of XML are in the part that has a table by itself, with the declared columns.
    let replaced = tables.iter().find(|other| other.keys == shape.keys && other.source == shape.source);
    if let Some(declared) = replaced.filter(|other| other.source.has_declared_columns()) {
        shape.columns.clone_from(&declared.columns);
    }
    tables.retain(|other| other.keys != shape.keys || other.is_values());
    if tables.iter().any(|other| other.name == shape.name) {
        shape.name.clone_from(&shape.path);
    }
    tables.insert(0, shape);
}

impl Walk {
    fn finish(mut self) -> Vec<TableShape> {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for table in &self.tables {
            *counts.entry(table.name.clone()).or_default() += 1;
        }
        for table in &mut self.tables {
            if !table.name.is_empty() && counts.get(&table.name).is_some_and(|count| *count > 1) {
                // Tables of a DataSet are inside of its member.
                let is_inside = table.keys.last() != Some(&table.name);
                table.name = if is_inside { format!("{}.{}", table.path, table.name) } else { table.path.clone() };
            }
        }
        if !self.values.is_empty() {
            let mut values = TableShape::new(Source::Single, Vec::new()).with(self.values);
            VALUES.clone_into(&mut values.name);
            self.tables.push(values);
        }
        self.tables
    }

    fn member(&mut self, member: &Member, around: &[String]) {
        if !self.columns.with_secrets && member.holds_secret() {
            return;
        }
        let keys = || [around, &[json::key(member).into_owned()]].concat();
        match member.place {
            Place::Choice(alternatives) if !member.repeated => {
                for alternative in alternatives {
                    self.member(alternative, around);
                }
            }
            Place::Choice(_) => {
                let keys = keys();
                if !self.tables.iter().any(|table| table.keys == keys) {
                    self.tables.push(chosen(keys));
                }
            }
            Place::AnyElements => {
                let mut tables = TableShape::new(Source::Elements, around.to_vec()).open();
                tables.name.clear();
                self.tables.push(tables);
                self.value(member, keys());
            }
            Place::Element => self.element(member, keys()),
            _ => self.value(member, keys()),
        }
    }

    /// A part, or a member of a single structure, that is an element.
    fn element(&mut self, member: &Member, keys: Vec<String>) {
        match (member.content, member.kind) {
            _ if member.repeated => self.items(member.kind, member, keys),
            (Some(Content::Xml), _) | (None, Type::Xml(asmx_types::XmlKind::Content)) => {
                self.tables.push(TableShape::new(Source::Xml, keys).open());
            }
            (Some(Content::Json), _) => self.tables.push(TableShape::new(Source::Undescribed, keys).open()),
            _ if member.role == Some(Role::Records) => {
                self.tables.push(TableShape::new(Source::Delimited, keys).open());
            }
            (_, Type::DataSet(data_set)) if !data_set.tables.is_empty() => {
                self.tables.extend(tables_of(data_set, &keys));
            }
            (_, kind) if kind.is_table() => self.tables.push(data_set_table(None, &[], keys)),
            (_, Type::Array(array)) if array.alternatives.is_empty() => self.items(array.item, member, keys),
            (_, Type::Array(_)) => self.tables.push(chosen(keys)),
            (_, Type::Structure(structure)) => self.structure(member, structure, keys),
            _ => self.value(member, keys),
        }
    }

    /// A repeated member, or an array.
    fn items(&mut self, item: Type, member: &Member, keys: Vec<String>) {
        self.tables.push(items(self.columns, item, member.scale, keys));
    }

    fn structure(&mut self, member: &Member, structure: &'static Structure, keys: Vec<String>) {
        if self.is_full() || self.around.iter().any(|known| std::ptr::eq(*known, structure)) {
            self.value(member, keys);
            return;
        }
        self.around.push(structure);
        if structure.is_of_family() {
            let name = self.path(&keys, "$type");
            self.values.push(ColumnShape::new(name, "xs:string", [keys.as_slice(), &["$type".to_owned()]].concat()));
        }
        structure.members().iter().for_each(|member| self.member(member, &keys));
        for member in structure.derived().iter().flat_map(|derived| derived.members()) {
            if self.is_full() {
                let name = self.path(&keys, "$members");
                self.values.push(ColumnShape::new(name, JSON, keys.clone()));
                break;
            }
            self.derived_member(member, &keys);
        }
        self.around.pop();
    }

    /// A member that only derived types have is a cell, and so is each alternative of a choice.
    fn derived_member(&mut self, member: &Member, around: &[String]) {
        if !self.columns.with_secrets && member.holds_secret() {
            return;
        }
        if let (Place::Choice(alternatives), false) = (member.place, member.repeated) {
            for alternative in alternatives {
                self.derived_member(alternative, around);
            }
            return;
        }
        let column = column(member);
        let keys = [around, &column.keys].concat();
        let is_known =
            self.values.iter().any(|known| known.keys == keys) || self.tables.iter().any(|known| known.keys == keys);
        if !is_known {
            let name = self.path(&keys, "");
            self.values.push(ColumnShape { name, keys, ..column });
        }
    }

    fn is_full(&self) -> bool {
        self.values.len() + self.tables.len() >= MOST
    }

    /// A column of `$values`.
    fn value(&mut self, member: &Member, keys: Vec<String>) {
        let column = column(member);
        let name = if member.place == Place::Text {
            self.path(keys.get(..keys.len().saturating_sub(1)).unwrap_or_default(), "$value")
        } else {
            self.path(&keys, "")
        };
        self.values.push(ColumnShape { name, keys, ..column });
    }

    fn path(&self, keys: &[String], last: &str) -> String {
        let is_left_out = self.is_lone && (keys.len() > 1 || !last.is_empty());
        let keys = if is_left_out { keys.get(1..).unwrap_or_default() } else { keys };
        keys.iter().map(String::as_str).chain(Some(last).filter(|last| !last.is_empty())).collect::<Vec<_>>().join(".")
    }
}

/// The declared tables of a typed DataSet, wherever it stands.
#[cfg(feature = "server")]
pub(crate) fn of_data_set(data_set: &DataSetType) -> Vec<TableShape> {
    tables_of(data_set, &[]).collect()
}

fn tables_of(data_set: &DataSetType, keys: &[String]) -> impl Iterator<Item = TableShape> {
    let shapes = data_set.tables.iter().map(|table| data_set_table(table.name, table.columns, keys.to_vec()));
    shapes.map(|shape| TableShape { is_of_typed: true, ..shape })
}

/// A table of a DataSet, or without a name the tables that only a response shows.
fn data_set_table(name: Option<&str>, columns: &[DeclaredColumn], keys: Vec<String>) -> TableShape {
    let mut shape = TableShape::new(Source::DataSet, keys).with(declared(columns)).open();
    name.unwrap_or_default().clone_into(&mut shape.name);
    shape.table = name.map(str::to_owned);
    shape
}

fn chosen(keys: Vec<String>) -> TableShape {
    let columns =
        vec![ColumnShape::new("$choice", "xs:string", Vec::new()), ColumnShape::new("value", JSON, Vec::new())];
    TableShape::new(Source::Chosen, keys).with(columns)
}
