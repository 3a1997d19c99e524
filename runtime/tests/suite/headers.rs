//! SOAP headers: those of a response beside its result, and those of one call or of all calls.
#![cfg(all(feature = "client", feature = "server"))]

use std::sync::{Arc, Mutex};

use asmx_runtime::__private::{TypedRequest, read_call};
use asmx_runtime::descriptors::Messages;
use asmx_runtime::mock::Mock;
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::values::Headers;
use asmx_runtime::values::ResultType;
use asmx_runtime::{
    Builder, Call, Client, DynamicRequest, Effect, Error, Fault, Handler, Member, Message, Opener, Operation, Prepared,
    RawOutput, Request, Service, SoapHeader, Text, Transport, Type, Typed, Value, WithHeaders,
};

static BOTH: [Member; 2] = [Member::new("Trace", Type::STRING), Member::new("Hops", Type::INT)];
static ONE: [Member; 1] = [Member::new("Hops", Type::INT)];
static TWINS: [Member; 2] = [Member::new("One", Type::STRING), Member::new("Two", Type::STRING)];
static RESULT: [Member; 1] = [Member::new("r", Type::INT)];
static BOTH_MESSAGES: Messages = Messages::PLAIN.headers(&BOTH, &BOTH);
static ONE_MESSAGES: Messages = Messages::PLAIN.headers(&ONE, &[]);
static TWIN_MESSAGES: Messages = Messages::PLAIN.headers(&TWINS, &[]);

const fn operation(name: &'static str, messages: &'static Messages) -> Operation {
    Operation::new(name, "", "", &[], Effect::Read).outputs(&RESULT).messages(messages)
}

static COUNT: Operation = operation("Count", &BOTH_MESSAGES);
static HOP: Operation = operation("Hop", &ONE_MESSAGES);
static PLAIN: Operation = operation("Plain", &Messages::PLAIN);
static TWIN: Operation = operation("Twin", &TWIN_MESSAGES);
static SERVICE: Service =
    Service::new("Zoo", "/zoo.asmx", "", &[], &[], &[&COUNT, &HOP, &PLAIN]).namespace("http://zoo.test/");
static WITH_TWINS: Service =
    Service::new("Zoo", "/zoo.asmx", "", &[], &[], &[&HOP, &TWIN]).namespace("http://zoo.test/");

fn trace(text: &str) -> SoapHeader {
    SoapHeader::new(&BOTH[0], Value::from(text.to_owned()))
}

fn hops(count: i32) -> SoapHeader {
    SoapHeader::new(&BOTH[1], Value::from(count))
}

/// Returns the headers of the request.
fn mock(service: &'static Service) -> Mock {
    let mock = Mock::new(service);
    for operation in service.operations {
        mock.on_operation(operation.name, |call| {
            let mut message = Message::new(vec![Value::from(7)]);
            if call.operation.name == "Count" {
                message.headers.clone_from(&call.soap_headers);
            }
            Ok(message)
        });
    }
    mock
}

async fn clients(mock: &Mock, settings: impl Fn(Builder<Client>) -> Builder<Client>) -> ([Client; 2], Listening) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(mock.opener()).serve(listener).unwrap();
    let builder = || settings(Builder::<Client>::new(mock.service()));
    let remote = builder().base_url(format!("http://{}", server.address())).build().unwrap();
    ([builder().build_with(Arc::new(mock.clone())).unwrap(), remote], server)
}

/// A call whose result is of a type, as generated methods make them.
fn typed<T>(client: &Client, operation: &'static Operation) -> Prepared<T> {
    Prepared::new(client, Box::new(DynamicRequest::new(operation)))
}

