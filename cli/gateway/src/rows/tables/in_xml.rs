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

use super::found_table::{FoundTable, NoRows, Problem};
use super::shape::{ColumnShape, Source, TableShape};

/// The namespace of `rs:data`, in which rowsets stand.
const ROWSET: &str = "urn:schemas-microsoft-com:rowset";
/// The most levels of elements around `rs:data`.
const DEEPEST: usize = 3;

/// The tables of a part that is XML.
pub(super) fn tables<'a>(shape: &TableShape, value: Option<&Json>) -> Vec<FoundTable<'a>> {
    let empty = || found(shape, shape.columns.clone(), Vec::new());
    let Some(content) = value.and_then(Content::of) else { return vec![empty()] };
    let read = match shape.elements.as_slice() {
        [] => content.read(shape.table.as_deref()),
        path => content.read_at(path).map(|tables| Rows { tables, around: Vec::new() }),
    };
    let Rows { mut tables, around } = match read {
        Ok(rows) => rows,
        Err(why) => {
            return vec![FoundTable { problem: Some(Problem { why, xml: content.xml.into_owned() }), ..empty() }];
        }
    };
    let is_of_one_name =
        tables.len() > 1 && tables.iter().all(|table| Some(table.full_name()) == tables.first().map(Table::full_name));
    let mut all = if !shape.elements.is_empty() {
        vec![combined(shape, &tables)]
    } else if tables.is_empty() {
        let is_shown = shape.columns.is_empty() && !content.xml.trim().is_empty();
        let without_rows = is_shown.then(|| content.xml.into_owned());
        vec![FoundTable { without_rows, ..empty() }]
    } else if !shape.columns.is_empty() {
        // Declared columns are those of the first table.
        let declared: Vec<Column> = shape.columns.iter().map(ColumnShape::column).collect();
        tables.iter_mut().take(1).for_each(|table| table.declare_columns(&declared));
        tables.iter().map(|table| of_table(shape, table)).collect()
    } else if is_of_one_name {
        vec![combined(shape, &tables)]
    } else {
        tables.iter().map(|table| of_table(shape, table)).collect()
    };
    if let Some(first) = all.first_mut() {
        first.around = around;
    }
    all
}

/// The rows of several parts that are XML, as one table.
pub(super) fn tables_of<'a, 'v>(shape: &TableShape, values: impl Iterator<Item = &'v Json>) -> Vec<FoundTable<'a>> {
    let mut all = values.flat_map(|value| tables(shape, Some(value)));
    all.next().map_or_else(|| tables(shape, None), |first| vec![joined(first, all)])
}

/// The rows and columns of all these tables, up to the first that has a problem.
fn joined<'a>(mut all: FoundTable<'a>, rest: impl Iterator<Item = FoundTable<'a>>) -> FoundTable<'a> {
    let mut known: HashSet<String> = all.columns.iter().map(|column| column.name.clone()).collect();
    for FoundTable { name, columns, rows, problem, left_out, around, .. } in rest {
        if all.problem.is_some() {
            break;
        }
        all.columns.extend(columns.into_iter().filter(|column| known.insert(column.name.clone())));
        all.rows.to_mut().extend(rows.into_owned());
        (all.name, all.problem) = (name, problem);
        all.left_out.extend(left_out);
        let new: Vec<String> = around.into_iter().filter(|path| !all.around.contains(path)).collect();
        all.around.extend(new);
    }
    all
}

fn found<'a>(shape: &TableShape, columns: Vec<ColumnShape>, rows: Vec<Json>) -> FoundTable<'a> {
    FoundTable {
        name: shape.name.clone(),
        columns,
        is_known: true,
        source: Source::Objects,
        is_of_response: shape.columns.is_empty(),
        ..FoundTable::of(shape, rows.into())
    }
}

fn of_table<'a>(shape: &TableShape, table: &Table) -> FoundTable<'a> {
    let is_any_declared = table.columns().iter().any(Column::is_declared);
    let (columns, undeclared): (Vec<&Column>, Vec<&Column>) =
        table.columns().iter().partition(|column| !is_any_declared || column.is_declared());
    let name = |column: &Column| text_key(table, column).to_owned();
    let columns = columns.iter().map(|column| ColumnShape::of_response(column, &name(column))).collect();
    let row = |row: Row<'_>| {
        let value = |column: &Column, text: &str| CellKind::of(column.type_name()).value(text);
        let cells = row.cells().filter_map(|(column, cell)| Some((name(column), value(column, cell.text()?))));
        Json::from(cells.collect::<Map<_, _>>())
    };
    let mut found = found(shape, columns, table.iter().map(row).collect());
    found.left_out = undeclared.into_iter().map(name).collect();
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
fn combined<'a>(shape: &TableShape, tables: &[Table]) -> FoundTable<'a> {
    let all = found(shape, shape.columns.clone(), Vec::new());
    joined(all, tables.iter().map(|table| of_table(shape, table)))
}

/// XML in JSON.
struct Content<'v> {
    xml: Cow<'v, str>,
    /// Whether it is the content of an element, and not a document.
    is_inside: bool,
}

/// The name of the element that is put around content. No message shows it.
const AROUND: &str = "x";

/// The rows of a part that is XML.
struct Rows {
    tables: Vec<Table>,
    /// The paths of attributes of the elements around the rows.
    around: Vec<String>,
}

