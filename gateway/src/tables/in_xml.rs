//! Rows in XML: a schema and a diffgram, `rs:data`, or the children of the root if all have one name.

use std::borrow::Cow;

use asmx_runtime::results::XmlRowsError;
use asmx_runtime::results::table::{Row, Table};
use asmx_runtime::xml::{Document, Element, ParseOptions};
use asmx_runtime::{DataSet, XmlDocument};
use asmx_types::display::shown_line;
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
    if !shape.elements.is_empty() {
        return vec![match read_at(&text, &shape.elements) {
            Ok(tables) => one(shape, &tables),
            Err(problem) => FoundTable { problem: Some(problem), ..empty() },
        }];
    }
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

/// The rows of several elements as one table.
fn one<'a>(shape: &TableShape, tables: &[Table]) -> FoundTable<'a> {
    let mut all = found(shape, Vec::new(), Vec::new());
    for table in tables {
        let FoundTable { name, columns, rows, .. } = of_table(shape, table);
        let new = columns.into_iter().filter(|new| !all.columns.iter().any(|known| known.name == new.name));
        let new: Vec<ColumnShape> = new.collect();
        all.columns.extend(new);
        all.rows.to_mut().extend(rows.into_owned());
        all.name = name;
    }
    all
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

fn parsed(text: &str) -> Result<Document, String> {
    let document = Document::parse(text.trim_start_matches('\u{feff}').trim_start(), &ParseOptions::default());
    document.map_err(|error| format!("it is not well-formed XML: {error}"))
}

fn read(text: &str) -> Result<Vec<Table>, String> {
    let document = parsed(text)?;
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
    parents.retain(|parent| parent.elements().any(|child| child.name() == *last));
    if parents.is_empty() {
        return Err(format!("it has no elements at `{}`", shown_line(&names.join("/"))));
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
        "its root has elements of several names, and nothing says which are rows: name one of {} with `--rows`, or `$rows` over REST",
        paths.join(" or ")
    )
}
