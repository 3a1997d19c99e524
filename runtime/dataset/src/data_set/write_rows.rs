//! Rows, written as the diffgram of a genuine server.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::content::{DataSetContent, Relation, RelationKind};
use super::read_rows::usual_id;
use super::references::References;
use super::tag::Tag;
use crate::table::{ByRow, Cell, Column, Mapping, Row, RowState, StoredRows, Table};
use crate::vocabulary::{DIFFGR, MSDATA, XS, XSI};
use asmx_types::xml_name::encode_local_name;
use asmx_xml::escape_text;

pub(super) fn write(content: &DataSetContent, out: &mut String) {
    let writer = Writer::new(content);
    Tag::open(out, "diffgr:diffgram")
        .attribute("xmlns:msdata", MSDATA)
        .attribute("xmlns:diffgr", DIFFGR)
        .content_if_any(|out| {
            if content.tables.iter().any(Table::has_rows) {
                writer.instance(out);
                writer.before(out);
                writer.errors(out);
            }
        });
}

struct Prepared<'c> {
    table: &'c Table,
    name: Cow<'c, str>,
    columns: Vec<Cow<'c, str>>,
    text_column: Option<usize>,
    /// The filled cells of rows, deleted rows and originals.
    rows: ByRow,
    deleted: ByRow,
    originals: ByRow,
    /// The id of each row, then of each deleted row.
    ids: Vec<String>,
    children: HashMap<(usize, usize), Vec<usize>>,
    is_inside: Vec<bool>,
}

struct Writer<'c> {
    content: &'c DataSetContent,
    tables: Vec<Prepared<'c>>,
    nested: Vec<usize>,
}

impl<'c> Writer<'c> {
    fn new(content: &'c DataSetContent) -> Self {
        let mut tables: Vec<Prepared<'c>> = content
            .tables
            .iter()
            .map(|table| Prepared {
                table,
                name: encode_local_name(&table.name),
                columns: table.columns.iter().map(|column| encode_local_name(&column.name)).collect(),
                text_column: table.columns.iter().position(|column| column.mapping == Mapping::SimpleContent),
                rows: table.rows.by_row(),
                deleted: table.deleted().map(StoredRows::by_row).unwrap_or_default(),
                originals: table.before.as_ref().map(|before| before.originals.by_row()).unwrap_or_default(),
                ids: ids(table),
                children: HashMap::new(),
                is_inside: vec![false; table.row_count()],
            })
            .collect();
        let references = References::of(content);
        for relation in content.relations.iter().filter(|relation| relation.is_nested) {
            nest(content, &references, relation, &mut tables);
        }
        unwind_circles(&mut tables);
        let nested = nested(&tables);
        Self { content, tables, nested }
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
        // If the root has a prefix, each row declares the namespace itself.
        let default = if is_prefixed { None } else { Some(content.namespace.as_str()) };
        tag.content_if_any(|out| {
            for (table, prepared) in self.tables.iter().enumerate() {
                for row in (0..prepared.table.row_count()).filter(|row| prepared.is_inside.get(*row) != Some(&true)) {
                    self.row(table, row, default, out);
                }
            }
        });
    }

    fn row(&self, table: usize, index: usize, default: Option<&str>, out: &mut String) {
        let Some(prepared) = self.tables.get(table) else {
            return;
        };
        let Some(row) = prepared.table.row_at(index) else {
            return;
        };
        let cells = prepared.cells(row);
        let namespace = self.namespace(prepared.table);
        let changes = match row.state() {
            RowState::Added => Some("inserted"),
            RowState::Modified => Some("modified"),
            RowState::Unchanged | RowState::Deleted => None,
        };
        let tag = Tag::open(out, prepared.name.as_ref())
            .attribute("diffgr:id", prepared.ids.get(index).map_or("", String::as_str))
            .attribute("msdata:rowOrder", &row.order().to_string())
            .optional("diffgr:hasChanges", changes)
            .flag("diffgr:hasErrors", row.has_errors());
        let tag = attribute_cells(tag, namespace, &cells)
            .optional("xmlns", (default != Some(namespace)).then_some(namespace));
        let tag = nil_simple_content(tag, prepared, &cells);
        tag.content_if_any(|out| {
            element_cells(namespace, &cells, out);
            for child_table in &self.nested {
                let children = self.tables.get(*child_table).and_then(|child| child.children.get(&(table, index)));
                for inner in children.into_iter().flatten() {
                    self.row(*child_table, *inner, Some(namespace), out);
                }
            }
        });
    }

