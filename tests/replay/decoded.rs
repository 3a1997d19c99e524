//! Every recorded answer, read by our client: what it gives must be what the contract says, and what a reader that is not
//! ours finds in the bytes.

use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::results::data_set::{DateTimeMode, Mapping, Table};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Content, Error, ErrorKind, FaultCode, Operation, Outcome, Transport};
use email_campaign_client::{DataSet, EMAIL_CAMPAIGN};
use serde_json::Value as Json;

use super::recorded::{self, Exchange, head_length};
use crate::echo::listing::{Item, escape, item_lines, kind_of, raw_values};
use crate::echo::{answers, checks};
use crate::mounts::NAMESPACE;

/// The body of the request, in UTF-8 as far as it is.
fn request_body(exchange: &Exchange) -> String {
    String::from_utf8_lossy(&exchange.request[head_length(&exchange.request).unwrap()..]).into_owned()
}

/// The operation whose answer a client would expect: the one that the request names, wherever it does. None if it names none
/// that there is.
fn operation_of(exchange: &Exchange) -> Option<&'static Operation> {
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

fn decode(exchange: &Exchange, operation: &'static Operation) -> Result<Content, Error> {
    let mut response = http::Response::builder().status(exchange.answer.status);
    for (name, value) in &exchange.answer.headers {
        response = response.header(name, value);
    }
    let context = ResponseContext {
        service: &EMAIL_CAMPAIGN,
        operation,
        transport: exchange.transport,
        namespace: NAMESPACE.into(),
        limits: ParseOptions::keeping_forbidden_references(),
    };
    protocol::decode_response(&context, response.body(exchange.answer.body.clone().into()).unwrap())
}

