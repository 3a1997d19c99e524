//! Rows in XML: a schema and a diffgram, `rs:data`, or the children of the root if all have one name.

use std::borrow::Cow;

use asmx_runtime::results::XmlRowsError;
use asmx_runtime::results::table::{Row, Table};
use asmx_runtime::xml::{Document, Element, ParseOptions};
use asmx_runtime::{DataSet, XmlDocument};
use serde_json::{Map, Value as Json};

use super::found_table::FoundTable;
use super::shape::{ColumnShape, Source, TableShape};

/// The namespace of `rs:data`, in which rowsets stand.
const ROWSET: &str = "urn:schemas-microsoft-com:rowset";
/// The most levels of elements around `rs:data`.
const DEEPEST: usize = 3;

/// The tables of a part that is XML.
pub(super) fn tables<'a>(shape: &TableShape, value: Option<&Json>) -> Vec<FoundTable<'a>> {
    let empty = || found(shape, Vec::new(), Vec::new());
    let Some(text) = value.and_then(text) else { return vec![empty()] };
    match read(&text) {
        Ok(tables) if tables.is_empty() => vec![empty()],
        Ok(tables) => tables.iter().map(|table| of_table(shape, table)).collect(),
        Err(problem) => vec![FoundTable { problem: Some(problem), ..empty() }],
    }
}

fn found<'a>(shape: &TableShape, columns: Vec<ColumnShape>, rows: Vec<Json>) -> FoundTable<'a> {
    FoundTable {
        name: shape.name.clone(),
        path: shape.path.clone(),
        columns,
        is_known: true,
        source: Source::Objects,
        rows: rows.into(),
        is_of_response: true,
        problem: None,
    }
}

fn of_table<'a>(shape: &TableShape, table: &Table) -> FoundTable<'a> {
    let columns = table.columns().iter().map(|column| ColumnShape::of_key(&column.name, column.type_name())).collect();
    let row = |row: Row<'_>| {
        let cells = row.cells().filter_map(|(column, cell)| Some((column.name.clone(), Json::from(cell.text()?))));
        Json::from(cells.collect::<Map<_, _>>())
    };
    let mut found = found(shape, columns, table.iter().map(row).collect());
    if !table.name().is_empty() {
        table.name().clone_into(&mut found.name);
    }
    found
}

/// The text of XML in JSON, in an element around it unless it is a whole document.
fn text(value: &Json) -> Option<Cow<'_, str>> {
    let inside = |xml: &str| Cow::Owned(format!("<x>{xml}</x>"));
    match value {
        Json::String(text) => Some(Cow::Borrowed(text)),
        Json::Object(members) => {
            let text = |key: &str| members.get(key).and_then(Json::as_str);
            let elements = || members.get("$any")?.as_array()?.iter().map(Json::as_str).collect::<Option<String>>();
            text("$inner")
                .map(Cow::Borrowed)
                .or_else(|| text("$mixed").map(inside))
                .or_else(|| Some(inside(&elements()?)))
        }
        _ => None,
    }
}

fn read(text: &str) -> Result<Vec<Table>, String> {
    let document = Document::parse(text.trim_start_matches('\u{feff}').trim_start(), &ParseOptions::default());
    let document = document.map_err(|error| format!("it is not well-formed XML: {error}"))?;
    let mut root = document.root();
    if root.name() == "x" && root.namespace().is_none() && is_data_set(root) {
        return data_set(root);
    }
    if root.name() == "x"
        && root.namespace().is_none()
        && let Some(only) = only(root)
    {
        root = only;
    }
    if is_data_set(root) {
        return data_set(root);
    }
    let rows = rowset(root, DEEPEST).unwrap_or(root);
    if rows.elements().next().is_none() {
        return Ok(Vec::new());
    }
    XmlDocument::from_element(rows).table().map(|table| vec![table]).map_err(|error| match error {
        XmlRowsError::SeveralNames { .. } => several(rows),
        error => error.to_string(),
    })
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

fn rowset(element: Element<'_>, depth: usize) -> Option<Element<'_>> {
    if element.name() == "data" && element.namespace() == Some(ROWSET) {
        return Some(element);
    }
    let depth = depth.checked_sub(1)?;
    element.elements().find_map(|child| rowset(child, depth))
}

fn several(root: Element<'_>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for child in root.elements() {
        if names.len() < 10 && !names.contains(&child.name()) {
            names.push(child.name());
        }
    }
    let paths: Vec<String> = names.iter().map(|name| format!("{}/{name}", root.name())).collect();
    format!(
        "its root has elements of several names, and nothing says which are rows; it could be: {}",
        paths.join(", ")
    )
}