    fn before(&self, out: &mut String) {
        let needed = |table: &Table| table.before.as_ref().is_some_and(|before| before.needs_writing());
        if !self.content.tables.iter().any(needed) {
            return;
        }
        Tag::open(out, "diffgr:before").content(|out| {
            for prepared in &self.tables {
                let namespace = self.namespace(prepared.table);
                let mut rows: Vec<(Row<'_>, &String)> = prepared.with_ids().collect();
                rows.retain_mut(|(row, _)| {
                    let original = row.original();
                    let is_needed = original.is_some() || row.state() == RowState::Deleted;
                    *row = original.unwrap_or(*row);
                    is_needed
                });
                rows.sort_by_key(|(row, _)| row.order());
                for (row, id) in rows {
                    let is_deleted = row.state() == RowState::Deleted;
                    let cells = if is_deleted { prepared.deleted_cells(row) } else { prepared.original_cells(row) };
                    let tag = Tag::open(out, prepared.name.as_ref())
                        .attribute("diffgr:id", id)
                        .flag("diffgr:hasErrors", is_deleted && row.has_errors())
                        .attribute("msdata:rowOrder", &row.order().to_string());
                    let tag = attribute_cells(tag, namespace, &cells).attribute("xmlns", namespace);
                    let tag = nil_simple_content(tag, prepared, &cells);
                    tag.content_if_any(|out| element_cells(namespace, &cells, out));
                }
            }
        });
    }

    fn errors(&self, out: &mut String) {
        let has_errors = |table: &Table| {
            table.rows.changes.has_errors() || table.deleted().is_some_and(|deleted| deleted.changes.has_errors())
        };
        let mut text = String::new();
        for prepared in self.tables.iter().filter(|prepared| has_errors(prepared.table)) {
            let namespace = self.namespace(prepared.table);
            let mut rows: Vec<(Row<'_>, &String)> = prepared.with_ids().filter(|(row, _)| row.has_errors()).collect();
            rows.sort_by_key(|(row, _)| row.order());
            for (row, id) in rows {
                let tag = Tag::open(&mut text, prepared.name.as_ref()).attribute("diffgr:id", id);
                let tag = tag.optional("diffgr:Error", row.error()).attribute("xmlns", namespace);
                tag.content_if_any(|out| {
                    for (column, error) in row.column_errors() {
                        Tag::open(out, encode_local_name(column)).attribute("diffgr:Error", error).close();
                    }
                });
            }
        }
        if !text.is_empty() {
            Tag::open(out, "diffgr:errors").content(|out| out.push_str(&text));
        }
    }
}

type NamedCell<'p> = (usize, &'p Column, &'p str, Cell<'p>);

impl Prepared<'_> {
    fn cells<'p>(&'p self, row: Row<'p>) -> Vec<NamedCell<'p>> {
        self.named(self.rows.columns_of(row.cells_index), row)
    }

    fn deleted_cells<'p>(&'p self, row: Row<'p>) -> Vec<NamedCell<'p>> {
        self.named(self.deleted.columns_of(row.cells_index), row)
    }

    fn original_cells<'p>(&'p self, row: Row<'p>) -> Vec<NamedCell<'p>> {
        self.named(self.originals.columns_of(row.cells_index), row)
    }

