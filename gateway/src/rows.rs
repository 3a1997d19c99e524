//! Rows of results in JSON: lines, CSV, and texts for tables.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io;

use asmx_types::display::{is_obeyed, shown_line};
use serde_json::{Map, Value as Json};

use crate::numbers::is_number;

/// The most cells for each byte received, unless a setting says otherwise.
pub(crate) const CELLS_PER_BYTE: u32 = 64;
/// So many cells are always made.
const MANY: u64 = 100_000;

/// A table of texts.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The name of the table, if it has one.
    pub name: Option<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<GridRow>,
    /// By column: whether its cells are numbers.
    pub numbers: Vec<bool>,
}

/// The cells of a row that have a value, each with the position of its column, in order of the columns.
pub type GridRow = Vec<(usize, String)>;

/// Why a result has no rows in the form that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// A table was named, and the result has none.
    #[error("the result has no tables, and so none called `{0}`")]
    NoTables(String),
    /// The result has other tables.
    #[error("the result has no table `{0}`; there are: {1}")]
    NoSuchTable(String, String),
    /// The result has several tables, and none was named.
    #[error("the result has several tables: choose one of {0}")]
    SeveralTables(String),
    /// A column came after the line of names was written.
    #[error(
        "the column `{0}` is not in the schema and comes after rows without it, which CSV cannot show: use JSON lines"
    )]
    LateColumn(String),
    /// A form with a cell for every column would be much larger than the response.
    #[error(
        "{cells} cells, most of them empty, are more than {per_byte} for each of the {bytes} bytes received: use lines of JSON, which leave \
         empty cells out"
    )]
    TooManyCells {
        /// Columns times rows.
        cells: u64,
        /// The bytes received so far, or the bytes of the result in JSON.
        bytes: u64,
        /// The most cells for each byte.
        per_byte: u32,
    },
    /// The result is not a single DataSet or DataTable.
    #[error("only the rows of a single DataSet or DataTable come as Arrow")]
    NotArrow,
}

impl RowsError {
    pub(crate) fn several(all: &[String]) -> Self {
        Self::SeveralTables(names(all.iter().map(String::as_str)))
    }

    pub(crate) fn unknown(table: &str, all: &[String]) -> Self {
        Self::NoSuchTable(shown_line(table).into_owned(), names(all.iter().map(String::as_str)))
    }
}

/// A table of a result, and its name.
type Named<'a> = (Option<&'a str>, &'a Json);

/// The value inside of objects with one member: a result that is the only part of its message.
#[must_use]
pub fn inner(mut value: &Json) -> &Json {
    while let Some((name, only)) =
        value.as_object().filter(|object| object.len() == 1).and_then(|one| one.iter().next())
    {
        if name == "tables" || name.starts_with('$') {
            break;
        }
        value = only;
    }
    value
}

/// The tables of a result with their names; `None` if it has none.
fn tables(value: &Json) -> Option<Vec<Named<'_>>> {
    let tables = inner(value).as_object().filter(|object| object.len() == 1)?.get("tables")?.as_array()?;
    Some(tables.iter().map(|table| (table.get("name").and_then(Json::as_str), table)).collect())
}

impl Grid {
    /// The rows of a table `{"name", "columns", "rows"}`.
    fn of_table(name: Option<&str>, table: &Json) -> Self {
        let (columns, numbers): (Vec<_>, Vec<_>) = columns(table).unzip();
        let positions = positions(&columns);
        let rows = rows_of(table).iter().map(|row| members(row, &positions)).collect();
        Self { name: name.map(str::to_owned), columns: owned(&columns), rows, numbers }
    }

    /// The rows of a result without tables: an item of an array is a row, and a member of an item is a column. An object is one row.
    #[must_use]
    pub fn of(value: &Json) -> Self {
        let items = items(inner(value));
        let mut columns = names_in(items);
        let is_plain = columns.is_empty();
        if is_plain {
            columns.push("value");
        }
        let positions = positions(&columns);
        let mut numbers = vec![true; columns.len()];
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            let is_object = item.is_object() && !is_plain;
            let cells = if is_object { members(item, &positions) } else { only_cell(item) };
            for (column, _) in &cells {
                let value = if is_object { columns.get(*column).and_then(|name| item.get(name)) } else { Some(item) };
                if let Some(all) = numbers.get_mut(*column) {
                    *all &= value.is_some_and(Json::is_number);
                }
            }
            rows.push(cells);
        }
        Self { name: None, columns: owned(&columns), rows, numbers }
    }

    /// Name and value of each member of an object, for people.
    #[must_use]
    pub fn of_members(object: &Map<String, Json>) -> Self {
        let row = |(name, value): (&String, &Json)| {
            std::iter::once((0, name.clone())).chain(cell(value).map(|value| (1, value))).collect()
        };
        let rows = object.iter().map(row).collect();
        Self { name: None, columns: vec!["name".to_owned(), "value".to_owned()], rows, numbers: vec![false, false] }
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().copied().map(str::to_owned).collect()
}

