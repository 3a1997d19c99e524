//! A call that a transport cannot carry, or that the server would refuse, is not sent. The error names a transport that would work, and
//! `Transport::Auto` uses it.
#![cfg(feature = "client")]

use std::sync::{Arc, Mutex};

use asmx_runtime::descriptors::{ArrayType, Scalar};
use asmx_runtime::stack::BodyStream;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Effect, Error, ErrorKind, Member, Message, Operation, Outcome, Prepared,
    ServerLimits, Service, Transport, TransportChoice, Type, Value,
};
use bytes::Bytes;

static TEXTS: ArrayType = ArrayType::new(Type::Scalar(Scalar::String), "string");
static PARAMETERS: &[Member] = &[Member::new("Text", Type::STRING), Member::new("Texts", Type::Array(&TEXTS))];
static OPERATION: Operation = Operation::new("Take", "", "", PARAMETERS, Effect::Read);
static GET_ONLY: Operation =
    Operation::new("Get", "", "", TEXT_ONLY, Effect::Read).transports(&[Transport::HttpGet, Transport::HttpPost]);
static OPEN: Operation = Operation::new("Open", "", "", TEXT_ONLY, Effect::Read).open();
static TEXT_ONLY: &[Member] = &[Member::new("Text", Type::STRING)];
static SERVICE: Service = Service::new("Advice", "/api.asmx", "", &[], &[], &[&OPERATION, &GET_ONLY, &OPEN]);

/// Returns an empty result for every call, and records the transports.
fn client(settings: impl FnOnce(Builder<Client>) -> Builder<Client>) -> (Client, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let http = tower::service_fn(move |request: http::Request<Bytes>| {
        let kind = request.headers().get("content-type").map_or("", |kind| kind.to_str().unwrap());
        log.lock().unwrap().push(format!("{} {}", request.method(), kind.split(';').next().unwrap()));
        let soap = if kind.contains("soap+xml") {
            "http://www.w3.org/2003/05/soap-envelope"
        } else {
            "http://schemas.xmlsoap.org/soap/envelope/"
        };
        let body = format!("<e:Envelope xmlns:e='{soap}'><e:Body><TakeResponse xmlns='urn:x'/></e:Body></e:Envelope>");
        let (kind, body) = if kind.contains("xml") { (kind.to_owned(), body) } else { (String::new(), String::new()) };
        let response =
            http::Response::builder().header("content-type", kind).body(BodyStream::from(Bytes::from(body))).unwrap();
        std::future::ready(Ok::<_, std::convert::Infallible>(response))
    });
    let builder = Builder::new(&SERVICE).base_url("https://example.test").namespace("urn:x");
    (settings(builder).build_on(http).unwrap(), asked)
}

fn take(client: &Client, text: impl Into<String>, texts: Vec<Value<'static>>) -> Prepared<Message> {
    let mut request = DynamicRequest::new(&OPERATION);
    request.set("Text", text.into()).unwrap();
    request.set("Texts", Value::Array(texts)).unwrap();
    client.call(request)
}

fn one_text() -> Vec<Value<'static>> {
    vec![Value::from("a".to_owned())]
}

