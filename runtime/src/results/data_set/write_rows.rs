//! From rows to the diffgram that a genuine server writes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Content;
use super::cell::Cell;
use super::column::{Column, Mapping};
use super::read_rows::usual_id;
use super::relation::{Relation, RelationKind};
use super::row::{Cells, Record, RowState};
use super::table::Table;
use super::vocabulary::{DIFFGR, MSDATA, XS, XSI};
use super::written::Tag;
use crate::xml::escape_text;
use crate::xml::name::encode_local_name;

/// Appends the diffgram.
pub(super) fn write(content: &Content, out: &mut String) {
    let writer = Writer::new(content);
    Tag::open(out, "diffgr:diffgram")
        .attribute("xmlns:msdata", MSDATA)
        .attribute("xmlns:diffgr", DIFFGR)
        .content_if_any(|out| {
            if content.tables.iter().any(|table| !table.rows.is_empty() || !table.deleted.is_empty()) {
                writer.instance(out);
                writer.before(out);
                writer.errors(out);
            }
        });
}

/// A table with what is needed of it for every row.
struct Prepared<'c> {
    table: &'c Table,
    name: Cow<'c, str>,
    columns: Vec<Cow<'c, str>>,
    /// The id of each row, then of each deleted row.
    ids: Vec<String>,
    /// For rows that travel inside others: which they are inside of.
    children: HashMap<(usize, usize), Vec<usize>>,
    /// Rows that travel inside others.
    is_inside: Vec<bool>,
}

struct Writer<'c> {
    content: &'c Content,
    tables: Vec<Prepared<'c>>,
}

impl<'c> Writer<'c> {
    fn new(content: &'c Content) -> Self {
        let mut tables: Vec<Prepared<'c>> = content
            .tables
            .iter()
            .map(|table| Prepared {
                table,
                name: encode_local_name(&table.name),
                columns: table.columns.iter().map(|column| encode_local_name(&column.name)).collect(),
                ids: ids(table),
                children: HashMap::new(),
                is_inside: vec![false; table.rows.len()],
            })
            .collect();
        let place = |name: &str| content.tables.iter().position(|table| table.name == name);
        for relation in content.relations.iter().filter(|relation| relation.is_nested) {
            let (Some(parent), Some(child)) = (place(&relation.parent), place(&relation.child)) else {
                continue;
            };
            nest(content, relation, parent, child, &mut tables);
        }
        unwind_circles(&mut tables);
        Self { content, tables }
    }