#[tokio::test]
async fn headers_come_beside_the_result_by_name_and_by_type() {
    let mock = mock(&SERVICE);
    let (clients, _server) = clients(&mock, |builder| builder).await;
    for client in &clients {
        let call = || typed::<Typed<i32>>(client, &COUNT).soap_header(trace("a")).soap_header_of(&3);
        let response: WithHeaders<Typed<i32>> = call().with_headers().await.unwrap();
        assert_eq!((response.message, response.headers.len()), (Typed::new(7), 2));
        assert_eq!(response.headers.get::<i32>(), Ok(Some(3)));
        assert_eq!(response.headers.get::<String>().unwrap().as_deref(), Some("a"));
        assert_eq!(response.headers.named("Hops"), Some(&hops(3)));
        assert_eq!(response.deviations, [""; 0]);
        // The result alone, and an untyped message.
        assert_eq!(call().await.unwrap(), Typed::new(7));
        let content = client.call(DynamicRequest::new(&COUNT)).soap_header(hops(4)).with_headers().await.unwrap();
        assert_eq!(content.headers, Headers::from(vec![hops(4)]));
        assert_eq!(content.message.values(), [Value::from("7")]);
    }
}

#[tokio::test]
async fn deviations_are_listed_beside_the_result() {
    let envelope = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header><Trace \
                    xmlns=\"http://zoo.test/\">t</Trace></soap:Header><soap:Body><CountResponse xmlns=\"http://zoo.test/\">\
                    <r>7</r><more/></CountResponse></soap:Body></soap:Envelope>";
    let http = tower::service_fn(move |_: http::Request<bytes::Bytes>| async move {
        let response = http::Response::builder().header("content-type", "text/xml; charset=utf-8");
        Ok::<_, std::io::Error>(response.body(envelope.to_owned()).unwrap())
    });
    let client: Client = Builder::new(&SERVICE).base_url("https://zoo.test").build_on(http).unwrap();
    let response = typed::<Typed<i32>>(&client, &COUNT).with_headers().await.unwrap();
    assert_eq!((response.message, response.headers.get::<String>()), (Typed::new(7), Ok(Some("t".to_owned()))));
    let [deviation] = response.deviations.as_slice() else { panic!("{:?}", response.deviations) };
    assert!(deviation.as_str().contains("more"), "{deviation}");
    assert_eq!(deviation.path(), Some("more"));
}

#[tokio::test]
async fn a_header_for_all_calls_goes_with_those_that_declare_it() {
    let other = SoapHeader::unknown("<x xmlns=\"urn:x\">1</x>".to_owned());
    let mock = mock(&SERVICE);
    let (clients, _server) =
        clients(&mock, |builder| builder.soap_header(trace("all")).soap_header_of(&5).soap_header(other.clone())).await;
    for (client, is_remote) in clients.iter().zip([false, true]) {
        let mut sent = Vec::new();
        for operation in [&COUNT, &HOP, &PLAIN] {
            typed::<Message>(client, operation).await.unwrap();
            sent.push(mock.calls().pop().unwrap().soap_headers);
        }
        assert_eq!(sent[0][..2], [trace("all"), hops(5)]);
        assert_eq!(sent[1][..1], [SoapHeader::new(&ONE[0], Value::from(5))]);
        assert_eq!(sent.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 1], "remote: {is_remote}");
        // A call has its own header, or a null one.
        let call = typed::<Message>(client, &COUNT).soap_header(trace("mine"));
        call.soap_header(SoapHeader::new(&BOTH[1], Value::Null)).await.unwrap();
        let sent = mock.calls().pop().unwrap().soap_headers;
        let values: Vec<_> = sent.iter().filter_map(SoapHeader::declared).map(|(_, value)| value.clone()).collect();
        let nothing = (!is_remote).then_some(Value::Null);
        assert_eq!(values, [Some(Value::from("mine")), nothing].into_iter().flatten().collect::<Vec<_>>());
        // GET carries no headers: the call is made without them.
        typed::<Message>(client, &COUNT).transport(Transport::HttpGet).await.unwrap();
        assert!(mock.calls().pop().unwrap().soap_headers.is_empty());
    }
}

