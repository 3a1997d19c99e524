//! Recorded exchanges of a genuine server: responses decode to what the contract says, requests to the recorded inputs, and
//! our own encoding of the same inputs has the recorded content.
#![allow(clippy::pedantic)]

use std::borrow::Cow;
use std::collections::BTreeMap;

use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, Received, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::results::table::Table;
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Call, DynamicRequest, Message, Operation, Transport, Value};
use echo_service::Returned;
use recordings::{Exchange, NAMESPACE};
use serde_json::Value as Json;

use crate::interface;

fn settings() -> ServerSettings {
    ServerSettings::new(interface::recorded(), NAMESPACE, ErrorStyle::Development)
}

fn received(exchange: &Exchange) -> Received {
    protocol::decode_request(&settings(), &exchange.http_request())
        .unwrap_or_else(|response| panic!("{}: refused with {response:?}", exchange.name()))
}

fn content(exchange: &Exchange, operation: &'static Operation) -> Message {
    let limits = ParseOptions::keeping_forbidden_references();
    let context = ResponseContext {
        service: interface::recorded(),
        operation,
        transport: exchange.transport,
        namespace: NAMESPACE.into(),
        limits,
    };
    protocol::decode_response(&context, exchange.http_response())
        .unwrap_or_else(|error| panic!("{}: {error:?}", exchange.name()))
}

fn json(file: &str) -> Json {
    serde_json::from_slice(&std::fs::read(format!("tests/fixtures/{file}")).unwrap()).unwrap()
}

/// The recorded inputs of an operation, by name, in order.
fn inputs(operation: &str) -> Vec<(String, Json)> {
    let inputs = json("inputs.json");
    let pairs = inputs[operation].as_array().unwrap_or_else(|| panic!("no recorded inputs of {operation}"));
    pairs.iter().map(|pair| (pair[0].as_str().unwrap().to_owned(), pair[1].clone())).collect()
}

fn value(json: &Json) -> Value<'static> {
    match json {
        Json::Null => Value::Null,
        Json::String(text) => Value::from(text.clone()),
        Json::Number(number) => Value::from(number.to_string()),
        Json::Array(items) => Value::Array(items.iter().map(value).collect()),
        other => panic!("an input of an unknown kind: {other}"),
    }
}

/// A call with the recorded inputs.
fn call(operation: &'static Operation, transport: Transport) -> Call {
    let mut request = DynamicRequest::new(operation);
    let mut common = asmx_runtime::credentials::CommonValues::new(interface::recorded());
    let mut undeclared = Vec::new();
    for (name, json) in inputs(operation.name) {
        if operation.parameter(&name).is_some() {
            request.set(&name, value(&json)).unwrap();
        } else if interface::recorded().common.iter().any(|parameter| parameter.name == name) {
            common.set(&name, value(&json)).unwrap();
        } else {
            assert!(operation.open, "{}: {name} is not declared", operation.name);
            undeclared.push((name, value(&json)));
        }
    }
    let mut call = Call::new(interface::recorded(), Box::new(request));
    call.common = common.into();
    call.undeclared = undeclared;
    call.transport = transport;
    call
}

#[test]
fn every_recorded_request_decodes_to_the_recorded_inputs() {
    for exchange in recordings::group("ops") {
        let Received { incoming, request, .. } = received(&exchange);
        assert_eq!(incoming.transport, exchange.transport, "{}", exchange.name());
        let sent = call(incoming.operation, exchange.transport);
        assert_eq!(incoming.operation.name, exchange.case);
        // Raw line ends in the recorded SOAP requests arrive as LF; the recorder wrote CR as a reference, so nothing is lost.
        assert_eq!(request.values(), sent.request.to_dynamic().values(), "{}", exchange.name());
        for (parameter, value) in sent.common.iter() {
            assert_eq!(incoming.common.value(parameter.name), Some(value), "{} {}", exchange.name(), parameter.name);
        }
    }
}