    fn namespace(&self, table: &'c Table) -> &'c str {
        table.namespace.as_deref().unwrap_or(&self.content.namespace)
    }

    fn instance(&self, out: &mut String) {
        let content = self.content;
        let name = encode_local_name(content.instance_name());
        let is_prefixed = !content.namespace.is_empty() && is_usable_prefix(&content.prefix);
        let tag = if is_prefixed {
            Tag::open(out, format!("{}:{name}", content.prefix))
                .attribute(&format!("xmlns:{}", content.prefix), &content.namespace)
        } else {
            Tag::open(out, name).attribute("xmlns", &content.namespace)
        };
        // With a prefix on the root, each row states the namespace itself.
        let default = if is_prefixed { None } else { Some(content.namespace.as_str()) };
        tag.content_if_any(|out| {
            for (place, prepared) in self.tables.iter().enumerate() {
                for row in (0..prepared.table.rows.len()).filter(|row| prepared.is_inside.get(*row) != Some(&true)) {
                    self.row(place, row, default, out);
                }
            }
        });
    }

    fn row(&self, place: usize, index: usize, default: Option<&str>, out: &mut String) {
        let Some(prepared) = self.tables.get(place) else {
            return;
        };
        let Some(record) = prepared.table.rows.get(index) else {
            return;
        };
        let namespace = self.namespace(prepared.table);
        let changes = match record.state {
            RowState::Added => Some("inserted"),
            RowState::Modified => Some("modified"),
            RowState::Unchanged | RowState::Deleted => None,
        };
        let tag = Tag::open(out, prepared.name.as_ref())
            .attribute("diffgr:id", prepared.ids.get(index).map_or("", String::as_str))
            .attribute("msdata:rowOrder", &record.order.to_string())
            .optional("diffgr:hasChanges", changes)
            .flag("diffgr:hasErrors", has_errors(record));
        let tag = attribute_cells(tag, prepared, namespace, &record.cells)
            .optional("xmlns", (default != Some(namespace)).then_some(namespace));
        let tag = nil_simple_content(tag, prepared, &record.cells);
        tag.content_if_any(|out| {
            element_cells(prepared, namespace, &record.cells, out);
            for (child_place, child) in self.tables.iter().enumerate() {
                for inner in child.children.get(&(place, index)).into_iter().flatten() {
                    self.row(child_place, *inner, Some(namespace), out);
                }
            }
        });
    }

    /// The originals of modified rows, and deleted rows.
    fn before(&self, out: &mut String) {
        let is_modified = |record: &Record| record.original.is_some();
        let needed = |table: &Table| !table.deleted.is_empty() || table.rows.iter().any(is_modified);
        if !self.content.tables.iter().any(needed) {
            return;
        }
        Tag::open(out, "diffgr:before").content(|out| {
            for prepared in &self.tables {
                let table = prepared.table;
                let namespace = self.namespace(table);
                let mut records: Vec<(&Record, &Cells, &String)> = Vec::new();
                for (record, id) in table.rows.iter().chain(&table.deleted).zip(&prepared.ids) {
                    let cells =
                        if record.state == RowState::Deleted { Some(&record.cells) } else { record.original.as_ref() };
                    records.extend(cells.map(|cells| (record, cells, id)));
                }
                records.sort_by_key(|(record, _, _)| record.order);
                for (record, cells, id) in records {
                    let is_deleted = record.state == RowState::Deleted;
                    let tag = Tag::open(out, prepared.name.as_ref())
                        .attribute("diffgr:id", id)
                        .flag("diffgr:hasErrors", is_deleted && has_errors(record))
                        .attribute("msdata:rowOrder", &record.order.to_string());
                    let tag = attribute_cells(tag, prepared, namespace, cells).attribute("xmlns", namespace);
                    let tag = nil_simple_content(tag, prepared, cells);
                    tag.content_if_any(|out| element_cells(prepared, namespace, cells, out));
                }
            }
        });
    }

    fn errors(&self, out: &mut String) {
        let all = |table: &'c Table| table.rows.iter().chain(&table.deleted);
        if !self.content.tables.iter().any(|table| all(table).any(has_errors)) {
            return;
        }
        Tag::open(out, "diffgr:errors").content(|out| {
            for prepared in &self.tables {
                let namespace = self.namespace(prepared.table);
                let with_ids = all(prepared.table).zip(&prepared.ids);
                let mut records: Vec<(&Record, &String)> = with_ids.filter(|(record, _)| has_errors(record)).collect();
                records.sort_by_key(|(record, _)| record.order);
                for (record, id) in records {
                    if let Some(error) = &record.error {
                        let tag = Tag::open(out, prepared.name.as_ref()).attribute("diffgr:id", id);
                        tag.attribute("diffgr:Error", error).attribute("xmlns", namespace).close();
                    }
                    if !record.column_errors.is_empty() {
                        let tag = Tag::open(out, prepared.name.as_ref()).attribute("diffgr:id", id);
                        tag.attribute("xmlns", namespace).content(|out| {
                            for (column, error) in &record.column_errors {
                                Tag::open(out, encode_local_name(column)).attribute("diffgr:Error", error).close();
                            }
                        });
                    }
                }
            }
        });
    }
}

/// Whether the root element can have this prefix without hiding another.
fn is_usable_prefix(prefix: &str) -> bool {
    let is_taken = ["xml", "xmlns", "msdata", "diffgr", "xsi", "xs"].contains(&prefix);
    crate::xml::is_name(prefix) && !is_taken
}

fn has_errors(record: &Record) -> bool {
    record.error.is_some() || !record.column_errors.is_empty()
}

/// The ids of rows and deleted rows: those that were sent, else the usual ones, or the next that is free.
fn ids(table: &Table) -> Vec<String> {
    let records = || table.rows.iter().chain(&table.deleted);
    let mut taken: HashSet<&str> = records().filter_map(|record| record.id.as_deref()).collect();
    let usual: Vec<String> = records().map(|record| usual_id(&table.name, record.order)).collect();
    let mut next = records().map(|record| record.order).max().map_or(0, |order| order.saturating_add(1));
    let mut ids = Vec::with_capacity(usual.len());
    let all_usual: HashSet<&str> = usual.iter().map(String::as_str).collect();
    for (record, usual) in records().zip(&usual) {
        let id = match &record.id {
            Some(id) => id.clone(),
            None if taken.insert(usual) => usual.clone(),
            None => loop {
                let id = usual_id(&table.name, next);
                next = next.saturating_add(1);
                if !taken.contains(id.as_str()) && !all_usual.contains(id.as_str()) {
                    break id;
                }
            },
        };
        ids.push(id);
    }
    ids
}

/// Finds the parent row of each row of the child table: by equal values in the columns of the relation, or as it was sent where
/// only nesting tells.
fn nest(content: &Content, relation: &Relation, parent: usize, child: usize, tables: &mut [Prepared<'_>]) {
    let (Some(parent_table), Some(child_table)) = (content.tables.get(parent), content.tables.get(child)) else {
        return;
    };
    let by_link = relation.kind == RelationKind::Nesting;
    let mut parents: HashMap<Vec<&str>, usize> = HashMap::new();
    let mut by_order: HashMap<u32, usize> = HashMap::new();
    for (index, record) in parent_table.rows.iter().enumerate() {
        by_order.entry(record.order).or_insert(index);
        if let Some(key) = key(parent_table, record, &relation.parent_columns) {
            parents.entry(key).or_insert(index);
        }
    }
    let Some(prepared) = tables.get_mut(child) else {
        return;
    };
    for (index, record) in child_table.rows.iter().enumerate() {
        let found = if by_link {
            record.parent.and_then(|order| by_order.get(&order))
        } else {
            key(child_table, record, &relation.child_columns).and_then(|key| parents.get(&key))
        };
        let Some(is_inside) = prepared.is_inside.get_mut(index) else {
            continue;
        };
        if let (Some(found), false) = (found, *is_inside) {
            *is_inside = true;
            prepared.children.entry((parent, *found)).or_default().push(index);
        }
    }
}

/// The values of a row in these columns, if none is `DBNull`.
fn key<'r>(table: &Table, record: &'r Record, columns: &[String]) -> Option<Vec<&'r str>> {
    if columns.is_empty() {
        return None;
    }
    columns
        .iter()
        .map(|column| {
            let column = u32::try_from(table.column_index(column)?).ok()?;
            let at = record.cells.binary_search_by_key(&column, |(at, _)| *at).ok()?;
            record.cells.get(at)?.1.text()
        })
        .collect()
}

