//! Requests and responses of services with every type and every form of message: attributes, choices, wildcards, derived types, `anyType`,
//! several outputs, SOAP headers, bare and rpc messages.

pub(crate) mod corpus;
mod services;

use std::collections::BTreeSet;

use asmx_runtime::descriptors::Place;
use asmx_runtime::protocol::{
    self, Endpoint, ErrorStyle, Outgoing, Received, RequestLimits, ResponseContext, ServerSettings,
};
use asmx_runtime::values::{Chosen, HeaderContent, TypedValue};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{
    Call, DynamicRequest, Fault, Message, Operation, Outcome, SoapHeader, Transport, Type, Value, json,
};
use bytes::Bytes;
use services::Described;

/// The prefixes that envelopes declare.
const ENVELOPE: [(&str, &str); 4] = [
    ("soap", "http://schemas.xmlsoap.org/soap/envelope/"),
    ("soap", "http://www.w3.org/2003/05/soap-envelope"),
    ("xsd", "http://www.w3.org/2001/XMLSchema"),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
];

const STATUSES: [u16; 4] = [200, 500, 202, 503];

/// A request over any transport: a client can send the request that a server has read, and the server reads an equal
/// one.
pub fn every_type_request(input: &[u8]) {
    let Some((described, variant, body)) = Described::of(input) else { return };
    let Some(request) = request(described, variant, body) else { return };
    let settings = ServerSettings::new(described.service, described.namespace(), ErrorStyle::Production);
    match protocol::decode_request(&settings, &request) {
        Ok(received) => {
            let _ = format!("{received:?}");
            // The body may name another operation than the head.
            let operation = received.incoming.operation;
            let described =
                Described::of_operation(operation).unwrap_or_else(|| panic!("{} is unknown", operation.name));
            assert_eq!(received.request.values().len(), operation.parameters.len());
            through_json(described, described.parameters, received.request.values(), true);
            sent_again(described, &settings, &received);
        }
        Err(response) => {
            assert!(response.status().is_client_error() || response.status().is_server_error(), "{response:?}");
        }
    }
}

/// The request of a client with another body, or with another query over GET. Over SOAP 1.1 it may lack the action.
fn request(described: &Described, variant: u8, body: &[u8]) -> Option<http::Request<Bytes>> {
    let empty = DynamicRequest::new(described.operation);
    let transport = transport(described.operation, variant)?;
    let call = Call::new(described.service, Box::new(empty));
    let call = Outgoing { transport, unchecked: true, ..call.outgoing() };
    let request = protocol::encode_request(&endpoint(described), &RequestLimits::default(), call);
    let (mut head, _) = request.unwrap_or_else(|error| panic!("an empty request: {error}")).into_parts();
    head.headers.remove("content-length");
    if variant & 4 == 4 {
        head.headers.remove("soapaction");
    }
    if transport == Transport::HttpGet {
        head.uri = http::Uri::try_from([head.uri.path().as_bytes(), b"?", body].concat()).ok()?;
        return Some(http::Request::from_parts(head, Bytes::new()));
    }
    Some(http::Request::from_parts(head, Bytes::copy_from_slice(body)))
}

/// The transport that the byte chooses, if the operation is offered over it.
fn transport(operation: &Operation, variant: u8) -> Option<Transport> {
    let transport = Transport::ALL.into_iter().nth(usize::from(variant % 4))?;
    operation.offered_over(transport).then_some(transport)
}

fn endpoint(described: &Described) -> Endpoint {
    let url = format!("http://127.0.0.1{}", described.service.path);
    Endpoint { url, namespace: described.namespace().into(), states_action: true }
}

