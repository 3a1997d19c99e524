//! Rows in XML: a schema and a diffgram, `rs:data`, or the children of the root if all have one name.

use std::borrow::Cow;
use std::collections::HashSet;

use asmx_runtime::json::CellKind;
use asmx_runtime::results::XmlRowsError;
use asmx_runtime::results::table::{Column, Mapping, Row, Table};
use asmx_runtime::xml::{Document, Element, ParseOptions};
use asmx_runtime::{DataSet, XmlDocument};
use asmx_types::display::shown_line;
use serde_json::{Map, Value as Json};

use super::found_table::{FoundTable, NoRows};
use super::shape::{ColumnShape, Source, TableShape};

/// The namespace of `rs:data`, in which rowsets stand.
const ROWSET: &str = "urn:schemas-microsoft-com:rowset";
/// The most levels of elements around `rs:data`.
const DEEPEST: usize = 3;

/// The tables of a part that is XML.
pub(super) fn tables<'a>(shape: &TableShape, value: Option<&Json>) -> Vec<FoundTable<'a>> {
    let empty = || found(shape, shape.columns.clone(), Vec::new());
    let Some((text, is_wrapped)) = value.and_then(text) else { return vec![empty()] };
    if !shape.elements.is_empty() {
        return vec![match read_at(&text, &shape.elements) {
            Ok(tables) => one(shape, &tables),
            Err(problem) => FoundTable { problem: Some(problem.into()), ..empty() },
        }];
    }
    match read(&text, is_wrapped, shape.table.as_deref()) {
        Ok(tables) if tables.is_empty() => vec![empty()],
        // Declared columns are those of the first table.
        Ok(mut tables) if !shape.columns.is_empty() => {
            let declared: Vec<Column> = shape.columns.iter().map(ColumnShape::column).collect();
            tables.iter_mut().take(1).for_each(|table| table.declare_columns(&declared));
            tables.iter().map(|table| of_table(shape, table)).collect()
        }
        Ok(tables)
            if tables.len() > 1
                && tables.iter().all(|table| Some(table.full_name()) == tables.first().map(Table::full_name)) =>
        {
            vec![one(shape, &tables)]
        }
        Ok(tables) => tables.iter().map(|table| of_table(shape, table)).collect(),
        Err(problem) => vec![FoundTable { problem: Some(problem), ..empty() }],
    }
}

/// The rows of several parts that are XML, as one table.
pub(super) fn tables_of<'a, 'v>(shape: &TableShape, values: impl Iterator<Item = &'v Json>) -> Vec<FoundTable<'a>> {
    let mut all = values.flat_map(|value| tables(shape, Some(value)));
    all.next().map_or_else(|| tables(shape, None), |first| vec![joined(first, all)])
}

/// The rows and columns of all these tables, up to the first that has a problem.
fn joined<'a>(mut all: FoundTable<'a>, others: impl Iterator<Item = FoundTable<'a>>) -> FoundTable<'a> {
    let mut known: HashSet<String> = all.columns.iter().map(|column| column.name.clone()).collect();
    for FoundTable { name, columns, rows, problem, left_out, .. } in others {
        if all.problem.is_some() {
            break;
        }
        all.columns.extend(columns.into_iter().filter(|column| known.insert(column.name.clone())));
        all.rows.to_mut().extend(rows.into_owned());
        (all.name, all.problem) = (name, problem);
        all.left_out.extend(left_out);
    }
    all
}

fn found<'a>(shape: &TableShape, columns: Vec<ColumnShape>, rows: Vec<Json>) -> FoundTable<'a> {
    FoundTable {
        name: shape.name.clone(),
        path: shape.path.clone(),
        columns,
        is_known: true,
        source: Source::Objects,
        rows: rows.into(),
        is_of_response: shape.columns.is_empty(),
        left_out: Vec::new(),
        record_limit: shape.record_limit,
        beside: Vec::new(),
        problem: None,
        main: shape.main(),
    }
}

fn of_table<'a>(shape: &TableShape, table: &Table) -> FoundTable<'a> {
    let is_any_declared = table.columns().iter().any(Column::is_declared);
    let (columns, others): (Vec<&Column>, Vec<&Column>) =
        table.columns().iter().partition(|column| !is_any_declared || column.is_declared());
    let name = |column: &Column| text_key(table, column).to_owned();
    let columns = columns.iter().map(|column| ColumnShape::of_response(column, &name(column))).collect();
    let row = |row: Row<'_>| {
        let value = |column: &Column, text: &str| CellKind::of(column.type_name()).value(text);
        let cells = row.cells().filter_map(|(column, cell)| Some((name(column), value(column, cell.text()?))));
        Json::from(cells.collect::<Map<_, _>>())
    };
    let mut found = found(shape, columns, table.iter().map(row).collect());
    found.left_out = others.into_iter().map(name).collect();
    if !table.name().is_empty() {
        table.name().clone_into(&mut found.name);
    }
    found
}

/// The name of a column; the text of a row is `$value`.
fn text_key<'t>(table: &Table, column: &'t Column) -> &'t str {
    let is_text = !column.is_declared()
        && column.mapping == Mapping::SimpleContent
        && column.name.strip_suffix("_Text") == Some(table.name());
    if is_text { "$value" } else { &column.name }
}

