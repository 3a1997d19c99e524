//! Cells of tables as numbers and booleans of JSON.

use std::collections::HashSet;

use serde_json::Value as Json;

/// The types of columns whose cells may be numbers or booleans of JSON. Decimals keep their scale.
const NUMBERS: [&str; 11] = [
    "xs:boolean",
    "xs:byte",
    "xs:short",
    "xs:int",
    "xs:long",
    "xs:unsignedByte",
    "xs:unsignedShort",
    "xs:unsignedInt",
    "xs:unsignedLong",
    "xs:float",
    "xs:double",
];

/// Makes numbers and booleans of the cells of tables (`{"tables": …}`), wherever they stand in a result, where each is written back as it
/// was sent: `7` and `0.1`, but not `007`, `1.50` or 19 digits.
pub fn with_numbers(result: &mut Json) {
    match result {
        Json::Object(members) if !members.contains_key("tables") => members.values_mut().for_each(with_numbers),
        Json::Array(items) => items.iter_mut().for_each(with_numbers),
        _ => tables_with_numbers(result),
    }
}

fn tables_with_numbers(result: &mut Json) {
    for table in result.get_mut("tables").and_then(Json::as_array_mut).into_iter().flatten() {
        let columns: Vec<Json> = table.get("columns").and_then(Json::as_array).cloned().unwrap_or_default();
        let has_numbers = |column: &&Json| text(column, "type").is_some_and(is_number);
        let names: HashSet<&str> =
            columns.iter().filter(has_numbers).filter_map(|column| text(column, "name")).collect();
        if names.is_empty() {
            continue;
        }
        // By the cells of each row: a sparse table has many more columns.
        let rows = table.get_mut("rows").and_then(Json::as_array_mut).into_iter().flatten();
        for (name, cell) in rows.filter_map(Json::as_object_mut).flatten() {
            if let Some(number) = cell.as_str().filter(|_| names.contains(name.as_str())).and_then(exact) {
                *cell = number;
            }
        }
    }
}

/// Whether cells of columns of this type may be numbers or booleans.
pub(crate) fn is_number(type_name: &str) -> bool {
    NUMBERS.contains(&type_name)
}

/// The number or boolean of a cell, if every reader gets its text back.
pub(crate) fn exact(text: &str) -> Option<Json> {
    serde_json::from_str::<Json>(text).ok().filter(|value| is_exact(value, text))
}

fn text<'a>(column: &'a Json, key: &str) -> Option<&'a str> {
    column.get(key).and_then(Json::as_str)
}

/// Whether every reader of JSON gets the value of the text: a double holds integers up to 2^53.
fn is_exact(value: &Json, text: &str) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let is_small = value.as_f64().is_some_and(|number| number.abs() <= LARGEST);
    let written = value.to_string();
    (value.is_boolean() || is_small) && written == text
}
