//! Every operation over every transport: what is encoded is decoded again, for arbitrary values.
#![allow(clippy::pedantic)]

use asmx_runtime::descriptors::{Presence, Scalar};
use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, RequestLimits, ServerSettings};
use asmx_runtime::{Call, DynamicRequest, ErrorKind, Member, Operation, Transport, Type, Value};
use email_campaign_client::EMAIL_CAMPAIGN;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

const NAMESPACE: &str = "http://example.com/ws/";
const CASES_PER_OPERATION_AND_TRANSPORT: u32 = 24;

/// Text of every character that XML allows, with those that are often lost given extra weight.
fn text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => proptest::char::range(' ', '~'),
        2 => prop_oneof![Just('\r'), Just('\n'), Just('\t'), Just('\u{85}'), Just('\u{2028}'), Just('\u{feff}'), Just('\u{fffd}')],
        2 => prop_oneof![Just('&'), Just('<'), Just('>'), Just('"'), Just('\''), Just('%'), Just('+'), Just('='), Just(';'), Just(']')],
        2 => proptest::char::range('\u{80}', '\u{d7ff}'),
        1 => proptest::char::range('\u{10000}', '\u{10ffff}'),
    ];
    let short =
        proptest::collection::vec(character, 0..24).prop_map(|characters| characters.into_iter().collect::<String>());
    prop_oneof![20 => short.clone(), 1 => (short, 1_usize..20_000).prop_map(|(text, times)| text.repeat(times.min(100_000 / (text.len() + 1))))]
}

/// Any value of a type; types that the recorded interface does not have are sampled.
fn value(kind: Type) -> BoxedStrategy<Value<'static>> {
    match kind {
        Type::Scalar(Scalar::Int) => any::<i32>().prop_map(Value::from).boxed(),
        Type::Scalar(Scalar::Long) => any::<i64>().prop_map(Value::from).boxed(),
        Type::Scalar(Scalar::String) => text().prop_map(Value::from).boxed(),
        Type::Array(array) => {
            // An item that is null says so.
            let item = match array.nullable_items {
                true => proptest::option::of(value(array.item)).prop_map(|item| item.unwrap_or(Value::Nil)).boxed(),
                false => value(array.item),
            };
            proptest::collection::vec(item, 0..6).prop_map(Value::Array).boxed()
        }
        kind => (0..12_usize).prop_map(move |number| echo_service::sample(kind, number)).boxed(),
    }
}

/// A value or null.
fn optional(value: BoxedStrategy<Value<'static>>) -> BoxedStrategy<Value<'static>> {
    proptest::option::of(value).prop_map(Option::unwrap_or_default).boxed()
}

fn argument(parameter: &Member) -> BoxedStrategy<Value<'static>> {
    let value = value(parameter.kind);
    if parameter.presence == Presence::Required { value } else { optional(value) }
}

/// A call of `operation` with arbitrary values, common ones included.
fn call(operation: &'static Operation, transport: Transport) -> impl Strategy<Value = Call> {
    let own: Vec<_> = operation.parameters.iter().map(argument).collect();
    let common: Vec<_> = EMAIL_CAMPAIGN.common.iter().map(|_| proptest::option::of(text())).collect();
    (own, common).prop_map(move |(own, common)| {
        let mut request = DynamicRequest::new(operation);
        for (parameter, value) in operation.parameters.iter().zip(own) {
            request.set(parameter.name, value).unwrap();
        }
        let mut call = Call::new(&EMAIL_CAMPAIGN, Box::new(request));
        let mut values = (*call.common).clone();
        for (parameter, value) in EMAIL_CAMPAIGN.common.iter().zip(common) {
            values.set(parameter.name, value).unwrap();
        }
        call.common = values.into();
        call.transport = transport;
        call
    })
}

/// What the server reads where `value` was sent: GET and POST have no null.
fn received(value: Value<'_>, transport: Transport) -> Value<'static> {
    if value.is_null() && !transport.is_soap() { Value::from("") } else { value.into_owned() }
}

/// The parameter that the transport cannot carry, if there is one.
fn not_carried(call: &Call) -> Option<&'static str> {
    if call.transport.is_soap() {
        return None;
    }
    let values = call.request.to_dynamic().into_values();
    let mut parameters = call.operation().parameters.iter().zip(&values);
    let refused = parameters.find(|(parameter, value)| {
        matches!(parameter.kind, Type::Array(_))
            && match value {
                Value::Array(items) => items.is_empty() || items.iter().any(Value::is_null),
                _ => true,
            }
    });
    refused.map(|(parameter, _)| parameter.name)
}

