//! Services that are described at run time: parts, headers and faults of messages between a client and a mock, in process and on a
//! socket.
#![cfg(all(feature = "client", feature = "server", feature = "json"))]

use asmx_runtime::descriptors::{Messages, Structure};
use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use asmx_runtime::values::HeaderContent;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Effect, Fault, Member, Message, Operation, RetryPolicy, Service, SoapHeader,
    Transport, Type, Value, json,
};
use serde_json::json;

const NAMESPACE: &str = "http://zoo.test/";

static TRACE: Structure =
    Structure::new("Trace", &[Member::new("Hops", Type::INT), Member::new("Pin", Type::STRING).secret()]);
static HEADERS: [Member; 1] = [Member::new("TraceHeader", Type::Structure(&TRACE))];
static MESSAGES: Messages = Messages::PLAIN.headers(&HEADERS, &HEADERS);
static PARAMETERS: [Member; 2] = [Member::new("a", Type::INT), Member::new("b", Type::INT)];
static QUOTIENT: [Member; 3] =
    [Member::new("DivideResult", Type::INT), Member::new("rem", Type::INT), Member::new("note", Type::STRING)];
static DIVIDE: Operation = Operation::new("Divide", "", "", &PARAMETERS, Effect::Read)
    .outputs(&QUOTIENT)
    .messages(&MESSAGES)
    .transports(&[Transport::Soap11, Transport::Soap12]);
static COUNT: Operation = Operation::new("Count", "", "", &[Member::new("n", Type::INT)], Effect::Read)
    .outputs(&[Member::new("CountResult", Type::STRING_ARRAY)])
    .messages(&MESSAGES);
static FIND: Operation = Operation::new("Find", "", "", &[Member::new("Text", Type::STRING)], Effect::Read)
    .outputs(&[Member::new("FindResult", Type::STRING)])
    .messages(&MESSAGES);
static SERVICE: Service =
    Service::new("Zoo", "/zoo.asmx", "", &[], &[], &[&DIVIDE, &COUNT, &FIND]).namespace(NAMESPACE);

/// Divides, and returns the header of the request with one more hop.
fn mock() -> Mock {
    let mock = Mock::new(&SERVICE);
    mock.on_operation("Divide", |call| {
        let number = |name| call.parameter(name).and_then(Value::as_text).and_then(|text| text.parse::<i32>().ok());
        let (a, b) = (number("a").unwrap(), number("b").unwrap());
        let quotient = a.checked_div(b);
        let headers = call.soap_headers.iter().filter_map(|header| match &header.content {
            HeaderContent::Declared(member, Value::Structure(values)) => {
                let hops: i32 = values[0].as_text().unwrap().parse().unwrap();
                Some(SoapHeader::new(member, Value::Structure(vec![Value::from(hops + 1), Value::Null])))
            }
            _ => None,
        });
        let headers: Vec<_> = headers.collect();
        let Some(quotient) = quotient else { return Err(Fault::client("by nothing").with_headers(headers)) };
        let mut message = Message::new(vec![Value::from(quotient), Value::from(a % b), Value::Null]);
        message.headers = headers;
        Ok(message)
    });
    mock.on_operation("Find", |_| Ok(Message::new(vec![Value::from("found")])));
    mock.on_operation("Count", |call| {
        assert!(call.soap_headers.is_empty());
        let numbers = (0..3).map(|number: i32| Value::from(number.to_string())).collect();
        Ok(Message::new(vec![Value::Array(numbers)]))
    });
    mock
}

fn divide(a: i32, b: i32) -> DynamicRequest {
    let mut request = DynamicRequest::new(&DIVIDE);
    request.set("a", a).unwrap();
    request.set("b", b).unwrap();
    request
}

fn trace(hops: &'static str) -> SoapHeader {
    SoapHeader::new(&HEADERS[0], Value::Structure(vec![Value::from(hops), Value::from("geheim")]))
}

/// Clients of the mock: in process, and over a socket.
async fn clients(mock: &Mock) -> (Vec<Client>, asmx_runtime::server::Listening) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(mock.opener()).serve(listener).unwrap();
    let builder = Builder::<Client>::new(&SERVICE).base_url(format!("http://{}", server.address()));
    let remote = builder.without_credentials().retry(RetryPolicy::never()).build().unwrap();
    (vec![mock.client(), remote], server)
}

