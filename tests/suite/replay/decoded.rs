//! Every recorded result, read by our client: it must be what the contract says.

use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::results::table::{DateTimeMode, Mapping, Table};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Error, Message, Operation};
use email_campaign_client::{DataSet, EMAIL_CAMPAIGN};
use serde_json::Value as Json;

use super::recorded::{self, Exchange, head_length};
use echo_service::listing::{Item, escape, item_lines, kind_of, raw_values};
use echo_service::mounts::NAMESPACE;
use echo_service::{Returned, checks, results};

/// The body of the request, in UTF-8 as far as it is.
fn request_body(exchange: &Exchange) -> String {
    String::from_utf8_lossy(&exchange.request[head_length(&exchange.request).unwrap()..]).into_owned()
}

/// The operation whose response a client would expect: the one that the request names, wherever it does. None if it names none
/// that there is.
pub fn operation_of(exchange: &Exchange) -> Option<&'static Operation> {
    let head = String::from_utf8_lossy(&exchange.request[..head_length(&exchange.request).unwrap()]).into_owned();
    let named = |name: &str| EMAIL_CAMPAIGN.operation(name);
    let action =
        head.lines().find_map(|line| line.split_once(NAMESPACE)).map(|(_, rest)| rest.trim_end_matches(['"', '\r']));
    let path = head.split(' ').nth(1).unwrap().split('?').next().unwrap().rsplit('/').next().unwrap();
    let body = request_body(exchange).replace('\0', "");
    let element = body.split_once("Body><").map(|(_, rest)| rest.split([' ', '>', '/']).next().unwrap().to_owned());
    let element = element.map(|name| name.rsplit(':').next().unwrap().to_owned());
    named(path).or_else(|| action.and_then(named)).or_else(|| element.and_then(|name| named(&name)))
}

pub fn decode(exchange: &Exchange, operation: &'static Operation) -> Result<Message, Error> {
    let mut response = http::Response::builder().status(exchange.response.status);
    for (name, value) in &exchange.response.headers {
        response = response.header(name, value);
    }
    let context = ResponseContext {
        service: &EMAIL_CAMPAIGN,
        operation,
        transport: exchange.transport,
        namespace: NAMESPACE.into(),
        limits: ParseOptions::keeping_forbidden_references(),
    };
    protocol::decode_response(&context, response.body(exchange.response.body.clone().into()).unwrap())
}

/// Text as parsers hand it on when a server wrote its line ends raw.
fn line_ends_read(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Checks a listing against itself: each line tells the length of its value, and the raw values repeat the escaped ones.
fn check_listing(operation: &Operation, text: &str, label: &str) {
    let (listing, raw) = text.split_once("--RAW--\n").unwrap_or_else(|| panic!("{label}: no raw values in {text}"));
    let mut lines = listing.lines();
    assert_eq!(lines.next(), Some(format!("operation=[{}]", operation.name).as_str()), "{label}");
    let parameters = lines.next().and_then(|line| line.strip_prefix("parameters=")).unwrap().parse::<usize>().unwrap();
    let items: Vec<_> = lines.by_ref().take_while(|line| !line.starts_with("http.method=")).map(item).collect();
    assert_eq!(items.iter().filter(|item| !item.name.contains('[')).count(), parameters, "{label}");
    for item in &items {
        if let Some(value) = &item.value {
            assert_eq!(usize::try_from(item.length).unwrap(), value.encode_utf16().count(), "{label}: {}", item.name);
        }
    }
    let expected = raw_values(&items);
    assert_eq!(raw, line_ends_read(expected.strip_prefix("--RAW--\n").unwrap()), "{label}");
}

/// One line of a listing.
fn item(line: &str) -> Item {
    let (name, entry) = line.split_once('=').unwrap();
    let name = name.to_owned();
    if entry == "null" {
        return Item { name, kind: "null", length: -1, value: None };
    }
    if let Some(length) = entry.strip_prefix("array ") {
        return Item { name, kind: "array", length: length.parse().unwrap(), value: None };
    }
    let (value, description) = entry.strip_prefix('[').unwrap().rsplit_once("] ").unwrap();
    let (kind, length) = description.split_once(' ').unwrap();
    let kind = ["string", "int", "long"].into_iter().find(|known| *known == kind).unwrap();
    Item { name, kind, length: length.parse().unwrap(), value: Some(unescape(value)) }
}

fn unescape(text: &str) -> String {
    let mut units = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        units.push(match (character, character == '\\') {
            (literal, false) => u16::try_from(u32::from(literal)).unwrap(),
            (_, true) => match characters.next().unwrap() {
                'n' => 10,
                'r' => 13,
                't' => 9,
                'u' => u16::from_str_radix(&characters.by_ref().take(4).collect::<String>(), 16).unwrap(),
                other => u16::try_from(u32::from(other)).unwrap(),
            },
        });
    }
    let value = String::from_utf16(&units).unwrap();
    assert_eq!(escape(&value), text);
    value
}