#[test]
fn what_is_encoded_is_decoded_again() {
    let endpoint =
        Endpoint { url: "http://127.0.0.1:1/api.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: false };
    let limits = RequestLimits { max_query: usize::MAX };
    let settings = ServerSettings::new(&EMAIL_CAMPAIGN, NAMESPACE, ErrorStyle::Production);
    for operation in EMAIL_CAMPAIGN.operations.iter().copied() {
        for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
            let config =
                Config { cases: CASES_PER_OPERATION_AND_TRANSPORT, failure_persistence: None, ..Config::default() };
            let outcome = TestRunner::new(config).run(&call(operation, transport), |call| {
                let encoded = protocol::encode_request(&endpoint, &limits, call.outgoing());
                if let Some(parameter) = not_carried(&call) {
                    let error = encoded.expect_err("a value that the transport cannot carry must be refused");
                    prop_assert_eq!(error.kind(), ErrorKind::InvalidRequest);
                    prop_assert_eq!(error.parameter(), Some(parameter));
                    return Ok(());
                }
                let encoded = match encoded {
                    // The longest URL that the `http` types can hold.
                    Err(error)
                        if transport == Transport::HttpGet && error.to_string().contains("more than the limit") =>
                    {
                        return Ok(());
                    }
                    encoded => encoded.unwrap(),
                };
                let decoded = protocol::decode_request(&settings, &encoded)
                    .unwrap_or_else(|response| panic!("refused: {response:?}"));
                prop_assert_eq!(decoded.incoming.operation.name, operation.name);
                prop_assert_eq!(decoded.incoming.transport, transport);
                let sent: Vec<_> = call
                    .request
                    .to_dynamic()
                    .into_values()
                    .into_iter()
                    .map(|value| received(value, transport))
                    .collect();
                prop_assert_eq!(decoded.request.values(), &sent[..]);
                for (parameter, value) in call.common.iter() {
                    let expected = received(value.borrowed(), transport);
                    prop_assert_eq!(decoded.incoming.common.text(parameter.name), expected.as_text());
                }
                prop_assert!(decoded.incoming.undeclared.is_empty());
                Ok(())
            });
            outcome.unwrap_or_else(|failure| panic!("{} over {transport}: {failure}", operation.name));
        }
    }
}

/// Characters that XML 1.0 forbids are refused over SOAP, naming the parameter, and never sent.
#[test]
fn forbidden_characters_are_refused_over_soap() {
    let endpoint =
        Endpoint { url: "http://127.0.0.1:1/api.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: false };
    let operation = EMAIL_CAMPAIGN.operation("TransactionalGroups_Rename").unwrap();
    let strategy = (
        text(),
        prop_oneof![Just('\0'), Just('\u{1}'), Just('\u{b}'), Just('\u{1f}'), Just('\u{fffe}'), Just('\u{ffff}')],
        any::<Index>(),
    );
    let outcome = TestRunner::new(Config { cases: 200, failure_persistence: None, ..Config::default() }).run(
        &strategy,
        |(text, bad, place)| {
            let mut characters: Vec<_> = text.chars().collect();
            characters.insert(place.index(characters.len() + 1), bad);
            let mut request = DynamicRequest::new(operation);
            request.set("NewGroupName", characters.into_iter().collect::<String>()).unwrap();
            let mut call = Call::new(&EMAIL_CAMPAIGN, Box::new(request));
            for transport in [Transport::Soap11, Transport::Soap12] {
                call.transport = transport;
                let error = protocol::encode_request(&endpoint, &RequestLimits::default(), call.outgoing())
                    .expect_err("must be refused");
                prop_assert_eq!(error.parameter(), Some("NewGroupName"));
                prop_assert_eq!(error.outcome(), asmx_runtime::Outcome::NotSent);
            }
            Ok(())
        },
    );
    outcome.unwrap();
}