    fn named<'p>(&'p self, places: &[u32], row: Row<'p>) -> Vec<NamedCell<'p>> {
        let named = |column: &u32| {
            let column = *column as usize;
            Some((column, self.table.columns.get(column)?, &**self.columns.get(column)?, row.cell_at(column)?))
        };
        places.iter().filter_map(named).collect()
    }

    /// All rows, then deleted ones, with their ids.
    fn with_ids(&self) -> impl Iterator<Item = (Row<'_>, &String)> {
        self.table.iter().chain(self.table.deleted_rows()).zip(&self.ids)
    }
}

/// Whether the root element can have this prefix without hiding another.
fn is_usable_prefix(prefix: &str) -> bool {
    let is_taken = ["xml", "xmlns", "msdata", "diffgr", "xsi", "xs"].contains(&prefix);
    asmx_types::xml_name::is_name(prefix) && !is_taken
}

/// The ids of rows and deleted rows: those that were sent, else the usual ones, or the next free one.
fn ids(table: &Table) -> Vec<String> {
    let rows = || table.iter().chain(table.deleted_rows());
    let mut used: HashSet<&str> = rows().filter_map(Row::id).collect();
    let default_ids: Vec<String> = rows().map(|row| usual_id(&table.name, row.order())).collect();
    let mut next = rows().map(Row::order).max().map_or(0, |order| order.saturating_add(1));
    let mut ids = Vec::with_capacity(default_ids.len());
    let all_usual: HashSet<&str> = default_ids.iter().map(String::as_str).collect();
    for (row, default_id) in rows().zip(&default_ids) {
        let id = match row.id() {
            Some(id) => id.to_owned(),
            None if used.insert(default_id) => default_id.clone(),
            None => loop {
                let id = usual_id(&table.name, next);
                next = next.saturating_add(1);
                if !used.contains(id.as_str()) && !all_usual.contains(id.as_str()) {
                    break id;
                }
            },
        };
        ids.push(id);
    }
    ids
}

