//! Values of arbitrary types survive every transport that carries them.

mod types;
mod values;

use self::types::{Maker, Shape, leak, shapes};
use self::values::values;
use super::*;
use crate::operation::{Messages, Place, Presence, Style};
use crate::protocol::{RequestLimits, decode_request, decode_response, encode_request, encode_response};
use crate::value::message::Message;
use crate::value::{Chosen, TypedValue};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const STYLES: [Style; 3] = [Style::Wrapped, Style::Bare, Style::Rpc];

/// An operation that takes and returns a value of the type, and its service.
fn echo(shape: &Shape, style: Style) -> (&'static Service, &'static Operation, Vec<Type>) {
    let mut maker = Maker::default();
    let kind = maker.kind(shape);
    let part =
        |name: &'static str| Vec::leak(vec![Member::new(name, kind).presence(Presence::Optional)]) as &'static [_];
    let messages: &'static Messages = leak(Messages::PLAIN.style(style));
    let operation = Operation::new("Echo", "", "", part("item"), Effect::Read);
    let operation = operation.outputs(part("EchoResult")).messages(messages).leak();
    let types = maker.types;
    let service = Service::new("Made", "/made.asmx", "", &[], &[], Vec::leak(vec![operation]));
    (service.types(Vec::leak(types.clone())).leak(), operation, types)
}

#[test]
fn values_of_any_type_go_to_the_server_and_back() {
    let strategy = (shapes(), prop::sample::select(STYLES.to_vec())).prop_flat_map(|(shape, style)| {
        let (service, operation, types) = echo(&shape, style);
        let value = values(operation.parameters[0].kind, &types, 0);
        (Just((service, operation)), prop_oneof![1 => Just(Value::Null), 15 => value])
    });
    let config =
        Config { cases: cases::of(400), failure_persistence: None, max_shrink_iters: 300, ..Config::default() };
    let outcome = TestRunner::new(config).run(&strategy, |((service, operation), value)| {
        let parameter = &operation.parameters[0];
        // Over GET and POST null is an empty text, which only a string accepts.
        let is_blank = value.is_null()
            || matches!(parameter.kind, Type::Enumeration(_)) && value.as_text() == Some("")
            || matches!(&value, Value::Array(items) if items.iter().any(|item| item.as_text() == Some("")));
        let carries = |transport: &Transport| transport.is_soap() || parameter.carried_by_http() && !is_blank;
        for transport in Transport::ALL.into_iter().filter(carries) {
            goes_and_comes(service, operation, transport, &value)?;
        }
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

fn goes_and_comes(
    service: &'static Service,
    operation: &'static Operation,
    transport: Transport,
    value: &Value<'static>,
) -> Result<(), TestCaseError> {
    let endpoint =
        Endpoint { url: "http://127.0.0.1/made.asmx".to_owned(), namespace: Arc::from(NAMESPACE), states_action: true };
    let settings = ServerSettings::new(service, NAMESPACE, ErrorStyle::Production);
    let mut call = Call::new(service, Box::new(DynamicRequest::from_values(operation, vec![value.clone()])));
    call.transport = transport;
    let limits = RequestLimits { max_query: usize::MAX };
    let Ok(request) = encode_request(&endpoint, &limits, call.outgoing()) else {
        // GET and POST cannot carry null items, null arrays or empty arrays.
        prop_assert!(!transport.is_soap(), "{:?}", encode_request(&endpoint, &limits, call.outgoing()));
        return Ok(());
    };
    let shown = text(&request);
    let received = decode_request(&settings, &request)
        .map_err(|refused| TestCaseError::fail(format!("{transport}: {shown}\n{}", text(&refused))))?;
    let expected = as_servers_read(operation.parameters[0].kind, value);
    prop_assert_eq!(received.request.values(), &[expected][..], "{}: {}", transport, shown);

    let context = ResponseContext {
        service,
        operation,
        transport,
        namespace: Arc::from(NAMESPACE),
        limits: ParseOptions::keeping_forbidden_references(),
    };
    let result = Message::new(vec![value.clone()]);
    let response =
        encode_response(&context, &result).map_err(|fault| TestCaseError::fail(format!("{transport}: {fault}")))?;
    let shown = text(&response);
    let read = decode_response(&context, response)
        .map_err(|error| TestCaseError::fail(format!("{transport}: {error}: {shown}")))?;
    prop_assert_eq!(&read, &result, "{}: {}", transport, shown);
    Ok(())
}

/// A server reads an empty text of a structure as null, if the text is of a reference type.
fn as_servers_read(kind: Type, value: &Value<'static>) -> Value<'static> {
    let member = |member: &Member, value: &Value<'static>| match (member.place, value) {
        (Place::Text, Value::Text(text)) if text.is_empty() && !member.kind.kind().is_value() => Value::Null,
        (Place::Choice(alternatives), Value::Array(items)) => {
            Value::Array(items.iter().map(|item| chosen_as_servers_read(alternatives, item)).collect())
        }
        (Place::Choice(alternatives), value) => chosen_as_servers_read(alternatives, value),
        (Place::Element, Value::Array(items)) if member.repeated => {
            Value::Array(items.iter().map(|item| as_servers_read(member.kind, item)).collect())
        }
        (Place::Element, value) => as_servers_read(member.kind, value),
        (_, value) => value.clone(),
    };
    match (kind, value) {
        (_, Value::OfType(typed)) => {
            Value::OfType(Box::new(TypedValue { kind: typed.kind, value: as_servers_read(typed.kind, &typed.value) }))
        }
        (Type::Structure(structure), Value::Structure(values)) => {
            Value::Structure(structure.members().iter().zip(values).map(|(one, value)| member(one, value)).collect())
        }
        (Type::Array(array), Value::Array(items)) if !array.alternatives.is_empty() => {
            Value::Array(items.iter().map(|item| chosen_as_servers_read(array.alternatives, item)).collect())
        }
        (Type::Array(array), Value::Array(items)) => {
            Value::Array(items.iter().map(|item| as_servers_read(array.item, item)).collect())
        }
        (_, value) => value.clone(),
    }
}

fn chosen_as_servers_read(alternatives: &[Member], value: &Value<'static>) -> Value<'static> {
    let Value::Choice(chosen) = value else { return value.clone() };
    let value = as_servers_read(alternatives[chosen.alternative].kind, &chosen.value);
    Value::Choice(Box::new(Chosen { alternative: chosen.alternative, value }))
}
