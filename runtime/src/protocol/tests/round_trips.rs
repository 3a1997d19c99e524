//! Encoded values are decoded again: arbitrary values of every scalar type, arrays, structures and every kind of result.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::*;
use crate::operation::Presence;
use crate::protocol::{RequestLimits, decode_request, decode_response, encode_request, encode_response};
use crate::results::table::{Cell, ColumnType, RowData, Table};
use crate::results::{DataSet, Integers, Text, XmlDocument};
use crate::value::message::Message;
use crate::value::request::Request;
use crate::xml;

/// An operation with one parameter for each scalar, array and structure, optional if possible.
static EVERY: &[Scalar] = Scalar::ALL;

fn xml_text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        8 => any::<char>(),
        4 => prop::sample::select(vec!['\r', '\n', '\t', ' ', '&', '<', '>', '"', '\'', ']', '+', '%', '=', ',', ';', '\u{FEFF}', '\u{85}', 'é', '😀']),
        4 => prop::char::range('a', 'z'),
    ];
    prop::collection::vec(
        character.prop_filter("XML", |letter| xml::first_forbidden_character(&letter.to_string()).is_none()),
        0..24,
    )
    .prop_map(|letters| letters.into_iter().collect())
}

/// A canonical text of `scalar`.
pub(super) fn scalar_text(scalar: Scalar) -> BoxedStrategy<String> {
    let raw: BoxedStrategy<String> = match scalar.base() {
        Scalar::String => return xml_text().boxed(),
        Scalar::Boolean => any::<bool>().prop_map(|value| value.to_string()).boxed(),
        Scalar::Byte => any::<i8>().prop_map(|value| value.to_string()).boxed(),
        Scalar::UnsignedByte => any::<u8>().prop_map(|value| value.to_string()).boxed(),
        Scalar::Short => any::<i16>().prop_map(|value| value.to_string()).boxed(),
        Scalar::UnsignedShort => any::<u16>().prop_map(|value| value.to_string()).boxed(),
        // The character itself must be one that GET and POST can carry.
        Scalar::Char => (0_u16..0xD800).prop_map(|value| value.to_string()).boxed(),
        Scalar::Int => any::<i32>().prop_map(|value| value.to_string()).boxed(),
        Scalar::UnsignedInt => any::<u32>().prop_map(|value| value.to_string()).boxed(),
        Scalar::Long => any::<i64>().prop_map(|value| value.to_string()).boxed(),
        Scalar::UnsignedLong => any::<u64>().prop_map(|value| value.to_string()).boxed(),
        Scalar::Integer => "-?[1-9][0-9]{0,40}".boxed(),
        Scalar::Float => any::<f32>().prop_map(|value| crate::xsd::Lexical::lexical(&value).into_owned()).boxed(),
        Scalar::Double => any::<f64>().prop_map(|value| crate::xsd::Lexical::lexical(&value).into_owned()).boxed(),
        Scalar::Decimal => "-?[1-9][0-9]{0,12}(\\.[0-9]{1,10})?".boxed(),
        Scalar::DateTime => {
            "20[0-9]{2}-0[1-9]-[12][0-8]T1[0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6}[1-9])?(Z|[+-]0[0-9]:[03]0)?".boxed()
        }
        Scalar::Date => "20[0-9]{2}-0[1-9]-[12][0-8]".boxed(),
        Scalar::Time => "1[0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6}[1-9])?".boxed(),
        Scalar::Duration => "-?P[1-9][0-9]{0,3}DT[1-9]H[1-9]M[1-9]S".boxed(),
        Scalar::Base64Binary => prop::collection::vec(any::<u8>(), 0..20)
            .prop_map(|bytes| crate::xsd::Lexical::lexical(&crate::xsd::Base64Binary::from(bytes)).into_owned())
            .boxed(),
        Scalar::HexBinary => "([0-9A-F]{2}){0,10}".boxed(),
        Scalar::AnyUri => "http://[a-z]{1,10}/[a-z%20]{0,10}\\?a=[a-z]{1,4}&b=é".boxed(),
        Scalar::QName => "\\{(urn:[a-z]{1,3})?\\}[a-zé]{1,10}".boxed(),
        Scalar::Guid => "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}".boxed(),
        // Unchecked texts.
        _ => "[a-z0-9]{1,10}".boxed(),
    };
    raw.prop_map(move |text| {
        crate::value::canonical_text(scalar, text.clone().into())
            .unwrap_or_else(|_| panic!("{scalar:?}: {text}"))
            .into_owned()
    })
    .boxed()
}

/// The null of a place with that presence.
fn null_of(presence: Presence) -> Option<Value<'static>> {
    match presence {
        Presence::Required => None,
        Presence::Optional => Some(Value::Null),
        Presence::Nullable | Presence::OptionalNullable => Some(Value::Nil),
    }
}

