//! The ends of connections: a caller who goes away ends the call, and a body that breaks off is never a complete one.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use asmx_gateway::{Ended, Interface, Offer};
use asmx_runtime::server::{ListenOptions, Listening, serve};

use flate2::bufread::GzDecoder;

use super::faults::http_response;
use super::servers::{read_request, serving, serving_by};
use super::{column, data_set, document, envelope, gateway_at};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Find" result="string" effect="read"><doc>Finds.</doc></operation>
    <operation name="Report" effect="read"><doc>Reports.</doc>
      <result kind="dataset"><columns><column name="Name" type="string"/></columns></result></operation>
    <operation name="Remove" result="string" effect="write"><doc>Removes.</doc></operation>
    <operation name="Tell" result="string" effect="send"><doc>Tells.</doc></operation>
  </area>
</service>"#;

/// No test waits longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The gateway of `asmx gateway`, and the calls that ended.
async fn gateway(url: String) -> (Listening, Receiver<Ended>) {
    let (sender, ended) = channel();
    let sender = std::sync::Mutex::new(sender);
    let gateway = gateway_at(url, document(SPEC), Offer::default().write().send());
    let gateway = gateway.on_call(move |ended| sender.lock().unwrap().send(ended.clone()).unwrap());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    (serve(listener, Interface::new(gateway).into_router(), ListenOptions::default()).unwrap(), ended)
}

/// Takes one request, sends the beginning of a response, and reports when the request came and when its connection ended.
fn silent_service(begin: String) -> (String, Receiver<&'static str>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (url, (sender, events)) = (format!("http://{}", listener.local_addr().unwrap()), channel());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        read_request(&mut stream);
        stream.write_all(begin.as_bytes()).unwrap();
        sender.send("called").unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let is_closed = matches!(stream.read(&mut [0; 64]), Ok(0)) || stream.take_error().unwrap().is_some();
        sender.send(if is_closed { "closed" } else { "still open" }).unwrap();
    });
    (url, events)
}

/// A result with so many rows, without its end.
fn some_rows(has_schema: bool, rows: usize) -> String {
    let data_set = data_set("T", &column("Name", "string"), &"<T><Name>nails</Name></T>".repeat(rows));
    let diffgram = data_set.find("<d:diffgram").unwrap();
    let content = if has_schema { &data_set } else { &data_set[diffgram..] };
    let response = envelope("Report", &format!("<ReportResult>{content}</ReportResult>"));
    response.split_once("</D>").unwrap().0.to_owned()
}

/// A chunked response that begins with so many rows.
fn begin_of_rows(rows: usize) -> String {
    let body = some_rows(true, rows);
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n",
        body.len()
    )
}

fn post(address: SocketAddr, path: &str, version: &str, headers: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!("POST {path} {version}\r\nHost: {address}\r\nContent-Type: application/json\r\n{headers}");
    stream.write_all(format!("{head}Content-Length: 2\r\n\r\n{{}}").as_bytes()).unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_who_goes_away_ends_the_call_and_a_write_is_unknown() {
    for (path, effect) in [
        ("/Find", "read"),
        ("/Report", "read"),
        ("/Report?$format=csv", "read"),
        ("/Remove", "write"),
        ("/Tell", "send"),
    ] {
        let (url, events) = silent_service(String::new());
        let (listening, ended) = gateway(url).await;
        let caller = post(listening.address(), path, "HTTP/1.1", "");
        assert_eq!(events.recv_timeout(PATIENCE), Ok("called"), "{path}");
        drop(caller);
        assert_eq!(events.recv_timeout(PATIENCE), Ok("closed"), "{path}");
        let line = ended.recv_timeout(PATIENCE).unwrap().to_json();
        let found = ["effect", "outcome"].map(|name| line[name].clone());
        assert_eq!(found, [effect, "unknown"], "{path}: {line}");
        assert_eq!(line["status"], 499, "{path}");
        listening.abort().await;
    }
}

/// Rows are on their way to the caller.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_who_goes_away_between_rows_ends_the_call() {
    for encoding in ["", "Accept-Encoding: gzip\r\n"] {
        let (url, events) = silent_service(begin_of_rows(30_000));
        let (listening, ended) = gateway(url).await;
        let mut caller = post(listening.address(), "/Report?$format=csv", "HTTP/1.1", encoding);
        assert_eq!(events.recv_timeout(PATIENCE), Ok("called"));
        assert!(caller.read(&mut [0; 512]).unwrap() > 0);
        drop(caller);
        assert_eq!(events.recv_timeout(PATIENCE), Ok("closed"), "{encoding}");
        assert_eq!(ended.recv_timeout(PATIENCE).unwrap().to_json()["status"], 499, "{encoding}");
        listening.abort().await;
    }
}