fn assert_refused(error: &Error, suggested: Option<Transport>, message: &str) {
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidRequest, Outcome::NotSent), "{error}");
    assert_eq!(error.attempts(), 0);
    assert_eq!(error.suggested_transport(), suggested, "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[tokio::test]
async fn calls_that_would_be_refused_are_not_sent_and_errors_name_another_transport() {
    let (client, asked) = client(|builder| builder);
    let (get, post, soap) = (Transport::HttpGet, Transport::HttpPost, Some(Transport::Soap11));
    let error = take(&client, "", Vec::new()).transport(post).await.unwrap_err();
    assert_refused(&error, soap, "is an empty array");
    assert_eq!(error.parameter(), Some("Texts"));
    assert!(error.to_string().ends_with("(SOAP 1.1 would carry it)"), "{error}");
    let error = take(&client, "x".repeat(3000), one_text()).transport(get).await.unwrap_err();
    assert_refused(&error, soap, "the query string has");
    let (few, _) = self::client(|builder| builder.server_limits(ServerLimits::default().form_keys(1)));
    let error = take(&few, "", one_text()).transport(post).await.unwrap_err();
    assert_refused(&error, soap, "the request has 2 different names, more than the 1 that the server takes");
    // GET and POST can carry it, but XML cannot.
    let error = take(&client, "\u{1}", one_text()).await.unwrap_err();
    assert_refused(&error, Some(post), "Text");
    // No transport carries both.
    let error = take(&client, "\u{1}", Vec::new()).await.unwrap_err();
    assert_refused(&error, None, "Text");
    // Too large for every transport of a server with these limits.
    let (limited, asked_too) =
        self::client(|builder| builder.server_limits(ServerLimits::default().body(4 * 1024 * 1024)));
    let error = take(&limited, "x".repeat(5 * 1024 * 1024), one_text()).await.unwrap_err();
    assert_refused(&error, None, "more than the 4194304 that the server takes");
    assert_eq!(*asked_too.lock().unwrap(), [""; 0]);
    assert_eq!(*asked.lock().unwrap(), [""; 0]);
}

#[tokio::test]
async fn the_limits_of_servers_can_be_changed_and_switched_off() {
    let (small, asked) = self::client(|builder| builder.server_limits(ServerLimits::default().body(1000).url(100)));
    let error = take(&small, "x".repeat(900), one_text()).await.unwrap_err();
    assert_refused(&error, Some(Transport::HttpPost), "the request's body has");
    let error = take(&small, "x".repeat(100), one_text()).transport(Transport::HttpGet).await.unwrap_err();
    assert_refused(&error, Some(Transport::Soap11), "the URL has 148 bytes, more than the 100 that the server takes");
    assert_eq!(*asked.lock().unwrap(), [""; 0]);
    let (all, asked) = self::client(|builder| builder.server_limits(ServerLimits::none()));
    take(&all, "<b>".repeat(2_000_000), one_text()).transport(Transport::HttpPost).await.unwrap();
    assert_eq!(*asked.lock().unwrap(), ["POST application/x-www-form-urlencoded"]);
}

#[tokio::test]
async fn auto_takes_the_first_transport_that_carries_the_call() {
    let (auto, asked) = client(|builder| builder.transport(Transport::HttpPost).transport(Transport::Auto));
    take(&auto, "plain", one_text()).await.unwrap();
    take(&auto, "<html>", one_text()).await.unwrap();
    take(&auto, "plain", Vec::new()).await.unwrap();
    take(&auto, "plain", Vec::new()).transport(Transport::Soap12).await.unwrap();
    let error = take(&auto, "\u{1}", Vec::new()).await.unwrap_err();
    assert_eq!((error.transport(), error.suggested_transport()), (Some(Transport::HttpPost), None));
    let expected =
        ["POST application/x-www-form-urlencoded", "POST text/xml", "POST text/xml", "POST application/soap+xml"];
    assert_eq!(*asked.lock().unwrap(), expected);
    let (soap, asked) = client(|builder| builder);
    soap.call(text_request(&GET_ONLY, "x")).transport(Transport::Auto).await.unwrap();
    assert_eq!(*asked.lock().unwrap(), ["POST application/x-www-form-urlencoded"]);
}

/// Returns an empty result, and counts the calls.
#[derive(Default)]
struct Counts(std::sync::atomic::AtomicUsize);

impl asmx_runtime::Handler for Counts {
    fn handle<'a>(&'a self, _: &'a asmx_runtime::Call) -> asmx_runtime::stack::HandlerFuture<'a> {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Box::pin(std::future::ready(Ok(asmx_runtime::RawOutput::Message(Message::default()))))
    }
}

#[tokio::test]
async fn calls_that_cannot_be_sent_fail_in_process_with_the_error_of_http() {
    let counts = Arc::new(Counts::default());
    let local = Client::in_process(&SERVICE, counts.clone());
    let (remote, _) = client(|builder| builder);
    let texts = || vec![Value::from("a"), Value::from("b")];
    let calls = |client: &Client| {
        [
            take(client, "a", vec![]).transport(Transport::HttpGet),
            take(client, "x".repeat(3000), texts()).transport(Transport::HttpGet),
            take(client, "\u{1}", texts()),
            take(client, "\u{1}", vec![]).transport(Transport::Auto),
            take(client, "a", texts()).parameter("Te\u{1}xt", "a").parameter("B", "\u{1}"),
            client.call(DynamicRequest::new(&GET_ONLY)),
        ]
    };
    for (local_call, remote_call) in calls(&local).into_iter().zip(calls(&remote)) {
        let (local_error, remote_error) = (local_call.await.unwrap_err(), remote_call.await.unwrap_err());
        assert_eq!(local_error.to_string(), remote_error.to_string());
        assert_eq!((local_error.kind(), local_error.outcome()), (remote_error.kind(), remote_error.outcome()));
        assert_eq!(local_error.suggested_transport(), remote_error.suggested_transport(), "{local_error}");
    }
    assert_eq!(counts.0.load(std::sync::atomic::Ordering::Relaxed), 0);
    // An automatic call passes if another transport can carry it.
    take(&local, "\u{1}", texts()).transport(Transport::Auto).await.unwrap();
    take(&local, "<b>", vec![]).await.unwrap();
    assert_eq!(counts.0.load(std::sync::atomic::Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_refusal_names_the_other_transport_once() {
    let (client, _) = client(|builder| builder);
    let error = take(&client, "a", vec![]).transport(Transport::HttpGet).await.unwrap_err();
    let message = "Take over HTTP GET: parameter `Texts` is an empty array, which HTTP GET cannot carry (SOAP 1.1 would carry it)";
    assert_eq!(error.to_string(), message);
}

/// Services ignore unknown names, so a misspelt one would be lost without a word.
#[tokio::test]
async fn an_undeclared_name_that_resembles_a_declared_one_is_refused() {
    let (client, asked) = client(|builder| builder);
    let texts = || vec![Value::from("a")];
    let error = take(&client, "a", texts()).parameter("Txet", "b").await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidRequest, Outcome::NotSent));
    assert!(error.to_string().contains("`Txet` is not declared"), "{error}");
    assert!(error.to_string().contains("did you mean `Text`?"), "{error}");
    assert_eq!(asked.lock().unwrap().len(), 0);
    take(&client, "a", texts()).parameter("Remark", "b").await.unwrap();
    take(&client, "a", texts()).parameter("Txet", "b").unchecked().await.unwrap();
    client.call(text_request(&OPEN, "x")).parameter("Txet", "b").transport(Transport::HttpPost).await.unwrap();
    assert_eq!(asked.lock().unwrap().len(), 3);
}

/// Names are counted as genuine servers count them: an array is one name, and case is ignored.
#[tokio::test]
async fn a_name_that_is_repeated_counts_once() {
    let (client, asked) = client(|builder| builder);
    let many = vec![Value::from(String::new()); 5000];
    take(&client, "", many).transport(Transport::HttpPost).await.unwrap();
    let (few, _) = self::client(|builder| builder.server_limits(ServerLimits::default().form_keys(2)));
    let open = |name: &str| {
        few.call(text_request(&OPEN, "x")).parameter("Extra", "1").parameter(name, "2").transport(Transport::HttpPost)
    };
    open("extra").await.unwrap();
    assert_refused(&open("other").await.unwrap_err(), Some(Transport::Soap11), "the request has 3 different names");
    assert_eq!(asked.lock().unwrap().len(), 1);
}

fn text_request(operation: &'static Operation, text: &str) -> DynamicRequest {
    let mut request = DynamicRequest::new(operation);
    request.set("Text", text.to_owned()).unwrap();
    request
}

/// Values that look like HTML are sent over the transport that the caller chose. `Auto` chooses a transport without request validation.
#[tokio::test]
async fn html_goes_where_the_caller_sends_it() {
    let (client, asked) = client(|builder| builder);
    for transport in Transport::ALL {
        take(&client, "a <b>c</b>", vec![Value::from("&#65;")]).transport(transport).await.unwrap();
    }
    let (post, auto) = (Transport::HttpPost, Transport::Auto);
    client.call(text_request(&GET_ONLY, "<b>")).transport(auto).await.unwrap();
    let expected = ["POST text/xml", "POST application/soap+xml", "GET ", "POST application/x-www-form-urlencoded"];
    let only_way = ["POST application/x-www-form-urlencoded"];
    assert_eq!(*asked.lock().unwrap(), [&expected[..], &only_way].concat());
    let (lenient, asked) = self::client(|builder| {
        builder.transport(post).transport(auto).server_limits(ServerLimits::default().request_validation(false))
    });
    take(&lenient, "<html>", one_text()).await.unwrap();
    assert_eq!(*asked.lock().unwrap(), only_way, "a server that is known not to validate");
}

/// ASP.NET's request validation responds 500 with a page. The text of the page does not matter.
#[tokio::test]
async fn a_refusal_of_html_names_the_transport_that_would_work() {
    let refusing = |content_type: &'static str, status: u16| {
        let http = tower::service_fn(move |_: http::Request<Bytes>| {
            let response = http::Response::builder().status(status).header("content-type", content_type);
            let response =
                response.body(BodyStream::from(Bytes::from("<html><title>Runtime Error</title></html>"))).unwrap();
            std::future::ready(Ok::<_, std::convert::Infallible>(response))
        });
        Builder::<Client>::new(&SERVICE).base_url("https://example.test").namespace("urn:x").build_on(http).unwrap()
    };
    let page = refusing("text/html; charset=utf-8", 500);
    for transport in [Transport::HttpGet, Transport::HttpPost] {
        let error = take(&page, "", vec![Value::from("&#65;")]).transport(transport).await.unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Status, Some("Texts")), "{error}");
        assert_eq!(error.suggested_transport(), Some(Transport::Soap11));
        let why =
            format!("parameter `Texts` looks like HTML, which servers that validate requests refuse over {transport}");
        assert!(error.to_string().contains(&why), "{error}");
        let harmless = take(&page, "a < b", one_text()).transport(transport).await.unwrap_err();
        assert_eq!((harmless.parameter(), harmless.suggested_transport()), (None, None));
    }
    for (client, transport) in [
        (&page, Transport::Soap11),
        (&refusing("text/plain; charset=utf-8", 500), Transport::HttpPost),
        (&refusing("text/html", 404), Transport::HttpPost),
    ] {
        let error = take(client, "<b>", one_text()).transport(transport).await.unwrap_err();
        assert_eq!(error.suggested_transport(), None, "{error}");
    }
}