/// A value or null.
fn value_of(kind: Type, null: Option<Value<'static>>) -> BoxedStrategy<Value<'static>> {
    let value = match kind {
        Type::Scalar(scalar) => scalar_text(scalar).prop_map(Value::from).boxed(),
        Type::Enumeration(enumeration) => {
            prop::sample::select(enumeration.values.to_vec()).prop_map(Value::from).boxed()
        }
        Type::Array(array) => {
            prop::collection::vec(value_of(array.item, array.nullable_items.then_some(Value::Nil)), 0..4)
                .prop_map(Value::Array)
                .boxed()
        }
        // Ends a structure that contains itself.
        Type::Structure(structure) => {
            let members = structure.members().iter().map(|member| match member.kind {
                Type::Structure(_) => Just(Value::Null).boxed(),
                kind => value_of(kind, null_of(member.presence)),
            });
            members.collect::<Vec<_>>().prop_map(Value::Structure).boxed()
        }
        Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => unreachable!("not drawn here"),
    };
    match null {
        Some(null) => prop_oneof![1 => Just(null), 4 => value].boxed(),
        None => value,
    }
}

fn operation_of(name: &'static str, parameters: Vec<Member>) -> &'static Operation {
    Operation::new(name, "", "", Vec::leak(parameters), Effect::Read).leak()
}

fn service_of(operations: Vec<&'static Operation>) -> &'static Service {
    Service::new("Tested", "/tested.asmx", "", COMMON, &[], Vec::leak(operations)).leak()
}

/// The value that a server receives: over GET and POST null is the empty text.
fn received(value: &Value<'static>, transport: Transport) -> Value<'static> {
    if value.is_null() && !transport.is_soap() { Value::from("") } else { value.clone() }
}

fn cannot_be_carried(value: &Value<'_>, kind: Type) -> bool {
    match value {
        Value::Null | Value::Nil => matches!(kind, Type::Array(_)),
        Value::Array(items) => items.is_empty() || items.iter().any(Value::is_null),
        _ => false,
    }
}

fn round_trip(service: &'static Service, operation: &'static Operation) {
    let endpoint = Endpoint { url: format!("http://127.0.0.1{}", service.path), ..endpoint() };
    let settings = ServerSettings::new(service, NAMESPACE, ErrorStyle::Production);
    let limits = RequestLimits { max_query: usize::MAX };
    let values: Vec<_> = operation.parameters.iter().map(|one| value_of(one.kind, null_of(one.presence))).collect();
    let names = ["Extra", "c d", "_x0020_"];
    let undeclared = prop::collection::vec((prop::sample::select(names.to_vec()), xml_text()), 0..2);
    let strategy = (values, prop::option::of(xml_text()), undeclared);
    let config = Config { cases: cases::of(40), failure_persistence: None, ..Config::default() };
    for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
        let outcome = TestRunner::new(config.clone()).run(&strategy, |(values, reader, undeclared)| {
            let mut call = Call::new(service, Box::new(DynamicRequest::from_values(operation, values.clone())));
            let mut common = (*call.common).clone();
            common.set(service.common[0].name, reader.clone()).unwrap();
            call.common = Arc::new(common);
            call.transport = transport;
            if undeclared.len() < 2 || undeclared[0].0 != undeclared[1].0 {
                call.undeclared =
                    undeclared.iter().map(|(name, text)| ((*name).to_owned(), Value::from(text.clone()))).collect();
            }
            let encoded = encode_request(&endpoint, &limits, call.outgoing());
            let arguments = operation.parameters.iter().zip(&values);
            let refused =
                arguments.clone().find(|(one, value)| !transport.is_soap() && cannot_be_carried(value, one.kind));
            if let Some((parameter, _)) = refused {
                let error = encoded.unwrap_err();
                prop_assert_eq!(error.parameter(), Some(parameter.name));
                return Ok(());
            }
            let decoded = decode_request(&settings, &encoded.unwrap())
                .map_err(|response| TestCaseError::fail(text(&response)))?;
            prop_assert_eq!(decoded.incoming.operation.name, operation.name);
            prop_assert_eq!(decoded.incoming.transport, transport);
            let expected: Vec<_> = arguments.map(|(_, value)| received(value, transport)).collect();
            prop_assert_eq!(decoded.request.values(), &expected[..]);
            let expected = received(&Value::from(reader), transport);
            prop_assert_eq!(decoded.incoming.username(), expected.as_text());
            prop_assert_eq!(&decoded.incoming.undeclared, &call.undeclared);
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{} over {transport}: {failure}", operation.name));
    }
}

#[test]
fn every_scalar_over_every_transport_that_carries_it() {
    for scalar in EVERY.iter().copied() {
        let mut parameters = vec![Member::new("One", Type::Scalar(scalar))];
        let mut maybe = vec![Member::new("One", Type::Scalar(scalar)).nullable()];
        let array = || ArrayType::new(Type::Scalar(scalar), scalar.name());
        let (array, nullable): (&ArrayType, &ArrayType) =
            (Box::leak(Box::new(array())), Box::leak(Box::new(array().nullable_items())));
        parameters.push(Member::new("Many", Type::Array(array)));
        maybe.push(Member::new("Many", Type::Array(nullable)));
        let operations = vec![operation_of("Plain", parameters), operation_of("Maybe", maybe)];
        let service = service_of(operations.clone());
        for operation in operations {
            round_trip(service, operation);
        }
    }
}

#[test]
fn every_operation_of_the_invented_service() {
    for operation in SERVICE.operations.iter().copied() {
        round_trip(&SERVICE, operation);
    }
}

/// Encodes and decodes a result over every transport.
fn result_round_trip(operation: &'static Operation, result: &Message) -> Result<(), TestCaseError> {
    for transport in Transport::ALL {
        let context = context(operation, transport);
        let response = encode_response(&context, result).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
        let body = text(&response);
        let decoded = decode_response(&context, response).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&decoded, result, "{}: {}", transport, body);
    }
    Ok(())
}

fn typed_operation(kind: Type) -> &'static Operation {
    let output = vec![Member::new("TypedResult", kind).optional()].leak();
    Operation::new("Typed", "", "", &[], Effect::Read).outputs(output).leak()
}

proptest! {
    #[test]
    fn strings(value in prop::option::of(any::<String>())) {
        result_round_trip(&FIND_BOOKS, &Message::from(value.map_or_else(Text::null, Text::new)))?;
    }

    #[test]
    fn integers(value in prop::option::of(prop::collection::vec(any::<i32>(), 0..20))) {
        result_round_trip(&COUNT_BOOKS, &Message::from(value.map_or_else(Integers::null, Integers::new)))?;
    }

    #[test]
    fn structures(value in value_of(Type::Structure(&PLACE), Some(Value::Null))) {
        result_round_trip(&SHELVE, &message(value))?;
    }

    #[test]
    fn arrays_of_structures(value in value_of(Type::Array(&PLACES), Some(Value::Null))) {
        result_round_trip(&SCALARS, &message(value))?;
    }

    #[test]
    fn documents(name in "[a-zé]{1,8}", value in xml_text(), namespace in prop::option::of("urn:[a-z]{1,5}"), text in xml_text()) {
        // Over SOAP a document without a declaration would get one.
        let mut document = format!("<{name} xmlns=\"{}\" a=\"", namespace.unwrap_or_default());
        xml::escape_attribute(&mut document, &value);
        document.push_str("\">x");
        xml::escape_text(&mut document, &text);
        for part in ["<b/></", &name, ">"] {
            document.push_str(part);
        }
        let parsed = xml::Document::parse(document, &ParseOptions::default()).unwrap();
        result_round_trip(&DOCUMENT, &Message::from(XmlDocument::from_element(parsed.root())))?;
    }
}

fn data_set() -> impl Strategy<Value = DataSet> {
    let cell = |text: BoxedStrategy<String>| prop_oneof![1 => Just(Cell::DbNull), 4 => text.prop_map(Cell::from)];
    let row = (cell(scalar_text(Scalar::Int)), cell(xml_text().boxed()), cell(scalar_text(Scalar::DateTime)));
    let rows = prop::collection::vec(row, 0..6);
    ("[A-Za-z _é]{1,8}", rows).prop_map(|(name, rows)| {
        let table = Table::new(name).column("Id", ColumnType::Int).column("First Name", ColumnType::String);
        let table = table.column("When", ColumnType::DateTime);
        let table = rows.into_iter().fold(table, |table, (id, name, when)| table.row(RowData::new([id, name, when])));
        DataSet::new("").table(table)
    })
}

proptest! {
    #[test]
    fn data_sets(result in prop_oneof![1 => Just(DataSet::null()), 1 => Just(DataSet::new("")), 8 => data_set()]) {
        result_round_trip(&TABLE, &Message::from(result))?;
    }
}

#[test]
fn nothing() {
    result_round_trip(&DROP, &Message::default()).unwrap();
}

#[test]
fn every_typed_scalar() {
    for scalar in EVERY.iter().copied() {
        let operation = typed_operation(Type::Scalar(scalar));
        let strategy = value_of(Type::Scalar(scalar), Some(Value::Null));
        let config = Config { cases: cases::of(40), failure_persistence: None, ..Config::default() };
        let outcome = TestRunner::new(config).run(&strategy, |value| result_round_trip(operation, &message(value)));
        outcome.unwrap_or_else(|failure| panic!("{scalar:?}: {failure}"));
    }
}

#[test]
fn a_dynamic_request_has_its_values_as_fields() {
    let request = DynamicRequest::from_values(&DROP, vec![Value::from(5)]);
    assert_eq!((&request as &dyn Request).fields().len(), 1);
}
