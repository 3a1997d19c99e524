use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use http::Request;
use test_servers::log::Log;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::Service as _;

use super::*;
use crate::call::handler::{Call, Handler, HandlerFuture, RawOutput};
use crate::error::Error;
use crate::fault::Fault;
use crate::operation::{Effect, Member, OnContradiction, Operation, Role, Service, Type};
use crate::results::{Integers, Text};
use crate::value::message::Message;

static COMMON: &[Member] = &[Member::new("Reader", Type::STRING).role(Role::Username)];
static SAY: Operation = Operation::new("Say", "", "", &[Member::new("What", Type::STRING)], Effect::Read)
    .outputs(&[Member::new("SayResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
static DROP: Operation = Operation::new("Drop", "", "", &[], Effect::Write);
static LIBRARY: Service = Service::new("Library", "/library.asmx", "", COMMON, &[], &[&SAY, &DROP]);

static NAMED: Service = Service::new("Named", "/a.asmx", "", &[], &[], &[]).namespace("urn:a");

const NAMESPACE: &str = "http://example.test/ws/";

fn first_text(call: &Call) -> Option<String> {
    call.request.to_dynamic().values().first().map(|value| value.as_text().unwrap_or("null").to_owned())
}

/// Repeats the text of a request, or fails in the way that the text names.
struct Speaker;

impl Handler for Speaker {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let what = first_text(call).unwrap_or_default();
        assert_ne!(what, "panic at once");
        let extra = call.undeclared.len();
        Box::pin(async move {
            tokio::task::yield_now().await;
            assert_ne!(what, "panic later");
            match what.as_str() {
                "fault" => Err(Error::from_fault(Fault::client("told to"))),
                "slow" => {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    Ok(RawOutput::Message(Message::from(Text::new("late"))))
                }
                "" | "other kind" => Ok(RawOutput::Message(Message::default())),
                _ => Ok(RawOutput::Message(Message::from(Text::new(format!("{what}+{extra}"))))),
            }
        })
    }
}

fn opener() -> Opener {
    Opener::new(&LIBRARY, |incoming| match incoming.username() {
        Some("stranger") => Err(Fault::client("no such reader")),
        Some("bomb") => panic!("the opener panics"),
        _ => Ok(Arc::new(Speaker)),
    })
}

fn server() -> Server {
    Server::new(opener()).namespace(NAMESPACE)
}

/// Sends bytes and reads until the server closes.
async fn exchange(listening: &Listening, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(listening.address()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    String::from_utf8(response).unwrap()
}

async fn listen(server: Server) -> Listening {
    server.serve(TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap()
}

async fn get(listening: &Listening, path: &str) -> String {
    exchange(listening, format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes()).await
}

fn soap(headers: &str, parameters: &str) -> Vec<u8> {
    let body = format!(
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><Say xmlns=\"{NAMESPACE}\">{parameters}</Say></s:Body></s:Envelope>"
    );
    let length = body.len();
    format!(
        "POST /library.asmx HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: \"{NAMESPACE}Say\"\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}"
    )
    .into_bytes()
}

#[tokio::test]
async fn every_transport_over_a_socket() {
    let listening = listen(server()).await;
    let response = get(&listening, "/library.asmx/Say?Reader=&What=a%20b&More=1").await;
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    for line in ["content-type: text/xml; charset=utf-8\r\n", "cache-control: private, max-age=0\r\n"] {
        assert!(response.contains(line), "{response}");
    }
    let expected =
        format!("\r\n\r\n<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<string xmlns=\"{NAMESPACE}\">a b+1</string>");
    assert!(response.ends_with(&expected), "{response}");
    assert!(get(&listening, "/library.asmx/Say?Reader=&What=%u00e9é").await.ends_with(">éé+0</string>"));

    let form = "POST /library.asmx/Say HTTP/1.0\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\n\r\nReader=x&What=12";
    let response = exchange(&listening, form.as_bytes()).await;
    assert!(response.contains("200 OK") && response.ends_with(">12+0</string>"), "{response}");

    let response = exchange(&listening, &soap("Connection: close\r\n", "<What>x</What>")).await;
    assert!(response.ends_with("<SayResult>x+0</SayResult></SayResponse></soap:Body></soap:Envelope>"), "{response}");

    let response = get(&listening, "/library.asmx/Drop?Reader=").await;
    assert!(response.contains("content-length: 0\r\n") && !response.contains("content-type"), "{response}");
    listening.shutdown().await.unwrap();
}

#[tokio::test]
async fn connections_are_kept_and_bodies_waited_for() {
    let listening = listen(server()).await;
    let mut stream = TcpStream::connect(listening.address()).await.unwrap();
    let request = soap("Expect: 100-continue\r\nConnection: keep-alive\r\n", "<What>é</What>");
    let split = request.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    let mut buffer = vec![0; 4096];
    for _ in 0..2 {
        stream.write_all(&request[..split]).await.unwrap();
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(buffer[..read].starts_with(b"HTTP/1.1 100 Continue"));
        stream.write_all(&request[split..]).await.unwrap();
        let mut response = String::new();
        while !response.contains("</soap:Envelope>") {
            let read = stream.read(&mut buffer).await.unwrap();
            assert!(read > 0, "closed after {response}");
            response.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
        assert!(response.contains("<SayResult>é+0</SayResult>"), "{response}");
    }
    drop(stream);
    listening.shutdown().await.unwrap();
}

#[tokio::test]
async fn faults_and_panics_become_responses() {
    let listening = listen(server().error_style(ErrorStyle::Development)).await;
    let say = async |what: &str| get(&listening, &format!("/library.asmx/Say?Reader=&What={what}")).await;
    for (what, header, end) in [
        (
            "fault",
            "content-type: text/plain; charset=utf-8\r\n",
            "\r\n\r\nSystem.Web.Services.Protocols.SoapException: told to\n",
        ),
        ("panic%20at%20once", "", "The service failed unexpectedly.\n"),
        ("panic%20later", "", "The service failed unexpectedly.\n"),
        ("other%20kind", "the service returned nothing; the operation is declared to return 1 part", "\n"),
    ] {
        let response = say(what).await;
        assert!(response.starts_with("HTTP/1.1 500 ") && response.contains(header), "{response}");
        assert!(response.ends_with(end), "{response}");
    }
    let response = get(&listening, "/library.asmx/Say?Reader=stranger&What=").await;
    assert!(response.ends_with("SoapException: no such reader\n"), "{response}");
    let response = get(&listening, "/library.asmx/Say?Reader=bomb&What=").await;
    assert!(response.ends_with("The service failed unexpectedly.\n"), "{response}");
    let response = exchange(&listening, &soap("Connection: close\r\n", "<What>panic later</What>")).await;
    assert!(response.contains("<faultcode>soap:Server</faultcode>"), "{response}");
}

#[tokio::test]
async fn requests_that_are_too_large_or_for_other_paths_are_refused() {
    let listening = listen(server().max_body(100).max_query(30).protocol(Transport::HttpPost, false)).await;
    let response = exchange(&listening, &soap("Connection: close\r\n", "<What>x</What>")).await;
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
    assert!(get(&listening, "/library.asmx/Say?Reader=&What=01234567890123456789").await.starts_with("HTTP/1.1 400 "));
    assert!(get(&listening, "/library.asmx").await.contains("<h1>Library</h1>"));
    // The hosts of genuine servers return a page.
    for path in ["/elsewhere.asmx", "/", "/library.asmxx/Say"] {
        let elsewhere = get(&listening, path).await;
        assert!(elsewhere.starts_with("HTTP/1.1 404 "), "{elsewhere}");
        for text in ["content-type: text/html\r\n", "<title>The resource cannot be found.</title>"] {
            assert!(elsewhere.contains(text), "{elsewhere}");
        }
    }
    let post = "POST /library.asmx/Drop HTTP/1.0\r\nContent-Length: 0\r\n\r\n";
    assert!(exchange(&listening, post.as_bytes()).await.contains("Request format is unrecognized for URL"));
    let empty = get(&listening, "/library.asmx/").await;
    assert!(empty.starts_with("HTTP/1.1 500 ") && empty.contains("content-type: text/html\r\n"), "{empty}");
}

#[tokio::test]
async fn mounted_nested_and_merged() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let opener = |seen: &Arc<Mutex<Vec<String>>>| {
        let seen = Arc::clone(seen);
        Opener::new(&LIBRARY, move |incoming| {
            seen.lock().unwrap().push(incoming.uri.to_string());
            Ok(Arc::new(Speaker))
        })
    };
    let server = |mount: &str| Server::new(opener(&seen)).namespace(NAMESPACE).mount(mount).into_router().unwrap();
    let router = server("").merge(server("/on")).nest("/deep/down", server(""));
    let listening = serve(TcpListener::bind("127.0.0.1:0").await.unwrap(), router, ListenOptions::default()).unwrap();
    for path in ["/library.asmx", "/on/library.asmx", "/deep/down/library.asmx"] {
        let raw = format!("{path}/Say?Reader=%20&What=%zz");
        let response = get(&listening, &raw).await;
        assert!(response.ends_with(">%zz+0</string>"), "{response}");
        assert_eq!(seen.lock().unwrap().last(), Some(&raw));
    }
}

#[tokio::test]
async fn shutting_down_waits_for_requests() {
    let listening = listen(server()).await;
    let address = listening.address();
    let slow = tokio::spawn(async move {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /library.asmx/Say?Reader=&What=slow HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        response
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    listening.shutdown().await.unwrap();
    assert!(slow.await.unwrap().ends_with(">late</string>"));
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn writes_by_pages_of_other_sites_can_be_refused() {
    let sent = async |listening: &Listening, method: &str, target: &str, headers: &str| {
        let head = format!("{method} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n");
        exchange(listening, format!("{head}{headers}Connection: close\r\n\r\n").as_bytes()).await
    };
    let (open, closed) = (listen(server()).await, listen(server().refuse_cross_site_writes(true)).await);
    for elsewhere in [
        "Sec-Fetch-Site: cross-site\r\n",
        "Origin: http://evil.test\r\n",
        "Referer: http://evil.test/x\r\n",
        "Origin: null\r\n",
    ] {
        for (method, target) in [
            ("GET", "/library.asmx/Drop?Reader=a"),
            ("GET", "/library.asmx/%44rop?Reader=a"),
            ("POST", "/library.asmx/Say"),
            ("POST", "/library.asmx"),
        ] {
            let response = sent(&closed, method, target, elsewhere).await;
            let is_refused = response.starts_with("HTTP/1.1 403 ") && response.contains("A page of another site");
            assert!(is_refused, "{elsewhere}: {response}");
            let response = sent(&open, method, target, elsewhere).await;
            assert!(!response.starts_with("HTTP/1.1 403 "), "genuine servers serve it: {response}");
        }
        for target in
            ["/library.asmx/Say?Reader=&What=x", "/library.asmx", "/library.asmx?WSDL", "/library.asmx?op=Drop"]
        {
            let response = sent(&closed, "GET", target, elsewhere).await;
            assert!(!response.starts_with("HTTP/1.1 403 "), "reading changes nothing: {response}");
        }
    }
    for own in [
        "",
        "Sec-Fetch-Site: same-origin\r\n",
        "Origin: http://localhost\r\n",
        "Referer: http://localhost/library.asmx\r\n",
    ] {
        let response = sent(&closed, "GET", "/library.asmx/Drop?Reader=a", own).await;
        assert!(response.starts_with("HTTP/1.1 200 "), "{own}: {response}");
    }
    // Behind a proxy, the host is that of the callers.
    let headers = "X-Forwarded-Host: outer.test\r\nOrigin: https://outer.test\r\n";
    let proxied = listen(server().refuse_cross_site_writes(true).trust_forwarded_headers()).await;
    let stated = listen(server().refuse_cross_site_writes(true).address("https://outer.test/x/library.asmx")).await;
    for listening in [&proxied, &stated] {
        let response = sent(listening, "GET", "/library.asmx/Drop?Reader=a", headers).await;
        assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    }
    let response = sent(&closed, "GET", "/library.asmx/Drop?Reader=a", headers).await;
    assert!(response.starts_with("HTTP/1.1 403 "), "{response}");
}

#[tokio::test]
async fn the_service_is_a_tower_service() {
    let mut service = server().build().unwrap();
    let request = Request::get("/library.asmx/Say?Reader=&What=x").body(Body::empty()).unwrap();
    assert_eq!(service.call(request).await.unwrap().status(), 200);
    assert!(format!("{service:?}").contains("/library.asmx"));
}

#[test]
fn wrong_settings_are_errors() {
    let error = Server::new(opener()).build().unwrap_err();
    assert!(error.to_string().contains("Library states no XML namespace"), "{error}");
    for mount in ["on", "/on?x", "/#"] {
        assert!(matches!(server().mount(mount).build(), Err(ServerError::Mount { .. })), "{mount}");
    }
    let opener = Opener::new(&NAMED, |_| Ok(Arc::new(Speaker)));
    assert!(Server::new(opener).mount("/x/").build().is_ok());
}

/// A large request, which takes long to decode, and a small one.
fn large_and_small() -> (Request<Body>, Request<Body>) {
    let large = format!("Reader=&What=x&{}", "Other=%41%42%43%44%45%46%47%48%49%50&".repeat(100_000));
    (form(large), form("Reader=&What=small".to_owned()))
}

/// A form for the operation `Say`.
fn form(body: String) -> Request<Body> {
    let request = Request::post("/library.asmx/Say").header("Content-Type", "application/x-www-form-urlencoded");
    request.body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn nobody_waits_for_the_decoding_of_a_large_request() {
    let mut service = server().build().unwrap();
    let (large, small) = large_and_small();
    let (mut large, small) = (service.call(large), service.call(small));
    // The runtime has one thread. If the large request were decoded on it, its response would come first.
    tokio::select! {
        biased;
        response = &mut large => panic!("the large request was served first: {response:?}"),
        response = small => assert_eq!(response.unwrap().status(), 200),
    }
    assert_eq!(large.await.unwrap().status(), 200);
}

/// Responds at once, with 200,000 integers to every large request.
struct Counter;

static COUNT: Operation = Operation::new("Count", "", "", &[Member::new("Many", Type::STRING)], Effect::Read)
    .outputs(&[Member::new("CountResult", Type::INT_ARRAY)])
    .on_contradiction(OnContradiction::Error);
static COUNTING: Service = Service::new("Counting", "/count.asmx", "", &[], &[], &[&COUNT]).namespace("urn:count");

impl Handler for Counter {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let many = first_text(call).and_then(|text| text.parse().ok()).unwrap_or_default();
        Box::pin(async move { Ok(RawOutput::Message(Message::from(Integers::new(vec![7; many])))) })
    }
}

#[tokio::test]
async fn nobody_waits_for_the_encoding_of_a_large_response() {
    let mut service = Server::new(Opener::new(&COUNTING, |_| Ok(Arc::new(Counter)))).build().unwrap();
    let get = |many: usize| Request::get(format!("/count.asmx/Count?Many={many}")).body(Body::empty()).unwrap();
    let (mut large, small) = (service.call(get(200_000)), service.call(get(1)));
    tokio::select! {
        biased;
        _ = &mut large => panic!("the large response was written first"),
        response = small => assert_eq!(response.unwrap().status(), 200),
    }
    let response = axum::body::to_bytes(large.await.unwrap().into_body(), usize::MAX).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&response).matches("<int>7</int>").count(), 200_000);
}

#[tokio::test]
async fn bounds_are_settings() {
    let status = async |server: Server, body: &str| {
        let request = form(format!("Reader=&What=x{body}"));
        server.build().unwrap().call(request).await.unwrap().status().as_u16()
    };
    assert_eq!(status(server().max_form_keys(2), "&What=y").await, 200);
    assert_eq!(status(server().max_form_keys(2), "&a=1").await, 500);
    assert_eq!(status(server().max_values(3), "&What=y").await, 200);
    assert_eq!(status(server().max_values(2), "&What=y").await, 500);
    assert_eq!(status(server().max_bodies(1), &"&What=y".repeat(50_000)).await, 200);
}

#[tokio::test]
async fn each_request_logs_a_line_and_a_refused_one_its_reason() {
    let log = Log::of_this_thread(tracing::Level::DEBUG);
    let listening = listen(server()).await;
    let closing = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace("Host: x", "Host: x\r\nConnection: close");
    let get = |target: &str| format!("GET {target} HTTP/1.1\r\nHost: x\r\n\r\n").into_bytes();
    let served = ["DEBUG", "request served", "rpc.method=\"Say\"", "asmx.transport=\"soap11\""];
    for (request, words) in [
        (soap("", "<What>a</What>"), &served[..]),
        (soap("", "<What>fault</What>"), &["INFO", "request failed", "told to", "rpc.method=\"Say\""]),
        (soap("", "<What>panic later</What>"), &["INFO", "request failed", "status_code=500"]),
        (soap("", "<What>"), &["INFO", "request refused", "not well-formed", "status_code=400"]),
        (get("/library.asmx/Sey"), &["INFO", "request refused", "no operation has that name"]),
        (get("/library.asmx/Say?Reader=stranger&What=s3cret"), &["request failed", "took no call"]),
        (get("/library.asmx/Say?What=s3cret"), &["INFO", "request refused", "parameter is missing"]),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n".to_vec(), &["INFO", "request refused", "more than one Host"]),
    ] {
        let request = closing(request);
        exchange(&listening, request.as_bytes()).await;
        let entries = log.take();
        let lines: Vec<&str> = entries.lines().filter(|line| line.contains("asmx_runtime: request ")).collect();
        let [line] = lines.as_slice() else { panic!("{request}: {entries}") };
        assert!(words.iter().all(|word| line.contains(word)) && line.len() < 500, "{request}: {line}");
        assert!(!entries.contains("s3cret"), "{entries}");
    }
}