/// Sends the received request again, without undeclared parameters: they are kept as texts of an unknown type.
fn sent_again(described: &Described, settings: &ServerSettings, received: &Received) {
    let (request, incoming) = (&received.request, &received.incoming);
    let transport = incoming.transport;
    let call = Outgoing {
        request,
        common: &incoming.common,
        undeclared: &[],
        headers: &incoming.soap_headers,
        transport,
        // GET and POST cannot carry null, which a server reads for a missing parameter.
        unchecked: transport.is_soap(),
        complete_forms: false,
    };
    if !transport.is_soap() && is_ambiguous(described.operation) {
        return;
    }
    let sent = match protocol::encode_request(&endpoint(described), &RequestLimits { max_query: usize::MAX }, call) {
        Ok(sent) => sent,
        Err(error) if !transport.is_soap() => return assert!(!error.to_string().is_empty()),
        // Servers take such a name as it is; its meaning is unknown.
        Err(error) if error.to_string().contains("has an undeclared prefix") => return,
        Err(error) => panic!("what was received cannot be sent: {error}\n{:?}", request.values()),
    };
    let text = String::from_utf8_lossy(sent.body());
    let again = protocol::decode_request(settings, &sent)
        .unwrap_or_else(|response| panic!("what was sent cannot be received: {response:?}\n{} {text}", sent.uri()));
    assert!(std::ptr::eq(again.incoming.operation, incoming.operation), "another operation: {text}");
    let first = shown(request.values(), &incoming.soap_headers);
    assert_eq!(shown(again.request.values(), &again.incoming.soap_headers), first, "{} {text}", sent.uri());
}

/// Whether two parameters differ only in the case of their letters, which GET and POST ignore.
fn is_ambiguous(operation: &Operation) -> bool {
    let names: BTreeSet<_> = operation.parameters.iter().map(|one| one.part_name().to_lowercase()).collect();
    names.len() < operation.parameters.len()
}

/// A response over any transport: a server can send the response that a client has read, and the client reads an
/// equal one.
pub fn every_type_response(input: &[u8]) {
    let Some((described, variant, body)) = Described::of(input) else { return };
    let Some(transport) = transport(described.operation, variant) else { return };
    let status = STATUSES.into_iter().cycle().nth(usize::from(variant >> 2)).unwrap_or_default();
    let media_type = if transport == Transport::Soap12 { "application/soap+xml" } else { "text/xml" };
    let response =
        http::Response::builder().status(status).header("content-type", format!("{media_type}; charset=utf-8"));
    let Ok(response) = response.body(Bytes::copy_from_slice(body)) else { return };
    let (service, operation, namespace) = (described.service, described.operation, described.namespace().into());
    let limits = ParseOptions::keeping_forbidden_references();
    let context = ResponseContext { service, operation, transport, namespace, limits };
    match protocol::decode_response(&context, response) {
        Ok(message) => {
            assert!((200..300).contains(&status), "a result with status {status}");
            let _ = format!("{message:?}");
            assert_eq!(message.values().len(), operation.outputs.len());
            // 202 without a body is not a response of the operation.
            let is_described = message.deviations.is_empty() && !body.is_empty();
            through_json(described, described.outputs, &message.clone().into_values(), is_described);
            returned_again(&context, &message, is_described);
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 100_000 + body.len(), "{message}");
            assert_ne!(error.outcome(), Outcome::NotSent, "there was a response");
            let _ = format!("{error:?}");
        }
    }
}

/// Returns the response that was read. A response that contradicts the service's description need not be returned; if
/// it is, a second reading is equal.
fn returned_again(context: &ResponseContext, message: &Message, is_described: bool) {
    let (text, again) = match returned(context, message) {
        Ok(again) => again,
        Err(fault) if !is_described => return assert!(!fault.message().is_empty()),
        Err(fault) => panic!("what was read cannot be written: {}\n{message:?}", fault.message()),
    };
    // Over GET and POST XML is indented and so changes, and there is only one null.
    let is_null = Message::is_null;
    if !context.transport.is_soap() && (is_null(message) || message.values().iter().any(holds_xml)) {
        // The null of a value type, as in a response without a body, is written as its default.
        return assert!(!is_described || is_null(&again) == is_null(message), "{text}");
    }
    if is_described {
        assert_eq!(again.deviations, [""; 0], "{text}");
        let sent = |message: &Message| {
            let members = context.operation.outputs.iter().map(|output| output.kind);
            let outputs: Vec<_> =
                members.zip(&message.values()).map(|(kind, value)| without_defaults(kind, value)).collect();
            shown(&outputs, &message.headers)
        };
        assert_eq!(sent(&again), sent(message), "{text}");
    } else if let Ok((text, third)) = returned(context, &again) {
        assert_eq!(shown(&third.values(), &third.headers), shown(&again.values(), &again.headers), "{text}");
    }
}

/// Writes a response and reads it again. Returns its text and the message read; errors are those of writing.
fn returned(context: &ResponseContext, message: &Message) -> Result<(String, Message), Fault> {
    let response = protocol::encode_response(context, message)?;
    let text = String::from_utf8_lossy(response.body()).into_owned();
    match protocol::decode_response(context, response) {
        Ok(again) => Ok((text, again)),
        Err(error) => panic!("what was written cannot be read: {error}\n{text}"),
    }
}