#[tokio::test]
async fn parts_and_headers_go_both_ways() {
    let mock = mock();
    let (clients, _server) = clients(&mock).await;
    for client in &clients {
        for transport in [Transport::Soap11, Transport::Soap12] {
            let content = client.call(divide(7, 2)).transport(transport).soap_header(trace("3")).await.unwrap();
            assert_eq!(json::result(&SERVICE, &DIVIDE, &content), json!({"DivideResult": 3, "rem": 1}));
            let message = content;
            assert_eq!(json::response_headers(&SERVICE, &message.headers), json!({"TraceHeader": {"Hops": 4}}));
            assert_eq!(message.deviations, [""; 0]);
            let error = client.call(divide(7, 0)).transport(transport).soap_header(trace("3")).await.unwrap_err();
            let fault = error.fault().unwrap();
            assert_eq!(fault.message(), "by nothing");
            let headers = json::response_headers(&SERVICE, fault.headers().as_slice());
            assert_eq!(headers, json!({"TraceHeader": {"Hops": 4}}));
        }
    }
    let calls = mock.calls();
    assert_eq!(calls.len(), 8);
    assert!(calls.iter().all(|call| call.soap_headers == [trace("3")]), "{calls:?}");
    assert!(!format!("{calls:?}").contains("geheim"));
}

#[tokio::test]
async fn get_and_post_have_no_headers() {
    let mock = mock();
    let (clients, _server) = clients(&mock).await;
    for (number, client) in clients.iter().enumerate() {
        for transport in [Transport::HttpGet, Transport::HttpPost] {
            let mut request = DynamicRequest::new(&COUNT);
            request.set("n", 3).unwrap();
            let error = client.call(request.clone()).transport(transport).soap_header(trace("3")).await.unwrap_err();
            assert!(error.to_string().contains("has SOAP headers, which"), "{error}");
            // An unchecked call leaves them out.
            let prepared = client.call(request).transport(transport).soap_header(trace("3"));
            if number > 0 {
                let content = prepared.unchecked().await.unwrap();
                assert_eq!(json::result(&SERVICE, &COUNT, &content), json!({"CountResult": ["0", "1", "2"]}));
            }
        }
    }
}

#[tokio::test]
async fn headers_are_checked_before_anything_is_sent() {
    let mock = mock();
    let client = mock.client();
    for (value, words) in [
        (
            vec![Value::from("many"), Value::Null],
            "is a SOAP header with a value of another type (`many` is not a valid int)",
        ),
        (vec![Value::Null, Value::Null], "parameter `TraceHeader.Hops` is required and was not given"),
    ] {
        let header = SoapHeader::new(&HEADERS[0], Value::Structure(value));
        let error = client.call(divide(1, 1)).soap_header(header).await.unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(mock.calls().is_empty());
}

/// A server refuses a form that lacks a parameter (docs/RULES.md, rule 2).
#[tokio::test]
async fn absent_texts_are_empty_in_forms() {
    let mock = mock();
    let (clients, _server) = clients(&mock).await;
    for transport in [Transport::HttpGet, Transport::HttpPost] {
        let prepared = || clients.last().unwrap().call(DynamicRequest::new(&FIND)).transport(transport);
        prepared().await.unwrap();
        prepared().unchecked().complete_forms().await.unwrap();
        // A call without checks sends what it has, and the service reports what lacks.
        let error = prepared().unchecked().await.unwrap_err();
        assert_eq!(error.fault().unwrap().message(), "Missing parameter: Text.");
    }
    let texts: Vec<_> = mock.calls().iter().map(|call| call.parameter("Text").cloned()).collect();
    assert_eq!(texts, vec![Some(Value::from("")); 4]);
}

/// An unchecked value is sent unchanged, and the service reports the mistake.
#[tokio::test]
async fn unchecked_calls_are_refused_by_the_service() {
    let mock = mock();
    let (clients, _server) = clients(&mock).await;
    let object = json!({"a": "seven"});
    let parameters = json::unchecked_parameters(&SERVICE, &DIVIDE, object.as_object().unwrap()).unwrap();
    let remote = clients.last().unwrap();
    let error = remote.call(parameters.request.clone()).await.unwrap_err();
    assert!(error.fault().is_none() && error.to_string().contains("`b` is required"), "{error}");
    let error = remote.call(parameters.request).unchecked().await.unwrap_err();
    let message = error.fault().unwrap().message();
    assert!(message.contains("Input string was not in a correct format."), "{message}");
}
