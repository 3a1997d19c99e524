//! The tables of a description in the result of a call.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asmx_runtime::json;
use asmx_runtime::results::table::Column;
use serde_json::{Map, Value as Json};

use super::found_table::{Beside, FoundTable};
use super::in_xml;
use super::note::RowsNote;
use super::shape::{ColumnFacts, ColumnShape, JSON, Main, Source, TableShape};
use super::undeclared::REST;
use crate::rows::texts::{is_main_table, is_named};

/// The tables of a result, in the order of the description. Tables that the response lacks are empty.
pub(super) fn found<'a>(shapes: &[TableShape], output: &'a Json) -> Vec<FoundTable<'a>> {
    let mut all = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        let value = at(output, &shape.keys);
        match shape.source {
            Source::DataSet | Source::Elements => {
                let before = shapes.get(..index).unwrap_or_default().iter();
                // Tables that no shape declares come once, behind those of the last shape of their DataSet.
                let later = shapes.get(index + 1..).unwrap_or_default();
                let is_last = !later.iter().any(|other| other.source == shape.source && other.keys == shape.keys);
                let known: Vec<&str> = before
                    .chain(std::iter::once(shape))
                    .filter(|other| other.keys == shape.keys)
                    .filter_map(|other| other.table.as_deref())
                    .collect();
                data_set(&mut all, shape, value, is_last.then_some(&known));
            }
            Source::Objects | Source::Values | Source::Typed | Source::Chosen => {
                let rows = match value {
                    Some(_) => Cow::Borrowed(items(value)),
                    None => Cow::Owned(in_each_item(output, &shape.keys)),
                };
                let mut table = FoundTable::of(shape, rows);
                table.beside = beside(output, &shape.keys);
                all.push(table);
            }
            Source::Undescribed => all.push(undescribed(shape, value)),
            Source::Xml if value.is_none() => {
                let values = in_each_item(output, &shape.keys);
                all.extend(in_xml::tables_of(shape, values.iter().filter(|value| !value.is_null())));
            }
            Source::Xml => all.extend(in_xml::tables(shape, value)),
            Source::Delimited => {
                let mut table = FoundTable::of(shape, value.map(std::slice::from_ref).unwrap_or_default().into());
                table.columns = vec![ColumnShape::new("value", "xs:string", Vec::new())];
                table.source = Source::Values;
                all.push(table);
            }
            Source::Single => all.push(FoundTable::of(shape, Cow::Borrowed(std::slice::from_ref(output)))),
        }
    }
    name_apart(&mut all);
    all
}

/// Gives tables of one name, which only the response shows, their path, and a number where that is one, too.
fn name_apart(all: &mut [FoundTable<'_>]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for table in all.iter() {
        *counts.entry(table.name.clone()).or_default() += 1;
    }
    for table in all.iter_mut().filter(|table| !table.path.is_empty() && counts.get(&table.name) > Some(&1)) {
        let is_last = table.path == table.name || table.path.ends_with(&format!(".{}", table.name));
        table.name = if is_last { table.path.clone() } else { format!("{}.{}", table.path, table.name) };
    }
    let mut names: HashSet<String> = all.iter().map(|table| table.name.clone()).collect();
    if names.len() == all.len() {
        return;
    }
    let mut known: HashMap<String, usize> = HashMap::new();
    for table in all {
        let number = known.entry(table.name.clone()).or_default();
        *number += 1;
        while *number > 1 {
            let name = format!("{}-{number}", table.name);
            if names.insert(name.clone()) {
                table.name = name;
                break;
            }
            *number += 1;
        }
    }
}

/// The undeclared content inside of the value at these keys, each path once: `$rest` of each object around has it.
fn beside(output: &Json, keys: &[String]) -> Vec<Beside> {
    let mut found = Vec::new();
    add_beside(output, keys, 0, &mut found);
    found
}

