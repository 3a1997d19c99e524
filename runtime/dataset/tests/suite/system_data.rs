//! Responses that the System.Data of .NET wrote, read as it holds them.

use std::fs;
use std::path::{Path, PathBuf};

use asmx_dataset::data_set::{DataSet, ReadError};
use asmx_dataset::table::{Cell, Table};
use asmx_xml::xsd::{Base64Binary, DateTime, Lexical as _};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/datasets")
}

/// The tables of System.Data, with the name of the case.
fn cases() -> Vec<(String, Value)> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let of_path = |path: PathBuf| -> (String, Value) {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    };
    let is_json = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let cases = paths.filter(is_json).map(of_path).filter(|(_, case)| case.get("refused").is_none());
    let mut cases: Vec<(String, Value)> = cases.collect();
    cases.sort_by(|(one, _), (other, _)| one.cmp(other));
    cases
}

fn response(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("xml")).unwrap()
}

/// Whether a text has the value that System.Data holds. Raw line ends and tabs come as XML parsers deliver them.
fn is_value(clr: &str, expected: &str, text: &str) -> bool {
    let time = |text: &str| {
        let time = DateTime::parse(text).ok()?;
        let date = (time.year(), time.month(), time.day(), time.hour(), time.minute(), time.second());
        let fraction = time.fraction().trim_end_matches('0').to_owned();
        Some((date, fraction, time.zone().map(asmx_dataset::xsd::Zone::minutes)))
    };
    let bytes = |text: &str| Base64Binary::parse(text).ok();
    let soft = expected.replace("\r\n", "\n").replace('\r', "\n");
    expected == text
        || soft == text
        || soft.replace(['\n', '\t'], " ") == text
        || match clr {
            "System.DateTime" | "System.DateTimeOffset" | "System.Data.SqlTypes.SqlDateTime" => {
                time(expected) == time(text)
            }
            "System.Byte[]" | "System.Data.SqlTypes.SqlBinary" | "System.Data.SqlTypes.SqlBytes" => {
                bytes(expected).is_some() && bytes(expected) == bytes(text)
            }
            "System.Single" | "System.Double" => {
                matches!((f64::parse(expected), f64::parse(text)), (Ok(one), Ok(other)) if one.to_bits() == other.to_bits())
            }
            _ => false,
        }
}

fn is_cell(clr: &str, expected: &Value, cell: &Cell<'_>) -> bool {
    match (expected, cell.text()) {
        (Value::Null, text) => text.is_none(),
        (Value::String(expected), Some(text)) => is_value(clr, expected, text),
        (Value::Object(expected), Some(text)) => match (expected.get("clr"), expected.get("text")) {
            // An object that writes itself.
            _ if expected.get("complex").is_some() => true,
            (Some(clr), Some(expected)) => is_value(clr.as_str().unwrap(), expected.as_str().unwrap(), text),
            _ => expected.get("xml").is_some() && text.starts_with('<'),
        },
        _ => false,
    }
}

/// The first difference between a table and what System.Data holds.
fn difference(table: &Table, expected: &Value) -> Option<String> {
    let name = expected["name"].as_str().unwrap();
    let columns = expected["columns"].as_array().unwrap();
    let names: Vec<&str> = columns.iter().map(|column| column["name"].as_str().unwrap()).collect();
    let found: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
    if table.name() != name || found != names {
        return Some(format!("{} {found:?}, not {name} {names:?}", table.name()));
    }
    let rows: Vec<&Value> =
        expected["rows"].as_array().unwrap().iter().filter(|row| row["state"] != "Deleted").collect();
    if table.row_count() != rows.len() {
        return Some(format!("{name}: {} rows, not {}", table.row_count(), rows.len()));
    }
    for (index, (row, expected)) in table.iter().zip(rows).enumerate() {
        for ((column, cell), expected) in
            columns.iter().zip(row.cells().map(|(_, cell)| cell)).zip(expected["cells"].as_array().unwrap())
        {
            if !is_cell(column["type"].as_str().unwrap(), expected, &cell) {
                return Some(format!("{name}, row {index}, {}: {:?}, not {expected}", column["name"], cell.text()));
            }
        }
    }
    None
}