/// Text as parsers hand it on when a server wrote its line ends raw.
fn line_ends_read(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Checks a listing against itself: each line tells the length of its value, and the raw values repeat the escaped ones.
fn check_listing(operation: &Operation, text: &str, place: &str) {
    let (listing, raw) = text.split_once("--RAW--\n").unwrap_or_else(|| panic!("{place}: no raw values in {text}"));
    let mut lines = listing.lines();
    assert_eq!(lines.next(), Some(format!("operation=[{}]", operation.name).as_str()), "{place}");
    let parameters = lines.next().and_then(|line| line.strip_prefix("parameters=")).unwrap().parse::<usize>().unwrap();
    let items: Vec<_> = lines.by_ref().take_while(|line| !line.starts_with("http.method=")).map(item).collect();
    assert_eq!(items.iter().filter(|item| !item.name.contains('[')).count(), parameters, "{place}");
    for item in &items {
        if let Some(value) = &item.value {
            assert_eq!(usize::try_from(item.length).unwrap(), value.encode_utf16().count(), "{place}: {}", item.name);
        }
    }
    let expected = raw_values(&items);
    assert_eq!(raw, line_ends_read(expected.strip_prefix("--RAW--\n").unwrap()), "{place}");
}

/// One line of a listing.
fn item(line: &str) -> Item {
    let (name, told) = line.split_once('=').unwrap();
    let name = name.to_owned();
    if told == "null" {
        return Item { name, kind: "null", length: -1, value: None };
    }
    if let Some(length) = told.strip_prefix("array ") {
        return Item { name, kind: "array", length: length.parse().unwrap(), value: None };
    }
    let (value, told) = told.strip_prefix('[').unwrap().rsplit_once("] ").unwrap();
    let (kind, length) = told.split_once(' ').unwrap();
    let kind = ["string", "int", "long"].into_iter().find(|known| *known == kind).unwrap();
    Item { name, kind, length: length.parse().unwrap(), value: Some(unescape(value)) }
}

fn unescape(text: &str) -> String {
    let mut units = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        units.push(match (character, character == '\\') {
            (plain, false) => u16::try_from(u32::from(plain)).unwrap(),
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
        recorded::all().iter().filter(|exchange| exchange.answer.status == 200 && exchange.case != "ct_json")
    {
        let place = exchange.name();
        let operation = operation_of(exchange).unwrap_or_else(|| panic!("{place} names no operation"));
        let content = decode(exchange, operation).unwrap_or_else(|error| panic!("{place}: {error}"));
        checked += 1;
        if exchange.group == "results" {
            check_special(&exchange.case, &content, operation, &place);
            continue;
        }
        match &content {
            Content::None => assert_eq!(operation.name, "Reports_GetRemovedAddresses", "{place}"),
            Content::String(text) => check_listing(operation, text.as_str(), &place),
            Content::Integers(integers) if integers.as_slice().is_empty() => {
                assert!(!integers.is_null(), "{place}");
                assert!(
                    !request_body(exchange).contains("JobID"),
                    "{place}: only a call without a number has no integers"
                );
            }
            Content::Integers(integers) => {
                let number = integers.as_slice()[0];
                let middle = [number, number.wrapping_neg(), number.wrapping_mul(31), 0, -1, i32::MIN, i32::MAX];
                assert_eq!(integers.as_slice()[..7], middle, "{place}");
                assert_eq!(integers.as_slice().len(), 11, "{place}");
            }
            Content::DataSet(_) | Content::Xml(_) => assert_eq!(exchange.group, "ops", "{place}"),
            other => panic!("{place}: {other:?}"),
        }
        if exchange.group == "ops" {
            check_operation(&content, operation, &place);
        }
    }
    assert_eq!(checked, 164, "answers with a result");
}

/// Null, empty and no rows, each different from the others.
fn check_special(case: &str, content: &Content, operation: &'static Operation, place: &str) {
    match (case, content) {
        ("string_null" | "dataset_null" | "xml_null", content) => {
            assert_eq!(content, &Content::null(operation), "{place}");
            assert!(content.is_null() && content != &Content::None, "{place}");
        }
        ("string_empty", Content::String(text)) => assert!(!text.is_null() && text.as_str().is_empty(), "{place}"),
        ("int_array_empty", Content::Integers(integers)) => {
            assert!(!integers.is_null() && integers.as_slice().is_empty(), "{place}")
        }
        ("dataset_zerorows", Content::DataSet(data_set)) => {
            let expected = &json("expected_tables.json")["Reports_GetSoftBouncesByCount_DataSet"]["tables"][1];
            let [table] = data_set.tables() else { panic!("{place}: one table is expected") };
            assert_eq!((table.name(), table.row_count()), ("Table", 0), "{place}");
            assert_eq!(columns(table), expected_columns(expected), "{place}");
        }
        ("void", Content::None) => {}
        (_, other) => panic!("{place}: {other:?}"),
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
        crate::echo::listing::push_items(&mut items, name, kind, &value(&pair[1]));
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

/// Checks an answer to the recorded inputs.
fn check_operation(content: &Content, operation: &'static Operation, place: &str) {
    let items = inputs(operation);
    checks::check(&items, content).unwrap_or_else(|why| panic!("{place}: {why}"));
    match content {
        Content::String(text) => {
            let end = line_ends_read(&raw_values(&items));
            assert!(
                text.as_str().contains(&item_lines(&items)) && text.as_str().ends_with(&end),
                "{place}: {}",
                text.as_str()
            );
        }
        Content::Integers(integers) => assert_eq!(integers, &answers::integers_of(&items), "{place}"),
        Content::DataSet(data_set) => check_tables(data_set, &json("expected_tables.json")[operation.name], place),
        _ => {}
    }
}

fn check_tables(data_set: &DataSet, expected: &Json, place: &str) {
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
    assert_eq!(sorted(names), sorted(expected_names), "{place}");
    for expected in tables {
        let table = data_set.table_named(expected["name"].as_str().unwrap()).unwrap();
        assert_eq!(columns(table), expected_columns(expected), "{place}, {}", table.name());
        if table.name() == "Echo" {
            continue;
        }
        let rows = expected["rows"].as_array().unwrap();
        assert_eq!(table.row_count(), rows.len(), "{place}, {}", table.name());
        for (row, expected) in table.rows().zip(rows) {
            for (column, cell) in row.cells() {
                let expected = expected["cells"].get(&column.name).map(text);
                assert_eq!(cell.text().map(str::to_owned), expected, "{place}, {}, {}", table.name(), column.name);
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

fn expected_columns(table: &Json) -> Vec<ColumnFacts> {
    let facts = table["columns"].as_array().unwrap().iter().map(|column| {
        let text = |name: &str| column.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        (text("name"), text("type"), text("mapping"), text("dateTimeMode"))
    });
    facts.collect()
}

/// What another reader finds in a fault: code, text, actor, and the number of elements in the detail.
type FaultFacts = (String, String, Option<String>, Option<usize>);

fn fault_facts(body: &[u8]) -> FaultFacts {
    let config = xmltree::ParserConfig::new().whitespace_to_characters(true).trim_whitespace(false);
    let envelope = xmltree::Element::parse_with_config(body, config).unwrap();
    let fault = envelope.get_child("Body").and_then(|body| body.get_child("Fault")).unwrap();
    let text = |element: &xmltree::Element| element.get_text().unwrap_or_default().into_owned();
    let local = |code: String| code.rsplit(':').next().unwrap().to_owned();
    let elements =
        |element: &xmltree::Element| element.children.iter().filter(|child| child.as_element().is_some()).count();
    match fault.get_child("faultcode") {
        Some(code) => (
            local(text(code)),
            text(fault.get_child("faultstring").unwrap()),
            fault.get_child("faultactor").map(text),
            fault.get_child("detail").map(elements),
        ),
        None => {
            let code = fault.get_child("Code").and_then(|code| code.get_child("Value")).unwrap();
            let reason = fault.get_child("Reason").and_then(|reason| reason.get_child("Text")).unwrap();
            let detail = fault.get_child("Detail").or_else(|| fault.get_child("detail"));
            (local(text(code)), text(reason), fault.get_child("Node").map(text), detail.map(elements))
        }
    }
}

/// The messages that the magic users cause, without the exceptions' names.
fn deliberate_message(exchange: &Exchange, operation: &str) -> Option<String> {
    match exchange.case.as_str() {
        "exception_fault_void" => Some(format!("Deliberate failure in {operation}: <&>\"' é 😀")),
        "exception_fault_inner_string" => Some(format!("Outer failure in {operation} ---> Inner failure <&>")),
        "exception_fault_soap_string" => Some(format!("Client error in {operation} <&>")),
        _ => None,
    }
}

#[test]
fn every_error_is_what_the_bytes_say() {
    let mut kinds = std::collections::BTreeMap::new();
    for exchange in recorded::all().iter().filter(|exchange| exchange.answer.status != 200) {
        let place = exchange.name();
        let operation = operation_of(exchange).unwrap_or(EMAIL_CAMPAIGN.operations[0]);
        let error = decode(exchange, operation).expect_err(&place);
        assert_eq!(error.status().unwrap().as_u16(), exchange.answer.status, "{place}");
        assert_eq!(error.outcome(), Outcome::Refused, "{place}");
        assert_eq!(error.body().unwrap()[..], exchange.answer.body[..], "{place}");
        *kinds.entry(format!("{:?}", error.kind())).or_insert(0) += 1;
        let content_type = exchange.answer.header("content-type").unwrap();
        if exchange.answer.body.is_empty() || content_type == "text/html" {
            assert_eq!((error.kind(), error.fault()), (ErrorKind::Status, None), "{place}");
            continue;
        }
        assert_eq!(error.kind(), ErrorKind::Fault, "{place}: {error}");
        let fault = error.fault().unwrap();
        assert!(
            !fault.message().contains("\n  at ") && !fault.message().contains("Exception: "),
            "{place}: {}",
            fault.message()
        );
        if content_type.starts_with("text/plain") {
            assert_eq!((fault.code(), fault.actor(), fault.detail()), (None, None, None), "{place}");
        } else {
            let (code, text, actor, detail) = fault_facts(&exchange.answer.body);
            assert_eq!(fault.code(), Some(&FaultCode::from_local_name(&code)), "{place}");
            assert_eq!(fault.text(), Some(text.as_str()), "{place}");
            assert_eq!(fault.actor().map(str::to_owned), actor, "{place}");
            let inside = fault.detail().map(|detail| {
                let wrapped = xmltree::Element::parse(format!("<d>{detail}</d>").as_bytes()).unwrap();
                wrapped.children.iter().filter(|child| child.as_element().is_some()).count()
            });
            assert_eq!(inside.unwrap_or(0), detail.unwrap_or(0), "{place}");
        }
        if let Some(message) = deliberate_message(exchange, operation.name) {
            assert_eq!(fault.message(), message, "{place}");
            if message.starts_with("Client") && exchange.transport.is_soap() {
                assert_eq!(fault.code(), Some(&FaultCode::Client), "{place}");
                assert_eq!(fault.actor(), Some("http://example.test/actor"), "{place}");
                assert!(fault.detail().unwrap().contains("<message>detail text &amp; more</message>"), "{place}");
            }
        }
    }
    let expected = [("Fault".to_owned(), 83), ("Status".to_owned(), 31)];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn errors_are_the_same_over_every_transport_and_in_both_styles() {
    for case in ["exception_fault_inner_string", "exception_fault_soap_string", "exception_fault_void"] {
        let alike: Vec<_> = recorded::all().into_iter().filter(|exchange| exchange.case == case).collect();
        assert_eq!(alike.len(), 2 * Transport::ALL.len());
        let errors: Vec<_> =
            alike.iter().map(|exchange| decode(exchange, operation_of(exchange).unwrap()).unwrap_err()).collect();
        for (error, exchange) in errors.iter().zip(&alike) {
            assert_eq!(error, &errors[0], "{}", exchange.name());
        }
    }
}