/// Sends some rows, and ends the connection when it is told to.
fn breaking_service() -> (String, Sender<()>) {
    let (sender, order) = channel();
    let url = serving_by(move |mut stream, _| {
        stream.write_all(begin_of_rows(30_000).as_bytes()).unwrap();
        order.recv_timeout(PATIENCE).unwrap();
    });
    (url, sender)
}

/// Everything that comes after these bytes, and the error at its end.
fn rest(mut stream: TcpStream, mut bytes: Vec<u8>) -> (Vec<u8>, Option<ErrorKind>) {
    let end = stream.read_to_end(&mut bytes).err().map(|error| error.kind());
    (bytes, end)
}

fn head_and_body(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    (String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase(), &bytes[end + 4..])
}

/// The content of a chunked body, and whether its last chunk came.
fn unchunked(mut body: &[u8]) -> (Vec<u8>, bool) {
    let mut content = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return (content, true);
        }
        let rest = &body[end + 2..];
        content.extend_from_slice(&rest[..length.min(rest.len())]);
        let Some(after) = rest.get(length + 2..) else { break };
        body = after;
    }
    (content, false)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_breaks_off_is_never_a_complete_one() {
    let (url, break_off) = breaking_service();
    let (listening, ended) = gateway(url).await;
    let gzip = "Accept-Encoding: gzip\r\n";
    for (version, encoding) in [("HTTP/1.1", ""), ("HTTP/1.1", gzip), ("HTTP/1.0", ""), ("HTTP/1.0", gzip)] {
        for form in ["csv", "jsonl"] {
            let about = format!("{version} {encoding} {form}");
            let headers = format!("{encoding}asmx-call: key\r\n");
            let mut caller = post(listening.address(), &format!("/Report?$format={form}"), version, &headers);
            let mut begin = vec![0; 64];
            caller.read_exact(&mut begin).unwrap();
            break_off.send(()).unwrap();
            let (bytes, end) = rest(caller, begin);
            let line = ended.recv_timeout(PATIENCE).unwrap().to_json();
            assert_eq!((line["status"].clone(), line["outcome"].clone()), (504.into(), "unknown".into()), "{about}");
            let (head, problem) = get(listening.address(), "/broken-off/key");
            let problem: serde_json::Value = serde_json::from_slice(&problem).unwrap();
            assert!(head.starts_with("http/1.1 200"), "{about}: {head}");
            assert_eq!((&problem["outcome"], &problem["operation"]), (&"unknown".into(), &"Report".into()), "{about}");
            assert!(get(listening.address(), "/broken-off/key").0.starts_with("http/1.1 404"), "{about}");
            if version == "HTTP/1.0" {
                // Only a reset tells it from a response that has come to its end. It may overtake the bytes before it.
                assert_eq!(end, Some(ErrorKind::ConnectionReset), "{about}");
                continue;
            }
            let (head, body) = head_and_body(&bytes);
            assert!(head.starts_with("http/1.1 200"), "{about}: {head}");
            let (content, is_whole) = unchunked(body);
            assert!(!is_whole, "{about}");
            if encoding.is_empty() {
                assert!(String::from_utf8(content).unwrap().contains("nails"), "{about}");
            } else {
                assert!(head.contains("content-encoding: gzip"), "{about}: {head}");
                let end = GzDecoder::new(content.as_slice()).read_to_end(&mut Vec::new()).unwrap_err();
                assert_eq!(end.kind(), ErrorKind::UnexpectedEof, "{about}");
            }
        }
    }
    listening.abort().await;
}

/// The head and the body of a response to GET.
fn get(address: SocketAddr, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let (bytes, _) = response(stream);
    let (head, body) = head_and_body(&bytes);
    (head, body.to_vec())
}