/// The first position of each name.
fn positions<'a>(names: &[&'a str]) -> HashMap<&'a str, usize> {
    names.iter().enumerate().rev().map(|(position, name)| (*name, position)).collect()
}

/// The members of an object that have a value.
fn members(object: &Json, positions: &HashMap<&str, usize>) -> GridRow {
    let members = object.as_object().into_iter().flatten();
    let mut cells: GridRow =
        members.filter_map(|(name, value)| Some((*positions.get(name.as_str())?, cell(value)?))).collect();
    cells.sort_unstable_by_key(|(position, _)| *position);
    cells
}

fn only_cell(item: &Json) -> GridRow {
    cell(item).into_iter().map(|text| (0, text)).collect()
}

/// Name and kind of each column: whether its cells are numbers.
fn columns(table: &Json) -> impl Iterator<Item = (&str, bool)> {
    table.get("columns").and_then(Json::as_array).into_iter().flatten().map(|column| {
        let text = |key: &str| column.get(key).and_then(Json::as_str).unwrap_or_default();
        let is_number = match text("type") {
            "xs:boolean" => false,
            "xs:decimal" | "xs:integer" => true,
            kind => is_number(kind),
        };
        (text("name"), is_number)
    })
}

fn rows_of(table: &Json) -> &[Json] {
    table.get("rows").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The items that are rows: those of an array, or the value itself.
fn items(value: &Json) -> &[Json] {
    match value {
        Json::Array(items) => items.as_slice(),
        Json::Null => &[],
        value => std::slice::from_ref(value),
    }
}

/// The names of all members of the items, by first appearance.
fn names_in(items: &[Json]) -> Vec<&str> {
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    for name in items.iter().filter_map(Json::as_object).flat_map(Map::keys) {
        if known.insert(name.as_str()) {
            names.push(name.as_str());
        }
    }
    names
}

/// The text of a cell; `None` if it is null.
#[must_use]
pub fn cell(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// The tables of a result, or the one that is named; `None` if it has none.
///
/// # Errors
///
/// There is no table of that name.
pub fn grids(result: &Json, named: Option<&str>) -> Result<Option<Vec<Grid>>, RowsError> {
    let chosen = chosen(result, named)?;
    Ok(chosen.map(|all| all.into_iter().map(|(name, table)| Grid::of_table(name, table)).collect()))
}

/// A table without its cells.
#[cfg(feature = "mcp")]
pub(crate) struct Shape<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) rows: usize,
    pub(crate) columns: Vec<&'a str>,
}

/// The tables of a result; `None` if it has none.
#[cfg(feature = "mcp")]
pub(crate) fn shapes(result: &Json) -> Option<Vec<Shape<'_>>> {
    let shape = |(name, table)| Shape {
        name,
        rows: rows_of(table).len(),
        columns: columns(table).map(|(name, _)| name).collect(),
    };
    Some(tables(result)?.into_iter().map(shape).collect())
}

fn chosen<'a>(result: &'a Json, named: Option<&str>) -> Result<Option<Vec<Named<'a>>>, RowsError> {
    let shown = |name: &str| shown_line(name).into_owned();
    let (all, named) = match (tables(result), named) {
        (Some(all), Some(named)) => (all, named),
        (None, Some(named)) => return Err(RowsError::NoTables(shown(named))),
        (all, None) => return Ok(all),
    };
    let known = names_of(&all);
    let chosen: Vec<_> = all.into_iter().filter(|(name, _)| *name == Some(named)).collect();
    if chosen.is_empty() { Err(RowsError::NoSuchTable(shown(named), known)) } else { Ok(Some(chosen)) }
}

fn names_of(all: &[Named<'_>]) -> String {
    names(all.iter().map(|(name, _)| name.unwrap_or_default()))
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.map(shown_line).collect::<Vec<_>>().join(", ")
}

/// Where rows are looked for.
enum Source<'a> {
    Table(Named<'a>),
    /// A DataSet without tables.
    Empty,
    Value(&'a Json),
}

fn source<'a>(result: &'a Json, named: Option<&str>) -> Result<Source<'a>, RowsError> {
    let Some(all) = chosen(result, named)? else { return Ok(Source::Value(inner(result))) };
    match all.as_slice() {
        [] => Ok(Source::Empty),
        [one] => Ok(Source::Table(*one)),
        _ => Err(RowsError::SeveralTables(names_of(&all))),
    }
}