/// Name and texts of each parameter of a request, read by a parser that is not ours.
fn fields(request: &http::Request<bytes::Bytes>, transport: Transport) -> BTreeMap<String, Vec<String>> {
    let mut fields = BTreeMap::<String, Vec<String>>::new();
    if transport.is_soap() {
        let config = xmltree::ParserConfig::new()
            .whitespace_to_characters(true)
            .cdata_to_characters(true)
            .trim_whitespace(false);
        let envelope = xmltree::Element::parse_with_config(&request.body()[..], config).unwrap();
        let body = envelope.get_child("Body").unwrap();
        let operation = body.children.iter().find_map(|node| node.as_element()).unwrap();
        for parameter in operation.children.iter().filter_map(|node| node.as_element()) {
            let items: Vec<_> = parameter.children.iter().filter_map(|node| node.as_element()).collect();
            let text = |element: &xmltree::Element| element.get_text().unwrap_or_default().into_owned();
            let texts = if items.is_empty() { vec![text(parameter)] } else { items.into_iter().map(text).collect() };
            assert_eq!(parameter.namespace.as_deref(), Some(NAMESPACE));
            assert!(fields.insert(parameter.name.clone(), texts).is_none());
        }
    } else {
        let query = request.uri().query().unwrap_or_default().as_bytes();
        let form = if transport == Transport::HttpGet { query } else { &request.body()[..] };
        for (name, text) in form_urlencoded::parse(form) {
            fields.entry(name.into_owned()).or_default().push(text.into_owned());
        }
    }
    fields
}

#[test]
fn our_encoding_of_the_recorded_inputs_has_the_recorded_content() {
    let endpoint = Endpoint {
        url: "http://127.0.0.1:8931/api.asmx".to_owned(),
        namespace: NAMESPACE.into(),
        states_action: false,
    };
    for exchange in recordings::group("ops") {
        let operation = interface::recorded().operation(&exchange.case).unwrap();
        let limits = RequestLimits { max_query: usize::MAX };
        let call = call(operation, exchange.transport);
        let ours = protocol::encode_request(&endpoint, &limits, call.outgoing()).unwrap();
        let (label, recorded) = (exchange.name(), exchange.http_request());
        assert_eq!((ours.method(), ours.uri().path()), (recorded.method(), recorded.uri().path()), "{label}");
        assert_eq!(ours.headers().get("soapaction"), recorded.headers().get("soapaction"), "{label}");
        // The recorder left the charset of forms out; ours always states it.
        let content_type = |request: &http::Request<bytes::Bytes>| {
            let value = request.headers().get("content-type").map(|value| value.to_str().unwrap().to_owned());
            value.map(|value| value.trim_end_matches("; charset=utf-8").to_owned())
        };
        assert_eq!(content_type(&ours), content_type(&recorded), "{label}");
        if exchange.transport != Transport::HttpGet {
            let length = ours.headers().get("content-length").map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(length, Some(ours.body().len().to_string()), "{label}");
        }
        assert_eq!(fields(&ours, exchange.transport), fields(&recorded, exchange.transport), "{label}");
    }
}