/// Finds the parent row of each row of the child table: by equal values in the columns of the relation, or, for bare nesting, as it
/// was sent.
fn nest(content: &DataSetContent, references: &References<'_>, relation: &Relation, tables: &mut [Prepared<'_>]) {
    let (Some(parent), Some(child)) = (references.table(&relation.parent), references.table(&relation.child)) else {
        return;
    };
    // None if there are no columns, or one is unknown.
    let columns_of = |table, columns: &[String]| -> Option<Vec<usize>> {
        let found = columns.iter().map(|column| references.column(table, column)).collect::<Option<Vec<_>>>();
        found.filter(|found| !found.is_empty())
    };
    let (Some(parent_table), Some(child_table)) = (content.tables.get(parent), content.tables.get(child)) else {
        return;
    };
    let by_link = relation.kind == RelationKind::Nesting;
    let mut parents: HashMap<Vec<Cow<'_, str>>, usize> = HashMap::new();
    let mut by_order: HashMap<u32, usize> = HashMap::new();
    let parent_columns = columns_of(parent, &relation.parent_columns);
    for (index, row) in parent_table.iter().enumerate() {
        by_order.entry(row.order()).or_insert(index);
        if let Some(key) = key(row, parent_columns.as_deref()) {
            parents.entry(key).or_insert(index);
        }
    }
    let child_columns = columns_of(child, &relation.child_columns);
    let Some(prepared) = tables.get_mut(child) else {
        return;
    };
    for (index, row) in child_table.iter().enumerate() {
        let found = if by_link {
            row.parent_order().and_then(|order| by_order.get(&order))
        } else {
            key(row, child_columns.as_deref()).and_then(|key| parents.get(&key))
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

/// The values of a row in these columns; `None` if one is `DBNull`.
fn key<'r>(row: Row<'r>, places: Option<&[usize]>) -> Option<Vec<Cow<'r, str>>> {
    places?.iter().map(|column| row.text_at(*column)).collect()
}

/// The tables that have nested rows. There are usually few; each row is looked up in each of them.
fn nested(tables: &[Prepared<'_>]) -> Vec<usize> {
    (0..).zip(tables).filter(|(_, prepared)| !prepared.children.is_empty()).map(|(table, _)| table).collect()
}

/// Puts rows that are nested in a circle at the top, because they would not be written at all.
fn unwind_circles(tables: &mut [Prepared<'_>]) {
    let nested = nested(tables);
    let mut reached: HashSet<(usize, usize)> = HashSet::new();
    let mut pending: Vec<(usize, usize)> = Vec::new();
    for (table, prepared) in tables.iter().enumerate() {
        let top = prepared.is_inside.iter().enumerate().filter(|(_, is_inside)| !**is_inside);
        pending.extend(top.map(|(row, _)| (table, row)));
    }
    while let Some(at) = pending.pop() {
        if reached.insert(at) {
            for table in &nested {
                let children = tables.get(*table).and_then(|prepared| prepared.children.get(&at));
                pending.extend(children.into_iter().flatten().map(|row| (*table, *row)));
            }
        }
    }
    for (table, prepared) in tables.iter_mut().enumerate() {
        let Prepared { is_inside, children, .. } = prepared;
        for (row, is_inside) in is_inside.iter_mut().enumerate() {
            *is_inside &= reached.contains(&(table, row));
        }
        for children in children.values_mut() {
            children.retain(|row| is_inside.get(*row) == Some(&true));
        }
    }
}

/// Writes the cells that are attributes. An attribute in a namespace needs a prefix, which is declared on the element.
fn attribute_cells<'o>(mut tag: Tag<'o>, table_namespace: &str, cells: &[NamedCell<'_>]) -> Tag<'o> {
    let mut prefixes: Vec<&str> = Vec::new();
    for (_, column, name, cell) in cells {
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

/// Marks a row whose text column is `DBNull` with `xsi:nil`; without it, the text would be read as empty.
fn nil_simple_content<'o>(tag: Tag<'o>, prepared: &Prepared<'_>, cells: &[NamedCell<'_>]) -> Tag<'o> {
    match prepared.text_column {
        Some(column) if cells.iter().all(|(index, ..)| *index != column) => {
            tag.attribute("xsi:nil", "true").attribute("xmlns:xsi", XSI)
        }
        _ => tag,
    }
}

fn element_cells(table_namespace: &str, cells: &[NamedCell<'_>], out: &mut String) {
    for (_, column, name, cell) in cells {
        match column.mapping {
            Mapping::SimpleContent => escape_text(out, cell.text().unwrap_or_default()),
            Mapping::Element => {
                let namespace = column.namespace.as_deref().filter(|namespace| *namespace != table_namespace);
                element_cell(Tag::open(out, *name).optional("xmlns", namespace), cell);
            }
            Mapping::Attribute | Mapping::Hidden => {}
        }
    }
}

fn element_cell(tag: Tag<'_>, cell: &Cell<'_>) {
    // Some readers drop text that is only white space.
    let is_blank = |text: &str| !text.is_empty() && text.chars().all(char::is_whitespace);
    let preserve = |tag: Tag<'_>, text: &str| {
        tag.optional("xml:space", is_blank(text).then_some("preserve")).text(text);
    };
    match cell {
        Cell::DbNull => tag.close(),
        Cell::Text(text) => preserve(tag, text),
        Cell::Typed { text, namespace, type_name } => {
            let tag = match &**namespace {
                "" => tag.attribute("xsi:type", type_name),
                XS => tag.attribute("xsi:type", &format!("xs:{type_name}")).attribute("xmlns:xs", XS),
                other => tag.attribute("xsi:type", &format!("q1:{type_name}")).attribute("xmlns:q1", other),
            };
            preserve(tag.attribute("xmlns:xsi", XSI), text);
        }
        Cell::Xml(xml) => tag.content(|out| out.push_str(xml)),
    }
}