fn differences(data_set: &DataSet, expected: &Value) -> Option<String> {
    let expected = expected["tables"].as_array().unwrap();
    if data_set.tables().len() != expected.len() {
        return Some(format!("{} tables, not {}", data_set.tables().len(), expected.len()));
    }
    data_set.tables().iter().zip(expected).find_map(|(table, expected)| difference(table, expected))
}

#[test]
fn data_sets_are_read_as_system_data_holds_them() {
    let mut wrong = Vec::new();
    let cases = cases();
    assert!(cases.len() > 100);
    for (name, case) in cases {
        let short = response(&name);
        // Long responses have a reader of their own.
        let (declaration, rest) = short.split_once("?>").unwrap();
        let long = format!("{declaration}?><!--{}-->{rest}", "x".repeat(10_000));
        for response in [&short, &long] {
            let data_set = match DataSet::read(response.as_bytes()) {
                Err(ReadError::NoDataSet) if case["held"].is_null() => continue,
                read => read.unwrap(),
            };
            let found = differences(&data_set, &case["held"]);
            let again = case.get("reread").filter(|_| found.is_some());
            let differs = |_: &String| again.is_none_or(|expected| differences(&data_set, expected).is_some());
            if let Some(difference) = found.filter(differs) {
                wrong.push(format!("{name}: {difference}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rows_inside_others_have_the_order_that_they_state() {
    let read = |name: &str| DataSet::read(response(name).as_bytes()).unwrap();
    let data_set = read("rel_nested_three");
    let orders: Vec<u32> = data_set.table_named("C").unwrap().iter().map(asmx_dataset::Row::order).collect();
    assert!(orders.is_sorted() && orders.len() > 20);
    let parents = |name: &str, table: &str, column: &str| -> Vec<String> {
        let data_set = read(name);
        let table = data_set.table_named(table).unwrap();
        table.iter().map(|row| row.text(column).unwrap().into_owned()).collect()
    };
    assert_eq!(parents("set_no_enforce", "Line", "OrderId").first().map(String::as_str), Some("2"));
    // A row that moves keeps its changes.
    read("state_nested").tables().iter().for_each(assert_changes_are_kept);
}

fn assert_changes_are_kept(table: &Table) {
    for row in table {
        let is_modified = row.state() == asmx_dataset::table::RowState::Modified;
        assert_eq!(row.original().is_some(), is_modified, "{}", table.name());
    }
}

#[test]
fn rows_return_to_the_order_of_the_response() {
    let text = response("state_nested");
    let orders = |table: &Table| -> Vec<u32> { table.iter().map(asmx_dataset::Row::order).collect() };
    let mut was_other = false;
    for table in DataSet::read(text.as_bytes()).unwrap().into_tables() {
        let (name, sorted) = (table.name().to_owned(), orders(&table));
        let table = table.in_order_of_response();
        let rows = format!("<{name} diffgr:id=\"");
        let order =
            |row: &str| row.split("msdata:rowOrder=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        let current = text.split("<diffgr:before").next().unwrap();
        let sent: Vec<u32> = current.split(&rows).skip(1).map(order).collect();
        assert_eq!(orders(&table), sent, "{name}");
        was_other |= sorted != sent;
        assert_changes_are_kept(&table);
    }
    assert!(was_other);
}

#[test]
fn tables_of_one_name_in_two_namespaces_are_two() {
    let data_set = DataSet::read(response("ns_same_name_tables").as_bytes()).unwrap();
    let names: Vec<(&str, &str, usize)> =
        data_set.tables().iter().map(|table| (table.name(), table.full_name(), table.row_count())).collect();
    assert_eq!(names, [("Person", "{urn:a}Person", 2), ("Person", "{urn:b}Person", 1)]);
    let other = DataSet::read(response("ns_table").as_bytes()).unwrap();
    let are_short = other.tables().iter().all(|table| table.full_name() == table.name());
    assert!(are_short, "a name that is not shared stays short");
}