/// The values decide about the transport, so a large one is written once: a second copy would double the memory.
#[test]
fn auto_writes_a_large_value_once() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let text = "anna@mail.example.test|Müller & Söhne\r\n".repeat(100_000);
    for transport in [Transport::Soap11, Transport::HttpPost] {
        let (client, asked) = client(|builder| builder.transport(transport));
        let memory = |transport: TransportChoice| {
            let call = take(&client, text.clone(), one_text()).transport(transport);
            allocation_counter::measure(|| drop(runtime.block_on(call.into_future()).unwrap())).bytes_total
        };
        let (written, chosen) = (memory(transport.into()), memory(TransportChoice::Auto));
        assert!(written > text.len() as u64, "{written}");
        assert!(chosen < written + text.len() as u64 / 4, "{chosen} bytes for {transport}, {written} without a choice");
        let asked = asked.lock().unwrap();
        assert_eq!(asked[0], asked[1]);
    }
}

#[tokio::test]
async fn auto_looks_at_the_end_of_a_long_value() {
    let (auto, asked) = client(|builder| builder.transport(Transport::Auto));
    take(&auto, "x".repeat(100_000), one_text()).await.unwrap();
    take(&auto, format!("{}\u{1}", "x".repeat(100_000)), one_text()).await.unwrap();
    assert_eq!(*asked.lock().unwrap(), ["POST text/xml", "POST application/x-www-form-urlencoded"]);
}

#[tokio::test]
async fn auto_keeps_the_limit_of_bodies() {
    let limits = ServerLimits::default().body(60_000);
    let (auto, asked) = client(|builder| builder.server_limits(limits).transport(Transport::Auto));
    // Each of these letters takes five bytes in XML, and three in a form.
    take(&auto, "&".repeat(15_000), one_text()).await.unwrap();
    assert_eq!(*asked.lock().unwrap(), ["POST application/x-www-form-urlencoded"]);
}