/// Rows inside one another in a circle would not be written at all: put them at the top.
fn unwind_circles(tables: &mut [Prepared<'_>]) {
    let mut reached: HashSet<(usize, usize)> = HashSet::new();
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    for (place, prepared) in tables.iter().enumerate() {
        let top = prepared.is_inside.iter().enumerate().filter(|(_, is_inside)| !**is_inside);
        waiting.extend(top.map(|(row, _)| (place, row)));
    }
    while let Some(at) = waiting.pop() {
        if reached.insert(at) {
            for (place, prepared) in tables.iter().enumerate() {
                waiting.extend(prepared.children.get(&at).into_iter().flatten().map(|row| (place, *row)));
            }
        }
    }
    for (place, prepared) in tables.iter_mut().enumerate() {
        for (row, is_inside) in prepared.is_inside.iter_mut().enumerate() {
            if *is_inside && !reached.contains(&(place, row)) {
                *is_inside = false;
                for children in prepared.children.values_mut() {
                    children.retain(|child| *child != row);
                }
            }
        }
    }
}

fn with_columns<'p>(
    prepared: &'p Prepared<'_>,
    cells: &'p Cells,
) -> impl Iterator<Item = (&'p Column, &'p Cow<'p, str>, &'p Cell)> {
    cells.iter().filter_map(|(index, cell)| {
        let index = *index as usize;
        Some((prepared.table.columns.get(index)?, prepared.columns.get(index)?, cell))
    })
}