/// The rows of several elements as one table.
fn one<'a>(shape: &TableShape, tables: &[Table]) -> FoundTable<'a> {
    let all = found(shape, shape.columns.clone(), Vec::new());
    joined(all, tables.iter().map(|table| of_table(shape, table)))
}

/// The text of XML in JSON, in an element around it unless it is a whole document, and whether there is one around it.
fn text(value: &Json) -> Option<(Cow<'_, str>, bool)> {
    let inside = |xml: &str| (Cow::Owned(format!("<x>{xml}</x>")), true);
    match value {
        Json::String(text) => Some((Cow::Borrowed(text.as_str()), false)),
        Json::Object(members) => {
            let text = |key: &str| members.get(key).and_then(Json::as_str);
            let elements = || members.get("$any")?.as_array()?.iter().map(Json::as_str).collect::<Option<String>>();
            text("$inner")
                .map(|text| (Cow::Borrowed(text), false))
                .or_else(|| text("$mixed").map(inside))
                .or_else(|| Some(inside(&elements()?)))
        }
        _ => None,
    }
}

fn parsed(text: &str) -> Result<Document, String> {
    let document = Document::parse(text.trim_start_matches('\u{feff}').trim_start(), &ParseOptions::default());
    document.map_err(|error| format!("it is not well-formed XML: {error}"))
}

/// The tables of a text, whose rows are the elements of a name, if one is stated.
fn read(text: &str, is_wrapped: bool, name: Option<&str>) -> Result<Vec<Table>, NoRows> {
    let document = parsed(text)?;
    let mut root = document.root();
    if is_data_set(root) {
        return Ok(data_set(root)?);
    }
    if let Some(only) = only(root).filter(|_| is_wrapped) {
        root = only;
    }
    if is_data_set(root) {
        return Ok(data_set(root)?);
    }
    let mut all = Vec::new();
    rowsets(root, DEEPEST, &mut all);
    if all.is_empty() {
        all.push(root);
    }
    let has_rows = |rows: &Element<'_>| rows.elements().next().is_some();
    if !all.iter().any(has_rows) && !root.text().trim().is_empty() {
        return Err(format!("`{}` holds text, and no elements that could be rows", shown_line(root.name())).into());
    }
    let read = |rows: Element<'_>| match name {
        Some(name) => XmlDocument::from_element(rows).table_of(name).map_err(|error| error.to_string().into()),
        None => XmlDocument::from_element(rows).table().map_err(|error| match error {
            XmlRowsError::SeveralNames { .. } => several(rows),
            error => error.to_string().into(),
        }),
    };
    all.into_iter().filter(has_rows).map(read).collect()
}

/// The rows at a path of element names. The name of the root may be left out.
fn read_at(text: &str, names: &[String]) -> Result<Vec<Table>, String> {
    let document = parsed(text)?;
    let mut root = document.root();
    let first = names.first().map_or("", String::as_str);
    if let (Some(only), false) =
        (only(root), root.name() == first || root.elements().any(|child| child.name() == first))
    {
        root = only;
    }
    let names = names.strip_prefix(&[root.name().to_owned()]).unwrap_or(names);
    let Some((last, around)) = names.split_last() else {
        return Err(format!("`{}` is the root: name the elements in it", root.name()));
    };
    let mut parents = vec![root];
    for name in around {
        parents = parents.iter().flat_map(|parent| parent.elements()).filter(|child| child.name() == *name).collect();
    }
    // An element without elements is a table without rows.
    if !parents.is_empty() && parents.iter().all(|parent| parent.elements().next().is_none()) {
        return Ok(Vec::new());
    }
    parents.retain(|parent| parent.elements().any(|child| child.name() == *last));
    if parents.is_empty() {
        return Err(format!(
            "it has no elements at `{}`; in its root `{}` there are {}",
            shown_line(&names.join("/")),
            shown_line(root.name()),
            names_in(root).join(", ")
        ));
    }
    let tables = parents.into_iter().map(|parent| XmlDocument::from_element(parent).table_of(last));
    tables.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

fn only(element: Element<'_>) -> Option<Element<'_>> {
    let mut elements = element.elements();
    elements.next().filter(|_| elements.next().is_none())
}

fn is_data_set(element: Element<'_>) -> bool {
    element.elements().any(|child| child.name() == "diffgram" || is_schema(child))
}

fn is_schema(element: Element<'_>) -> bool {
    element.name() == "schema" && element.namespace() == Some("http://www.w3.org/2001/XMLSchema")
}

fn data_set(element: Element<'_>) -> Result<Vec<Table>, String> {
    DataSet::from_element(element).map(DataSet::into_tables).map_err(|error| error.to_string())
}

fn rowsets<'d>(element: Element<'d>, depth: usize, all: &mut Vec<Element<'d>>) {
    if element.name() == "data" && element.namespace() == Some(ROWSET) {
        all.push(element);
    } else if let Some(depth) = depth.checked_sub(1) {
        element.elements().for_each(|child| rowsets(child, depth, all));
    }
}

/// The names of the elements in an element, each once: at most 10.
fn names_in(root: Element<'_>) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for child in root.elements() {
        if names.len() < 10 && !names.contains(&child.name()) {
            names.push(child.name());
        }
    }
    names.into_iter().map(|name| shown_line(name).into_owned()).collect()
}

fn several(root: Element<'_>) -> NoRows {
    NoRows::Several(names_in(root).iter().map(|name| format!("{}/{name}", root.name())).collect())
}