/// Adds that of the object, or of each item, at the first `depth` of the keys.
fn add_beside(around: &Json, keys: &[String], depth: usize, found: &mut Vec<Beside>) {
    let Some(key) = keys.get(depth) else { return };
    if let Json::Array(items) = around {
        for item in items {
            add_beside(item, keys, depth, found);
        }
        return;
    }
    let mut add = |beside: Beside| {
        if found.len() < MOST_BESIDE && !found.contains(&beside) {
            found.push(beside);
        }
    };
    // An array on the way to the rows has them in its items.
    let is_on_the_way = around.get(key).is_some_and(Json::is_array);
    let ends = (depth + 1..=keys.len()).filter(|end| *end == keys.len() || *end == depth + 1 && is_on_the_way);
    for end in ends {
        let path = keys.get(..end).unwrap_or_default().join(".");
        match around.get(REST).and_then(|rest| at(rest, keys.get(depth..end).unwrap_or_default())) {
            Some(Json::Object(members)) => {
                for name in members.keys().filter(|name| Some(*name) != keys.get(end)) {
                    add(Beside { path: format!("{path}.{name}"), is_element: !name.starts_with(['@', '$']) });
                }
            }
            // Other elements of the name of the part.
            Some(_) => add(Beside { path, is_element: true }),
            None => {}
        }
    }
    if let Some(inner) = around.get(key) {
        add_beside(inner, keys, depth + 1, found);
    }
}

/// The most names of undeclared content that are listed.
const MOST_BESIDE: usize = 100;

fn at<'a>(output: &'a Json, keys: &[String]) -> Option<&'a Json> {
    keys.iter().try_fold(output, |value, key| value.get(key)).filter(|value| !value.is_null())
}

/// The items at a path through arrays: those of each item on the way.
fn in_each_item(output: &Json, keys: &[String]) -> Vec<Json> {
    match (output, keys.split_first()) {
        (Json::Array(all), None) => all.clone(),
        (Json::Array(all), _) => all.iter().flat_map(|item| in_each_item(item, keys)).collect(),
        (Json::Null, _) => Vec::new(),
        (value, None) => vec![value.clone()],
        (value, Some((key, rest))) => value.get(key).map(|inner| in_each_item(inner, rest)).unwrap_or_default(),
    }
}

/// The items that are rows.
fn items(value: Option<&Json>) -> &[Json] {
    match value {
        Some(Json::Array(items)) => items.as_slice(),
        Some(value) => std::slice::from_ref(value),
        None => &[],
    }
}

/// The tables of a DataSet: the declared one, and those that nothing declares if `known` has the names that are declared.
fn data_set<'a>(all: &mut Vec<FoundTable<'a>>, shape: &TableShape, value: Option<&'a Json>, known: Option<&Vec<&str>>) {
    let tables = value.and_then(|value| value.get("tables")).and_then(Json::as_array).map(Vec::as_slice);
    let tables = tables.unwrap_or_default();
    let main = value.and_then(json::main_table);
    let main = |table: &Json| main.filter(|main| is_main_table(name_of(table), main)).map(|_| Main::Schema);
    // Declared columns without the name of a table are those of the first.
    let called = |name: &str| tables.iter().find(|table| is_named(name_of(table), name));
    let own = match &shape.table {
        Some(name) => called(name),
        None => tables.first(),
    };
    if shape.table.is_some() || !shape.columns.is_empty() {
        let mut table = FoundTable::of(shape, own.map(rows_of).unwrap_or_default().into());
        table.is_known = true;
        if let Some(found) = own {
            table.name = match &shape.table {
                Some(name) if *name != shape.name => format!("{}.{name}", shape.path),
                Some(name) => name.clone(),
                None => name_of(found).to_owned(),
            };
            table.main = main(found);
            add_columns(&mut table, found, shape.leaves_out_others);
        } else if let Some(known) = known {
            table.differences.extend(RowsNote::of_tables(known, tables.iter().map(name_of)));
        }
        all.push(table);
    }
    let Some(known) = known else { return };
    let first = own.filter(|_| shape.table.is_none() && !shape.columns.is_empty());
    let declared: Vec<&Json> = known.iter().filter_map(|name| called(name)).chain(first).collect();
    for found in tables.iter().filter(|table| !declared.iter().any(|declared| std::ptr::eq(*declared, *table))) {
        let mut table = FoundTable::of(shape, rows_of(found).into());
        name_of(found).clone_into(&mut table.name);
        table.columns.clear();
        add_columns(&mut table, found, false);
        (table.is_known, table.is_of_response, table.main) = (false, true, main(found));
        let has_types = table.columns.iter().any(|column| !column.type_name.is_empty());
        table.is_undeclared = shape.is_of_typed && !has_types && !table.rows.is_empty();
        all.push(table);
    }
}

