//! Grid of a result, for tables and CSV.

use serde_json::{Map, Value as Json};

/// A table of texts. `None` is a null or an absent cell.
pub(super) struct Grid {
    pub(super) name: Option<String>,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<Option<String>>>,
    /// By column: whether its cells are numbers.
    pub(super) numbers: Vec<bool>,
}

/// The value inside of objects with one member: a result that is the only part of its message.
pub(super) fn inner(mut value: &Json) -> &Json {
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

/// The tables of a result; `None` if it has none.
pub(super) fn tables(value: &Json) -> Option<Vec<(Option<&str>, &Json)>> {
    let tables = inner(value).as_object().filter(|object| object.len() == 1)?.get("tables")?.as_array()?;
    Some(tables.iter().map(|table| (table.get("name").and_then(Json::as_str), table)).collect())
}

impl Grid {
    /// The rows of a table `{"name", "columns", "rows"}`.
    pub(super) fn of_table(name: Option<&str>, table: &Json) -> Self {
        let columns = table.get("columns").and_then(Json::as_array).into_iter().flatten();
        let typed = columns.map(|column| {
            let text = |key: &str| column.get(key).and_then(Json::as_str).unwrap_or_default();
            let is_number = matches!(
                text("type"),
                "xs:byte"
                    | "xs:short"
                    | "xs:int"
                    | "xs:long"
                    | "xs:unsignedByte"
                    | "xs:unsignedShort"
                    | "xs:unsignedInt"
                    | "xs:unsignedLong"
                    | "xs:float"
                    | "xs:double"
                    | "xs:decimal"
                    | "xs:integer"
            );
            (text("name").to_owned(), is_number)
        });
        let (columns, numbers): (Vec<_>, Vec<_>) = typed.unzip();
        let rows = table.get("rows").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        let rows = rows.iter().map(|row| columns.iter().map(|name| row.get(name).and_then(cell)).collect()).collect();
        Self { name: name.map(str::to_owned), columns, rows, numbers }
    }

    /// The rows of any other result: an item of an array is a row, and a member of an item is a column. An object is one row.
    pub(super) fn of(value: &Json) -> Self {
        let value = inner(value);
        let items = match value {
            Json::Array(items) => items.as_slice(),
            Json::Null => &[],
            value => std::slice::from_ref(value),
        };
        let mut columns: Vec<String> = Vec::new();
        let mut known: Map<String, Json> = Map::new();
        for name in items.iter().filter_map(Json::as_object).flat_map(Map::keys) {
            if known.insert(name.clone(), Json::Null).is_none() {
                columns.push(name.clone());
            }
        }
        let is_plain = columns.is_empty();
        if is_plain {
            columns.push("value".to_owned());
        }
        let row = |item: &Json| match item.as_object().filter(|_| !is_plain) {
            Some(object) => columns.iter().map(|name| object.get(name).and_then(cell)).collect(),
            None => columns.iter().enumerate().map(|(column, _)| cell(item).filter(|_| column == 0)).collect(),
        };
        let rows: Vec<Vec<Option<String>>> = items.iter().map(row).collect();
        let is_number = |name: &String| {
            let mut cells = items.iter().filter_map(|item| item.get(name).or_else(|| Some(item).filter(|_| is_plain)));
            cells.all(|cell| cell.is_number() || cell.is_null())
        };
        let numbers = columns.iter().map(is_number).collect();
        Self { name: None, columns, rows, numbers }
    }

    /// Name and value of each member of an object, for people.
    pub(super) fn of_members(object: &Map<String, Json>) -> Self {
        let rows = object.iter().map(|(name, value)| vec![Some(name.clone()), cell(value)]).collect();
        Self { name: None, columns: vec!["name".to_owned(), "value".to_owned()], rows, numbers: vec![false, false] }
    }
}

/// The text of a cell; `None` if it is null.
pub(super) fn cell(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