/// A value of JSON a line: rows of the table, items of an array, or the whole.
///
/// # Errors
///
/// The result has several tables, or none of the name that is given.
pub fn json_lines(result: &Json, table: Option<&str>) -> Result<String, RowsError> {
    let rows = match source(result, table)? {
        Source::Table((_, table)) => table.get("rows"),
        Source::Empty => None,
        Source::Value(value) => Some(value),
    };
    Ok(match rows {
        None => String::new(),
        Some(Json::Array(items)) => items.iter().map(|item| shown(&item.to_string()) + "\n").collect(),
        Some(value) => shown(&value.to_string()) + "\n",
    })
}

/// Comma-separated values with a line of names. A null is empty, and an empty text is `""`.
///
/// # Errors
///
/// The result has several tables, or none of the name that is given; or more than 64 cells for each of its bytes in JSON.
pub fn csv(result: &Json, table: Option<&str>) -> Result<String, RowsError> {
    csv_within(result, table, CELLS_PER_BYTE)
}

/// As [`csv`], with so many cells for each byte.
pub(crate) fn csv_within(result: &Json, table: Option<&str>, per_byte: u32) -> Result<String, RowsError> {
    let mut text = String::new();
    match source(result, table)? {
        Source::Table((_, table)) => {
            let columns: Vec<_> = columns(table).map(|(name, _)| name).collect();
            let rows = rows_of(table);
            check_cells(result, columns.len(), rows.len(), per_byte)?;
            csv_line(&mut text, columns.iter().copied().map(Some));
            for row in rows {
                csv_cells(&mut text, columns.iter().map(|name| row.get(name)));
            }
        }
        Source::Empty => {}
        Source::Value(value) => {
            let items = items(value);
            let columns = names_in(items);
            check_cells(result, columns.len(), items.len(), per_byte)?;
            csv_line(&mut text, columns.iter().copied().map(Some));
            if columns.is_empty() {
                text.clear();
                csv_line(&mut text, [Some("value")].into_iter());
            }
            for item in items {
                match item.as_object().filter(|_| !columns.is_empty()) {
                    Some(object) => csv_cells(&mut text, columns.iter().map(|name| object.get(*name))),
                    None => {
                        csv_cells(
                            &mut text,
                            (0..columns.len().max(1)).map(|column| Some(item).filter(|_| column == 0)),
                        );
                    }
                }
            }
        }
    }
    Ok(text)
}

/// Whether so many cells may be made of so many bytes.
pub(crate) fn permit_cells(per_byte: u32, cells: u64, bytes: u64) -> Result<(), RowsError> {
    let is_permitted = cells <= bytes.saturating_mul(per_byte.into());
    if is_permitted { Ok(()) } else { Err(RowsError::TooManyCells { cells, bytes, per_byte }) }
}

fn check_cells(result: &Json, columns: usize, rows: usize, per_byte: u32) -> Result<(), RowsError> {
    let cells = (columns as u64).saturating_mul(rows as u64);
    // Counting the bytes takes as long as writing them.
    if cells <= MANY { Ok(()) } else { permit_cells(per_byte, cells, size(result) as u64) }
}

fn csv_cells<'a>(text: &mut String, cells: impl Iterator<Item = Option<&'a Json>>) {
    let cells: Vec<_> = cells.map(|value| value.and_then(cell)).collect();
    csv_line(text, cells.iter().map(Option::as_deref));
}

/// The bytes of a value in JSON.
pub(crate) fn size(value: &Json) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

pub(crate) fn csv_line<'a>(text: &mut String, cells: impl Iterator<Item = Option<&'a str>>) {
    for (index, cell) in cells.enumerate() {
        text.push_str(if index == 0 { "" } else { "," });
        match cell {
            Some(cell) if cell.is_empty() || cell.contains([',', '"', '\n', '\r']) => {
                // Writing to a String cannot fail.
                let _ = write!(text, "\"{}\"", cell.replace('"', "\"\""));
            }
            cell => text.push_str(cell.unwrap_or_default()),
        }
    }
    text.push_str("\r\n");
}

/// JSON that no terminal obeys: by itself it escapes only some control characters.
#[must_use]
pub fn shown(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for character in json.chars() {
        if is_obeyed(character) && character != '\n' {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}