fn name_of(table: &Json) -> &str {
    table.get("name").and_then(Json::as_str).unwrap_or_default()
}

fn rows_of(table: &Json) -> &[Json] {
    table.get("rows").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Adds the columns that the schema of the response states, or all if it states none, and to known ones what that schema says of them.
fn add_columns(table: &mut FoundTable<'_>, found: &Json, leaves_out_others: bool) {
    let known = table.columns.len();
    let columns = found.get("columns").and_then(Json::as_array).into_iter().flatten();
    let columns: Vec<Column> = columns.map(json::table_column).collect();
    let is_any_stated = columns.iter().any(|column| !column.type_name().is_empty());
    let declared: Vec<Column> = table.columns.iter().map(ColumnShape::column).collect();
    let lacking = RowsNote::of_columns(&table.name, &declared, &columns);
    let indices: HashMap<String, usize> =
        table.columns.iter().enumerate().map(|(index, column)| (column.name.clone(), index)).collect();
    table.differences.extend(lacking);
    table.differences.extend(RowsNote::of_types(&declared, &columns));
    table.differences.extend(RowsNote::of_repeated(&table.name, &columns));
    for column in columns {
        if let Some(declared) = indices.get(&column.name).filter(|index| **index < known) {
            if let Some(declared) = table.columns.get_mut(*declared) {
                declared.facts = ColumnFacts::of(&column);
            }
        } else if is_any_stated && column.type_name().is_empty() {
            table.left_out.push(column.name);
        } else {
            if known > 0 && !column.type_name().is_empty() {
                table.differences.push(RowsNote::NotDescribed(column.name.clone()));
                if leaves_out_others {
                    table.differences.push(RowsNote::NotDescribedLeftOut(column.name));
                    continue;
                }
            }
            table.columns.push(ColumnShape::of_response(&column, &column.name));
        }
    }
}

/// Rows of JSON that nothing describes: its keys by first appearance.
fn undescribed<'a>(shape: &TableShape, value: Option<&'a Json>) -> FoundTable<'a> {
    // An operation without a result has no row.
    let is_nothing = value.and_then(Json::as_object).is_some_and(Map::is_empty);
    let rows = if is_nothing { &[] } else { items(value) };
    let mut table = FoundTable::of(shape, Cow::Borrowed(rows));
    table.columns = undescribed_columns(rows);
    table.is_of_response = true;
    table.source = if are_objects(rows) { Source::Objects } else { Source::Values };
    table
}

/// Whether each row is an object, or null. Other rows are values, whatever they are.
fn are_objects(rows: &[Json]) -> bool {
    rows.iter().any(Json::is_object) && rows.iter().all(|row| row.is_object() || row.is_null())
}

/// The columns of undescribed rows.
pub(super) fn undescribed_columns(rows: &[Json]) -> Vec<ColumnShape> {
    let (mut columns, mut known) = (Vec::new(), HashSet::new());
    let objects = rows.iter().filter_map(Json::as_object).filter(|_| are_objects(rows));
    for name in objects.flat_map(Map::keys) {
        if known.insert(name.as_str()) {
            columns.push(ColumnShape::of_key(name, ""));
        }
    }
    if columns.is_empty() && !rows.is_empty() {
        let type_name = if rows.iter().any(|row| row.is_array() || row.is_object()) { JSON } else { "" };
        columns.push(ColumnShape::new("value", type_name, Vec::new()));
    }
    columns
}