/// The whole content as a text to compare. XML may use the prefixes of the envelope, which it then declares.
fn shown(values: &[Value<'_>], headers: &[SoapHeader]) -> String {
    let mut shown = format!("{values:?}");
    for header in headers {
        let content = match &header.content {
            HeaderContent::Declared(member, value) => format!("{} {value:?}", member.name),
            HeaderContent::Unknown(element) => format!("{element:?}"),
        };
        shown.extend([format!("\n{:?} {:?} ", header.must_understand, header.actor), content]);
    }
    for (prefix, namespace) in ENVELOPE {
        shown = shown.replace(&format!(" xmlns:{prefix}=\\\"{namespace}\\\""), "");
    }
    shown
}

/// The value without members that a server leaves out because they have their defaults.
fn without_defaults<'a>(kind: Type, value: &Value<'a>) -> Value<'a> {
    match (kind, value) {
        (Type::Structure(structure), Value::Structure(values)) => {
            let mut values: Vec<_> = structure
                .members()
                .iter()
                .zip(values)
                .map(|(member, value)| match value {
                    Value::Text(text) if member.presence.is_optional() && member.default == Some(&**text) => {
                        Value::Null
                    }
                    Value::Choice(chosen) => {
                        let alternatives = if let Place::Choice(members) = member.place { members } else { &[] };
                        let kind = alternatives.get(chosen.alternative).map_or(member.kind, |chosen| chosen.kind);
                        let value = without_defaults(kind, &chosen.value);
                        Value::Choice(Box::new(Chosen { alternative: chosen.alternative, value }))
                    }
                    Value::Array(items) if member.repeated => {
                        Value::Array(items.iter().map(|item| without_defaults(member.kind, item)).collect())
                    }
                    value => without_defaults(member.kind, value),
                })
                .collect();
            // Nulls at the end are left out.
            let used = values.iter().rposition(|value| *value != Value::Null).map_or(0, |last| last + 1);
            values.truncate(used);
            Value::Structure(values)
        }
        (Type::Array(array), Value::Array(items)) => {
            Value::Array(items.iter().map(|item| without_defaults(array.item, item)).collect())
        }
        (_, Value::OfType(typed)) => {
            let value = without_defaults(typed.kind, &typed.value);
            Value::OfType(Box::new(TypedValue { kind: typed.kind, value }))
        }
        (_, value) => value.clone(),
    }
}

fn holds_xml(value: &Value<'_>) -> bool {
    match value {
        Value::Xml(_) => true,
        Value::Array(items) | Value::Structure(items) => items.iter().any(holds_xml),
        Value::Choice(chosen) => holds_xml(&chosen.value),
        Value::OfType(typed) => holds_xml(&typed.value),
        Value::Extended(extended) => holds_xml(&extended.value),
        Value::Null | Value::Nil | Value::Text(_) | Value::Attributes(_) => false,
    }
}

/// The columns that no schema declares, as texts.
fn declared(mut json: serde_json::Value) -> serde_json::Value {
    match &mut json {
        serde_json::Value::Object(members) => {
            if members.get("type").is_some_and(|name| name == "") {
                members.insert("type".to_owned(), "xs:string".into());
            }
            members.values_mut().for_each(|value| *value = declared(value.take()));
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| *item = declared(item.take())),
        _ => {}
    }
    json
}

/// JSON that was written is read again, and is equal when written once more. Forms of numbers and blanks between the
/// elements of a DataSet may change. A value that contradicts the service's description (unless `is_described`) may
/// be refused. `echo` takes and returns these values.
fn through_json(described: &Described, echo: &'static Operation, values: &[Value<'static>], is_described: bool) {
    let written = |values: &[Value<'static>]| {
        let content = Message::new(values.to_vec());
        json::result(described.service, echo, &content)
    };
    let first = written(values);
    let Some(object) = first.as_object() else { return };
    match json::unchecked_parameters(described.service, echo, object) {
        // A request declares every column.
        Ok(read) => assert_eq!(written(read.request.values()), declared(first.clone()), "{values:?}"),
        // A response may name a column by nothing, which no request can.
        Err(error) if error.to_string().ends_with("is not a valid DataSet") => {}
        Err(error) => assert!(!is_described, "what was written as JSON cannot be read: {error}\n{first}"),
    }
}