#[test]
fn every_result_is_what_the_contract_says() {
    let mut checked = 0;
    for exchange in
        recorded::all().iter().filter(|exchange| exchange.response.status == 200 && exchange.case != "ct_json")
    {
        let label = exchange.name();
        let operation = operation_of(exchange).unwrap_or_else(|| panic!("{label} names no operation"));
        let content = decode(exchange, operation).unwrap_or_else(|error| panic!("{label}: {error}"));
        checked += 1;
        if exchange.group == "results" {
            check_special(&exchange.case, &content, operation, &label);
            continue;
        }
        match &Returned::of(operation, &content).unwrap() {
            Returned::Nothing => assert_eq!(operation.name, "Reports_GetRemovedAddresses", "{label}"),
            Returned::String(text) => check_listing(operation, text.as_str(), &label),
            Returned::Integers(integers) if integers.as_slice().is_empty() => {
                assert!(!integers.is_null(), "{label}");
                assert!(
                    !request_body(exchange).contains("JobID"),
                    "{label}: only a call without a number has no integers"
                );
            }
            Returned::Integers(integers) => {
                let number = integers.as_slice()[0];
                let middle = [number, number.wrapping_neg(), number.wrapping_mul(31), 0, -1, i32::MIN, i32::MAX];
                assert_eq!(integers.as_slice()[..7], middle, "{label}");
                assert_eq!(integers.as_slice().len(), 11, "{label}");
            }
            Returned::DataSet(_) | Returned::Document(_) => assert_eq!(exchange.group, "ops", "{label}"),
            other @ Returned::Parts(_) => panic!("{label}: {other:?}"),
        }
        if exchange.group == "ops" {
            check_operation(&content, operation, &label);
        }
    }
    assert_eq!(checked, 164, "responses with a result");
}

/// Null, empty and no rows, each different from the others.
fn check_special(case: &str, content: &Message, operation: &'static Operation, label: &str) {
    match (case, &Returned::of(operation, content).unwrap()) {
        ("string_null" | "dataset_null" | "xml_null", _) => {
            assert_eq!(content, &Message::null(operation), "{label}");
            assert!(content.is_null() && content != &Message::default(), "{label}");
        }
        ("string_empty", Returned::String(text)) => assert!(!text.is_null() && text.as_str().is_empty(), "{label}"),
        ("int_array_empty", Returned::Integers(integers)) => {
            assert!(!integers.is_null() && integers.as_slice().is_empty(), "{label}");
        }
        ("dataset_zerorows", Returned::DataSet(data_set)) => {
            let expected = &echo_service::tables::EXPECTED["Reports_GetSoftBouncesByCount_DataSet"]["tables"][1];
            let [table] = data_set.tables() else { panic!("{label}: one table is expected") };
            assert_eq!((table.name(), table.row_count()), ("Table", 0), "{label}");
            assert_eq!(columns(table), expected_columns(expected), "{label}");
        }
        ("void", Returned::Nothing) => {}
        (_, other) => panic!("{label}: {other:?}"),
    }
}

fn json(file: &str) -> Json {
    serde_json::from_slice(&std::fs::read(format!("tests/fixtures/{file}")).unwrap()).unwrap()
}

/// The items that the recorder sent.
fn inputs(operation: &Operation) -> Vec<Item> {
    let mut items = Vec::new();
    for pair in json("inputs.json")[operation.name].as_array().unwrap() {
        let name = pair[0].as_str().unwrap();
        let kind = operation.parameter(name).map_or("string", |(_, parameter)| kind_of(parameter));
        echo_service::listing::push_items(&mut items, name, kind, &value(&pair[1]));
    }
    items
}