fn response(stream: TcpStream) -> (Vec<u8>, Option<ErrorKind>) {
    rest(stream, Vec::new())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_packed_response_has_all_rows_and_the_trailers_of_others() {
    // An element that the description does not have comes behind the rows.
    let begin = some_rows(false, 20_000);
    let end = "</D></d:diffgram></ReportResult><News>today</News></ReportResponse></s:Body></s:Envelope>";
    let service = http_response("200 OK", "text/xml", &format!("{begin}{end}"));
    let (listening, _ended) = gateway(serving(service.into_bytes())).await;
    let ask = |more: &str| {
        let headers = format!("{more}TE: trailers\r\nConnection: close\r\n");
        response(post(listening.address(), "/Report?$format=csv", "HTTP/1.1", &headers)).0
    };
    let (as_it_is, in_gzip) = (ask(""), ask("Accept-Encoding: gzip, br\r\n"));
    let ((head, text), (packed_head, packed)) = (head_and_body(&as_it_is), head_and_body(&in_gzip));
    let header = |head: &str, name: &str| {
        head.lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(header(&packed_head, "content-encoding"), ["gzip"]);
    assert_eq!(header(&head, "content-encoding"), Vec::<String>::new());
    for head in [&head, &packed_head] {
        assert_eq!(header(head, "vary"), ["accept", "accept-encoding"], "{head}");
        assert_eq!(header(head, "trailer"), ["asmx-deviations, asmx-left-out, asmx-note"], "{head}");
    }
    let mut unpacked = String::new();
    GzDecoder::new(unchunked(packed).0.as_slice()).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, format!("Name\r\n{}", "nails\r\n".repeat(20_000)));
    assert_eq!(unpacked.as_bytes(), unchunked(text).0);
    for body in [text, packed] {
        let trailers = body.windows(5).rposition(|window| window == b"0\r\nas").map(|at| &body[at + 3..]);
        let trailers = String::from_utf8(trailers.expect("trailers").to_vec()).unwrap();
        let note =
            "asmx-note: the response deviates from the document: `News` of namespace `urn:shop` is not described";
        assert_eq!(trailers, format!("{note}\r\nasmx-left-out: `News`\r\nasmx-deviations: 1\r\n\r\n"));
    }
    listening.abort().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn head_makes_no_call_and_has_what_is_known_before_it() {
    // No server listens there.
    let (listening, ended) = gateway("http://127.0.0.1:1".to_owned()).await;
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(listening.address()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!("HEAD {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", listening.address());
        stream.write_all(head.as_bytes()).unwrap();
        let (bytes, end) = response(stream);
        assert_eq!(end, None, "{path}");
        let (head, body) = head_and_body(&bytes);
        assert!(body.is_empty(), "{path}");
        let status: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut fields: Vec<_> =
            head.lines().skip(1).filter(|line| !line.starts_with("date: ")).map(str::to_owned).collect();
        fields.sort();
        (status, fields)
    };
    let common = [
        "cache-control: no-store",
        "connection: close",
        "content-type: application/json",
        "vary: accept",
        "vary: accept-encoding",
    ];
    assert_eq!(
        ask("/Find"),
        (200, [&common[..], &["x-content-type-options: nosniff"]].concat().iter().map(ToString::to_string).collect())
    );
    let (status, fields) = ask("/Report?$format=csv");
    assert_eq!(status, 200);
    for field in ["content-type: text/csv; charset=utf-8", "content-disposition: attachment; filename=\"report.csv\""] {
        assert!(fields.iter().any(|received| received == field), "{fields:?}");
    }
    for (path, status) in [
        ("/Find?Unknown=1", 400),
        ("/Report?$rows=Items", 400),
        ("/Report?$format=ods", 406),
        ("/Nothing", 404),
        // HEAD is beside GET, and a write takes no GET.
        ("/Remove", 405),
        ("/openapi.json", 200),
        ("/", 200),
        ("/healthz", 200),
    ] {
        assert_eq!(ask(path).0, status, "{path}");
    }
    listening.abort().await;
    assert!(ended.try_recv().is_err(), "a call was made");
}
