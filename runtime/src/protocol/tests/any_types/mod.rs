//! Messages with arbitrary values of arbitrary types survive round trips: requests and responses over SOAP, responses over GET and POST, and
//! JSON.

mod drawn;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;

use super::{HTTP, NAMESPACE, SOAP, text};
use crate::Transport;
use crate::call::handler::Call;
use crate::operation::{Effect, Member, Messages, Operation, Place, Service, Style, Type};
use crate::protocol::{
    Endpoint, ErrorStyle, RequestLimits, ResponseContext, ServerSettings, decode_request, decode_response,
    encode_request, encode_response,
};
use crate::value::Value;
use crate::value::message::Message;
use crate::value::request::DynamicRequest;
use crate::value::soap_header::SoapHeader;
use crate::xml::ParseOptions;
use drawn::Drawn;

/// An operation with values for all parts of its messages.
struct Case {
    service: &'static Service,
    operation: &'static Operation,
    parameters: Vec<Value<'static>>,
    outputs: Vec<Value<'static>>,
    request_headers: Vec<SoapHeader>,
    response_headers: Vec<SoapHeader>,
}

fn case(bytes: &[u8]) -> Case {
    let mut drawn = Drawn::new(bytes);
    let style = [Style::Wrapped, Style::Bare, Style::Rpc][drawn.below(3)];
    let [parameters, outputs] = ["in", "out"].map(|kind| drawn.parts(kind, style));
    let [request_headers, response_headers] = ["asked", "told"].map(|kind| drawn.headers(kind));
    let messages = Messages::PLAIN.style(style).headers(request_headers, response_headers);
    let messages: &'static Messages = Box::leak(Box::new(messages));
    let operation = Operation::new("Any_Types", "", "", parameters, Effect::Read);
    let operation = operation.outputs(outputs).messages(messages).leak();
    let types = drawn.types();
    let service = Service::new("Drawn", "/drawn.asmx", "", &[], &[], Vec::leak(vec![operation]));
    let service = service.namespace(NAMESPACE).types(types).leak();
    let mut values = |members: &'static [Member]| members.iter().map(|member| drawn.member(member)).collect::<Vec<_>>();
    let (parameters, outputs) = (values(parameters), values(outputs));
    let mut headers = |members: &'static [Member]| {
        let headers = members.iter().map(|member| SoapHeader::new(member, drawn.member(member)));
        headers.filter(|header| !is_null(header)).collect::<Vec<_>>()
    };
    let (request_headers, response_headers) = (headers(request_headers), headers(response_headers));
    Case { service, operation, parameters, outputs, request_headers, response_headers }
}

/// Null headers are not sent.
fn is_null(header: &SoapHeader) -> bool {
    matches!(&header.content, crate::values::HeaderContent::Declared(_, value) if value.is_null())
}

fn context(case: &Case, transport: Transport) -> ResponseContext {
    let (service, operation, limits) = (case.service, case.operation, ParseOptions::default());
    ResponseContext { service, operation, transport, namespace: NAMESPACE.into(), limits }
}

/// The server reads the values that the client sends.
fn requests(case: &Case) -> Result<(), TestCaseError> {
    let endpoint =
        Endpoint { url: "http://127.0.0.1/drawn.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: true };
    let settings = ServerSettings::new(case.service, NAMESPACE, ErrorStyle::Production);
    for transport in SOAP {
        let request = DynamicRequest::from_values(case.operation, case.parameters.clone());
        let mut call = Call::new(case.service, Box::new(request));
        call.transport = transport;
        call.soap_headers.clone_from(&case.request_headers);
        let request = encode_request(&endpoint, &RequestLimits::default(), call.outgoing())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let received = decode_request(&settings, &request)
            .map_err(|response| TestCaseError::fail(format!("{}\n{}", text(&request), text(&response))))?;
        prop_assert_eq!(received.request.values(), &case.parameters, "{}", text(&request));
        prop_assert!(received.incoming.soap_headers == case.request_headers, "{}", text(&request));
    }
    Ok(())
}

/// The client reads `expected` after the server has encoded it.
fn reads_as_sent(case: &Case, transport: Transport, expected: &Message) -> Result<(), TestCaseError> {
    let context = context(case, transport);
    let response = encode_response(&context, expected).map_err(|fault| TestCaseError::fail(fault.message()))?;
    let body = text(&response);
    let read = decode_response(&context, response).map_err(|error| TestCaseError::fail(format!("{error}: {body}")))?;
    prop_assert!(read == *expected, "{:?}\n{:?}\n{}", read, expected, body);
    Ok(())
}

/// The client reads the values that the server returns, without deviations.
fn responses(case: &Case) -> Result<(), TestCaseError> {
    let mut message = Message::new(case.outputs.clone());
    message.headers.clone_from(&case.response_headers);
    let expected = message;
    for transport in SOAP {
        reads_as_sent(case, transport, &expected)?;
    }
    Ok(())
}

/// As [`response`] over GET and POST, which carry the first part.
fn alone(case: &Case) -> Result<(), TestCaseError> {
    let Some(output) = case.operation.outputs.first() else { return Ok(()) };
    let Some(value) = case.outputs.first().filter(|value| !value.is_null()) else { return Ok(()) };
    let has_root = matches!(output.kind, Type::Scalar(_) | Type::Enumeration(_) | Type::Structure(_) | Type::Array(_));
    let mut kinds = std::collections::BTreeSet::new();
    drawn::kinds(value, &mut kinds);
    // Indentation changes XML.
    if output.place != Place::Element || output.repeated || !has_root || kinds.contains("xml") {
        return Ok(());
    }
    let mut outputs: Vec<_> = case.outputs.iter().map(|_| Value::Null).collect();
    outputs[0] = value.clone();
    let expected = Message::new(outputs);
    for transport in HTTP {
        reads_as_sent(case, transport, &expected)?;
    }
    Ok(())
}

/// Values survive a round trip through JSON.
#[cfg(feature = "json")]
fn through_json(case: &Case) -> Result<(), TestCaseError> {
    use crate::json;

    let content = Message::new(case.outputs.clone());
    let json = json::result(case.service, case.operation, &content);
    let reading = Operation::new("Any_Types", "", "", case.operation.outputs, Effect::Read).leak();
    let object = json.as_object().unwrap();
    for read in [json::parameters, json::unchecked_parameters] {
        let read =
            read(case.service, reading, object).map_err(|error| TestCaseError::fail(format!("{error}: {json}")))?;
        prop_assert_eq!(read.request.values(), &case.outputs, "{}", json);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases::of(400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn messages_of_any_types_come_back(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let case = case(&bytes);
        requests(&case)?;
        responses(&case)?;
        alone(&case)?;
        #[cfg(feature = "json")]
        through_json(&case)?;
    }
}

/// Types of every kind are drawn.
#[test]
fn everything_is_drawn() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut random = proptest::test_runner::TestRunner::deterministic();
    let strategy = prop::collection::vec(any::<u8>(), 400);
    for _ in 0..200 {
        let bytes = strategy.new_tree(&mut random).unwrap().current();
        let case = case(&bytes);
        let values = case.parameters.iter().chain(&case.outputs);
        values.for_each(|value| drawn::kinds(value, &mut kinds));
    }
    let all = ["array", "attributes", "choice", "nil", "null", "of type", "structure", "text", "xml"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all);
}