#[tokio::test]
async fn a_value_whose_type_is_not_one_header_is_refused() {
    let mock = mock(&WITH_TWINS);
    let client = mock.client();
    let error = typed::<Message>(&client, &TWIN).soap_header_of(&"x".to_owned()).await.unwrap_err();
    let expected = "Twin: declares several headers of the type string (`One`, `Two`): name one by its descriptor";
    assert_eq!(error.to_string(), expected);
    let error = typed::<Message>(&client, &HOP).soap_header_of(&true).await.unwrap_err();
    assert_eq!(error.to_string(), "Hop: declares no header of the type boolean; it declares `Hops`");
    assert!(mock.calls().is_empty());
    let refused = |builder: Builder<Client>| builder.build_with(Arc::new(mock.clone())).unwrap_err().to_string();
    let builder = || Builder::<Client>::new(&WITH_TWINS);
    let expected = "Twin declares several headers of the type string: give the header by its descriptor";
    assert_eq!(refused(builder().soap_header_of(&"x".to_owned())), expected);
    assert_eq!(refused(builder().soap_header_of(&true)), "no operation of Zoo declares a header of the type boolean");
    assert_eq!(refused(builder().soap_header(trace("x"))), "no operation of Zoo declares the header `Trace`");
    assert!(builder().soap_header_of(&3).build_with(Arc::new(mock.clone())).is_ok());
}

/// A request as generated code has it.
#[derive(Default)]
struct Counting;

impl Request for Counting {
    fn operation(&self) -> &'static Operation {
        &COUNT
    }

    fn visit<'a>(&'a self, _: &mut dyn FnMut(&'a dyn asmx_runtime::__private::Field)) {}
}

impl TypedRequest for Counting {
    type Result = Text;

    fn visit_mut(&mut self, _: &mut dyn FnMut(&mut dyn asmx_runtime::__private::Field)) {}
}

/// A service that returns a header, and records the headers of requests.
struct Counter(Arc<Mutex<Vec<Headers>>>);

impl Counter {
    fn count(&self, request: WithHeaders<Counting>) -> Result<WithHeaders<Typed<i32>>, Fault> {
        let hops = request.headers.get::<i32>().map_err(|invalid| Fault::client(invalid.to_string()))?;
        self.0.lock().unwrap().push(request.headers);
        let hops = hops.ok_or_else(|| Fault::client("where from?").with_headers(vec![trace("fault")]))?;
        Ok(WithHeaders::new(Typed::new(hops * 2)).header(self::hops(hops + 1)))
    }
}

impl Handler for Counter {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let response = read_call(call).and_then(|request| self.count(request).map_err(Error::from));
        Box::pin(async move { response.map(|response| RawOutput::Message(response.into_message())) })
    }
}

#[tokio::test]
async fn an_implementor_reads_and_returns_headers() {
    let received = Arc::new(Mutex::new(Vec::new()));
    let counter: Arc<dyn Handler> = Arc::new(Counter(Arc::clone(&received)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let same = Arc::clone(&counter);
    let server = Server::new(Opener::new(&SERVICE, move |_| Ok(Arc::clone(&same)))).serve(listener).unwrap();
    let remote = Builder::<Client>::new(&SERVICE).base_url(format!("http://{}", server.address())).build().unwrap();
    for client in [Client::in_process(&SERVICE, counter), remote] {
        let call = typed::<Typed<i32>>(&client, &COUNT).soap_header(hops(20)).soap_header(trace("t"));
        let response = call.with_headers().await.unwrap();
        assert_eq!((response.message, response.headers), (Typed::new(40), Headers::from(vec![hops(21)])));
        let error = typed::<Typed<i32>>(&client, &COUNT).with_headers().await.unwrap_err();
        let fault = error.fault().unwrap();
        assert_eq!((fault.message().as_str(), fault.headers()), ("where from?", &Headers::from(vec![trace("fault")])));
    }
    let (full, empty) = (Headers::from(vec![hops(20), trace("t")]), Headers::new());
    assert_eq!(*received.lock().unwrap(), [full.clone(), empty.clone(), full, empty]);
}