fn value(json: &Json) -> asmx_runtime::Value<'static> {
    match json {
        Json::Null => asmx_runtime::Value::Null,
        Json::String(text) => text.clone().into(),
        Json::Number(number) => number.to_string().into(),
        Json::Array(items) => asmx_runtime::Value::Array(items.iter().map(value).collect()),
        other => panic!("an input of an unknown kind: {other}"),
    }
}

/// Checks a response to the recorded inputs.
fn check_operation(content: &Message, operation: &'static Operation, label: &str) {
    let items = inputs(operation);
    checks::check(operation, &items, content).unwrap_or_else(|why| panic!("{label}: {why}"));
    match &Returned::of(operation, content).unwrap() {
        Returned::String(text) => {
            let end = line_ends_read(&raw_values(&items));
            assert!(
                text.as_str().contains(&item_lines(&items)) && text.as_str().ends_with(&end),
                "{label}: {}",
                text.as_str()
            );
        }
        Returned::Integers(integers) => assert_eq!(integers, &results::integers_of(&items), "{label}"),
        Returned::DataSet(data_set) => check_tables(data_set, &echo_service::tables::EXPECTED[operation.name], label),
        _ => {}
    }
}

/// Compares tables with what the contract says of them; rows of the items are left out.
pub fn check_tables(data_set: &DataSet, expected: &Json, label: &str) {
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    assert_eq!(
        (data_set.name().to_owned(), data_set.namespace().to_owned()),
        (text(&expected["dataSetName"]), text(&expected["namespace"]))
    );
    let tables = expected["tables"].as_array().unwrap();
    let names: Vec<_> = data_set.tables().iter().map(|table| table.name().to_owned()).collect();
    let expected_names: Vec<_> = tables.iter().map(|table| text(&table["name"])).collect();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(sorted(names), sorted(expected_names), "{label}");
    for expected in tables {
        let table = data_set.table_named(expected["name"].as_str().unwrap()).unwrap();
        assert_eq!(columns(table), expected_columns(expected), "{label}, {}", table.name());
        if table.name() == "Echo" {
            continue;
        }
        let rows = expected["rows"].as_array().unwrap();
        assert_eq!(table.row_count(), rows.len(), "{label}, {}", table.name());
        for (row, expected) in table.iter().zip(rows) {
            for (column, cell) in row.cells() {
                let expected = expected["cells"].get(&column.name).map(text);
                assert_eq!(cell.text().map(str::to_owned), expected, "{label}, {}, {}", table.name(), column.name);
            }
        }
    }
}

/// Name, type, mapping and mode of each column.
type ColumnFacts = (String, String, String, String);

fn columns(table: &Table) -> Vec<ColumnFacts> {
    let facts = table.columns().iter().map(|column| {
        let mapping = match column.mapping {
            Mapping::Element => "element",
            Mapping::Attribute => "attribute",
            Mapping::Hidden => "hidden",
            Mapping::SimpleContent => "simplecontent",
        };
        let mode = column.date_time_mode;
        let mode = if mode == DateTimeMode::UnspecifiedLocal { "" } else { mode.name() };
        (column.name.clone(), column.type_name().to_owned(), mapping.to_owned(), mode.to_owned())
    });
    facts.collect()
}

/// Those that state their place are listed before those that travel otherwise.
fn expected_columns(table: &Json) -> Vec<ColumnFacts> {
    let text = |column: &Json, name: &str| column.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let facts = |column: &Json| {
        (text(column, "name"), text(column, "type"), text(column, "mapping"), text(column, "dateTimeMode"))
    };
    let ordinal = |column: &Json| text(column, "ordinal").parse::<usize>().ok();
    let columns = table["columns"].as_array().unwrap();
    let mut expected: Vec<_> = columns.iter().filter(|column| ordinal(column).is_none()).map(facts).collect();
    for column in columns {
        if let Some(ordinal) = ordinal(column) {
            expected.insert(ordinal, facts(column));
        }
    }
    expected
}