impl<'v> Content<'v> {
    fn of(value: &'v Json) -> Option<Self> {
        let document = |text: &'v str| Self { xml: Cow::Borrowed(text), is_inside: false };
        match value {
            Json::String(text) => Some(document(text)),
            Json::Object(members) => {
                let text = |key: &str| members.get(key).and_then(Json::as_str);
                let elements = || members.get("$any")?.as_array()?.iter().map(Json::as_str).collect::<Option<String>>();
                text("$inner")
                    .map(document)
                    .or_else(|| Some(Self { xml: Cow::Borrowed(text("$mixed")?), is_inside: true }))
                    .or_else(|| Some(Self { xml: Cow::Owned(elements()?), is_inside: true }))
            }
            _ => None,
        }
    }

    fn parsed(&self) -> Result<Document, String> {
        let text = self.xml.trim_start_matches('\u{feff}').trim_start();
        let document = if self.is_inside {
            Document::parse(format!("<{AROUND}>{}</{AROUND}>", self.xml), &ParseOptions::default())
        } else {
            Document::parse(text, &ParseOptions::default())
        };
        document.map_err(|error| format!("it is not well-formed XML: {error}"))
    }

    /// The tables, whose rows are the elements of a name, if one is stated.
    fn read(&self, name: Option<&str>) -> Result<Rows, NoRows> {
        let document = self.parsed()?;
        let mut root = document.root();
        if is_data_set(root) {
            return Ok(Rows { tables: data_set(root)?, around: Vec::new() });
        }
        // Several elements have none around them.
        let is_rooted = !self.is_inside || only(root).is_some();
        if let Some(only) = only(root).filter(|_| self.is_inside) {
            root = only;
        }
        if is_data_set(root) {
            return Ok(Rows { tables: data_set(root)?, around: attributes(&[root]) });
        }
        let mut all = Vec::new();
        rowsets(root, DEEPEST, &mut all);
        if all.is_empty() {
            all.push(root);
        }
        let has_rows = |rows: &Element<'_>| rows.elements().next().is_some();
        if !all.iter().any(has_rows) && !root.text().trim().is_empty() {
            let subject = if is_rooted { format!("`{}`", shown_line(root.name())) } else { "it".to_owned() };
            return Err(format!("{subject} holds text, and no elements that could be rows").into());
        }
        let around = attributes(&all);
        let read = |rows: Element<'_>| match name {
            Some(name) => XmlDocument::from_element(rows).table_of(name).map_err(|error| error.to_string().into()),
            None => XmlDocument::from_element(rows).table().map_err(|error| match error {
                XmlRowsError::SeveralNames { .. } => several(rows, is_rooted),
                error => error.to_string().into(),
            }),
        };
        let tables: Result<_, NoRows> = all.into_iter().filter(has_rows).map(read).collect();
        Ok(Rows { tables: tables?, around })
    }

    /// The rows at a path of element names. The name of the root may be left out.
    fn read_at(&self, names: &[String]) -> Result<Vec<Table>, NoRows> {
        let document = self.parsed()?;
        let mut root = document.root();
        let first = names.first().map_or("", String::as_str);
        let mut is_rooted = !self.is_inside;
        if let (Some(only), false) =
            (only(root), is_rooted && root.name() == first || root.elements().any(|child| child.name() == first))
        {
            (root, is_rooted) = (only, true);
        }
        let own = root.name().to_owned();
        let names = names.strip_prefix(&[own]).filter(|_| is_rooted).unwrap_or(names);
        let Some((last, around)) = names.split_last() else {
            return Err(format!("`{}` is the root: name the elements in it", root.name()).into());
        };
        let mut parents = vec![root];
        for name in around {
            parents =
                parents.iter().flat_map(|parent| parent.elements()).filter(|child| child.name() == *name).collect();
        }
        // An element without elements is a table without rows.
        if !parents.is_empty() && parents.iter().all(|parent| parent.elements().next().is_none()) {
            return Ok(Vec::new());
        }
        parents.retain(|parent| parent.elements().any(|child| child.name() == *last));
        if parents.is_empty() {
            let location =
                if is_rooted { format!("in its root `{}` ", shown_line(root.name())) } else { String::new() };
            return Err(format!(
                "it has no elements at `{}`; {location}there are {}",
                shown_line(&names.join("/")),
                names_in(root).join(", ")
            )
            .into());
        }
        let tables = parents.into_iter().map(|parent| XmlDocument::from_element(parent).table_of(last));
        tables.collect::<Result<_, _>>().map_err(|error| error.to_string().into())
    }
}

/// The paths of the attributes of these elements, which are around rows, and of those around them.
fn attributes(elements: &[Element<'_>]) -> Vec<String> {
    let around = elements.iter().flat_map(|element| std::iter::successors(Some(*element), |element| element.parent()));
    let of = |element: Element<'_>| {
        let own = element.attributes().filter(|attribute| attribute.namespace != Some(XSI));
        own.map(|attribute| format!("{}/@{}", element.name(), attribute.name)).collect::<Vec<_>>()
    };
    let mut paths: Vec<String> = Vec::new();
    for path in around.flat_map(of) {
        if paths.len() < MOST_AROUND && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// The most attributes around rows that are listed.
const MOST_AROUND: usize = 10;

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

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

fn several(root: Element<'_>, is_rooted: bool) -> NoRows {
    let path = |name: String| if is_rooted { format!("{}/{name}", root.name()) } else { name };
    NoRows::Several(names_in(root).into_iter().map(path).collect())
}