/// Text as XML parsers hand it on when the server wrote its line ends raw.
fn line_ends_read(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Compares a table with the one the contract describes.
fn assert_table(table: &Table, expected: &Json, label: &str) {
    let columns: Vec<_> =
        table.columns().iter().map(|column| (column.name.clone(), column.type_name().to_owned())).collect();
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    let wanted = expected["columns"].as_array().unwrap().iter();
    let wanted: Vec<_> = wanted.map(|column| (text(&column["name"]), text(&column["type"]))).collect();
    assert_eq!(columns, wanted, "{label}");
    let wanted = expected["rows"].as_array().unwrap();
    assert_eq!(table.row_count(), wanted.len(), "{label}: rows");
    for (row, wanted) in table.iter().zip(wanted) {
        for (name, _) in &columns {
            let wanted = wanted["cells"].get(name).map(text);
            assert_eq!(row.text(name).map(Cow::into_owned), wanted, "{label}: {name}");
        }
    }
}

#[test]
fn every_recorded_response_decodes_to_what_the_contract_says() {
    for exchange in recordings::group("ops") {
        let operation = interface::recorded().operation(&exchange.case).unwrap();
        let label = exchange.name();
        let mut items = Vec::new();
        for (name, json) in inputs(operation.name) {
            let kind = if json.is_number() {
                operation.parameter(&name).map_or("int", |(_, parameter)| echo_service::listing::kind_of(parameter))
            } else {
                "string"
            };
            echo_service::listing::push_items(&mut items, &name, kind, &value(&json));
        }
        let escaped: Vec<_> =
            items.iter().map(|item| item.value.as_deref().map(echo_service::listing::escape)).collect();
        match Returned::of(operation, &content(&exchange, operation)).unwrap() {
            Returned::Nothing => assert_eq!(operation.name, "Reports_GetRemovedAddresses"),
            Returned::String(text) => {
                echo_service::checks::check_listing(&items, text.as_str())
                    .unwrap_or_else(|why| panic!("{label}: {why}"));
                let raw = line_ends_read(&echo_service::listing::raw_values(&items));
                assert!(text.as_str().ends_with(&raw), "{label}: the raw values differ:\n{}\n{raw}", text.as_str());
            }
            Returned::Integers(integers) => assert_eq!(integers, echo_service::results::integers_of(&items), "{label}"),
            Returned::Document(document) => {
                let document = document.document().unwrap();
                let parameters = document.root().elements().find(|element| element.name() == "parameters").unwrap();
                let texts = parameters.elements().map(|element| element.attribute(None, "escaped").map(str::to_owned));
                assert_eq!(texts.collect::<Vec<_>>(), escaped, "{label}");
            }
            Returned::DataSet(data_set) => {
                let expected = &echo_service::tables::EXPECTED[operation.name];
                assert_eq!(data_set.name(), expected["dataSetName"].as_str().unwrap());
                for wanted in expected["tables"].as_array().unwrap() {
                    let name = wanted["name"].as_str().unwrap();
                    let table = data_set.tables().iter().find(|table| table.name() == name);
                    let table = table.unwrap_or_else(|| panic!("{label}: no table {name}"));
                    if name == "Echo" {
                        let cells = |column: &str| {
                            table.iter().map(|row| row.text(column).map(Cow::into_owned)).collect::<Vec<_>>()
                        };
                        let names = items.iter().map(|item| Some(item.name.clone())).collect::<Vec<_>>();
                        assert_eq!((cells("Name"), cells("Escaped")), (names, escaped.clone()), "{label}");
                    } else {
                        assert_table(table, wanted, &format!("{label}, {name}"));
                    }
                }
                assert_eq!(data_set.tables().len(), expected["tables"].as_array().unwrap().len(), "{label}");
            }
            Returned::Parts(other) => panic!("{label}: {other:?}"),
        }
    }
}

#[test]
fn null_empty_and_void_stay_apart() {
    for exchange in recordings::group("results") {
        let operation = received(&exchange).incoming.operation;
        let content = content(&exchange, operation);
        let label = exchange.name();
        match (exchange.case.as_str(), &Returned::of(operation, &content).unwrap()) {
            ("string_null" | "dataset_null" | "xml_null", _) => {
                assert_eq!(content, Message::null(operation), "{label}");
                assert!(content.is_null(), "{label}");
                assert_ne!(content, Message::default(), "{label}");
            }
            ("string_empty", Returned::String(text)) => {
                assert!(!text.is_null() && text.as_str().is_empty(), "{label}")
            }
            ("int_array_empty", Returned::Integers(integers)) => {
                assert!(!integers.is_null() && integers.as_slice().is_empty(), "{label}")
            }
            ("dataset_zerorows", Returned::DataSet(data_set)) => {
                let [table] = data_set.tables() else { panic!("{label}: one table expected") };
                assert_eq!((table.name(), table.columns().len(), table.row_count()), ("Table", 18, 0), "{label}");
            }
            ("void", Returned::Nothing) => {}
            (_, other) => panic!("{label}: {other:?}"),
        }
    }
}