/// Cells that travel as attributes. In a namespace they need a prefix, which is declared in place.
fn attribute_cells<'o>(mut tag: Tag<'o>, prepared: &Prepared<'_>, table_namespace: &str, cells: &Cells) -> Tag<'o> {
    let mut prefixes: Vec<&str> = Vec::new();
    for (column, name, cell) in with_columns(prepared, cells) {
        let text = cell.text().unwrap_or_default();
        match column.mapping {
            Mapping::Hidden => tag = tag.attribute(&format!("msdata:hidden{name}"), text),
            Mapping::Attribute => {
                let namespace = column.namespace.as_deref().unwrap_or(table_namespace);
                if namespace.is_empty() || !column.is_declared {
                    tag = tag.attribute(name, text);
                    continue;
                }
                let known = prefixes.iter().position(|known| *known == namespace);
                let number = known.map_or(prefixes.len() + 1, |known| known + 1);
                if known.is_none() {
                    prefixes.push(namespace);
                    tag = tag.attribute(&format!("xmlns:d{number}p1"), namespace);
                }
                tag = tag.attribute(&format!("d{number}p1:{name}"), text);
            }
            Mapping::Element | Mapping::SimpleContent => {}
        }
    }
    tag
}

/// A row whose text column is `DBNull` says so, for the text would be read as empty.
fn nil_simple_content<'o>(tag: Tag<'o>, prepared: &Prepared<'_>, cells: &Cells) -> Tag<'o> {
    let column = prepared.table.columns.iter().position(|column| column.mapping == Mapping::SimpleContent);
    match column.and_then(|column| u32::try_from(column).ok()) {
        Some(column) if cells.iter().all(|(index, _)| *index != column) => {
            tag.attribute("xsi:nil", "true").attribute("xmlns:xsi", XSI)
        }
        _ => tag,
    }
}

fn element_cells(prepared: &Prepared<'_>, table_namespace: &str, cells: &Cells, out: &mut String) {
    for (column, name, cell) in with_columns(prepared, cells) {
        match column.mapping {
            Mapping::SimpleContent => escape_text(out, cell.text().unwrap_or_default()),
            Mapping::Element => {
                let namespace = column.namespace.as_deref().filter(|namespace| *namespace != table_namespace);
                element_cell(Tag::open(out, name.as_ref()).optional("xmlns", namespace), cell);
            }
            Mapping::Attribute | Mapping::Hidden => {}
        }
    }
}

fn element_cell(tag: Tag<'_>, cell: &Cell) {
    // White space alone would be dropped by readers that are not told to keep it.
    let is_blank = |text: &str| !text.is_empty() && text.chars().all(char::is_whitespace);
    let preserve = |tag: Tag<'_>, text: &str| {
        tag.optional("xml:space", is_blank(text).then_some("preserve")).text(text);
    };
    match cell {
        Cell::DbNull => tag.close(),
        Cell::Text(text) => preserve(tag, text),
        Cell::Typed { text, namespace, type_name } => {
            let tag = match namespace.as_str() {
                "" => tag.attribute("xsi:type", type_name),
                XS => tag.attribute("xsi:type", &format!("xs:{type_name}")).attribute("xmlns:xs", XS),
                other => tag.attribute("xsi:type", &format!("q1:{type_name}")).attribute("xmlns:q1", other),
            };
            preserve(tag.attribute("xmlns:xsi", XSI), text);
        }
        Cell::Xml(xml) => tag.content(|out| out.push_str(xml)),
    }
}
