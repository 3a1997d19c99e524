use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::routing::{get, post};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::*;

/// The limit in tests that wait for it.
const SHORT: Duration = Duration::from_millis(300);
/// Enough time, on a busy machine, for an event that should come at once or soon after a limit.
const PATIENCE: Duration = Duration::from_secs(10);

const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const HALF_A_HEAD: &[u8] = b"GET / HTTP/1.1\r\nHost: local";
const HALF_A_BODY: &[u8] = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf";

/// More than the buffers of two sockets hold.
const LARGE: usize = 24 * 1024 * 1024;

async fn listen(options: ListenOptions) -> Listening {
    let slow = |time: Duration| {
        get(move || async move {
            tokio::time::sleep(time).await;
            "late"
        })
    };
    let router = Router::new()
        .route("/", get(async || "here"))
        .route("/query", get(async |uri: http::Uri| format!("query={}", uri.query().unwrap_or_default())))
        .route("/", post(async |body: Bytes| body))
        .route("/slow", slow(SHORT * 3))
        .route("/endless", slow(Duration::from_secs(3600)))
        .route("/large", get(async || Bytes::from(vec![b'x'; LARGE])));
    serve(TcpListener::bind("127.0.0.1:0").await.unwrap(), router, options).unwrap()
}

async fn send(listening: &Listening, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(listening.address()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// As many connections, each with these bytes.
async fn send_often(count: usize, listening: &Listening, bytes: &[u8]) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        streams.push(send(listening, bytes).await);
    }
    streams
}

/// The statuses of the responses up to the end of the connection. Unread bytes may turn the end into a reset.
async fn statuses(stream: &mut TcpStream) -> Vec<String> {
    let mut received = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut received)).await.expect("the end of the connection");
    let received = String::from_utf8_lossy(&received);
    received.split("HTTP/1.1 ").skip(1).map(|response| response[..3].to_owned()).collect()
}

/// Reads a response whose body is as long as it says.
async fn response(stream: &mut TcpStream) -> String {
    let mut response = String::new();
    let read = async {
        loop {
            let is_complete = response.split_once("\r\n\r\n").is_some_and(|(head, body)| {
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
                body.len() == length.parse::<usize>().unwrap()
            });
            if is_complete {
                return;
            }
            let mut buffer = [0; 1024];
            let length = stream.read(&mut buffer).await.unwrap();
            assert!(length > 0, "the connection ended after {response:?}");
            response.push_str(std::str::from_utf8(&buffer[..length]).unwrap());
        }
    };
    tokio::time::timeout(PATIENCE, read).await.expect("a response in time");
    response
}

/// How long it takes until the server closes the connection, and how much it sends until then.
async fn closed(stream: &mut TcpStream) -> (Duration, usize) {
    let start = Instant::now();
    let mut sent = 0;
    let read = async {
        let mut buffer = vec![0; 64 * 1024];
        // Unread bytes turn the end of a connection into a reset.
        while let Ok(length @ 1..) = stream.read(&mut buffer).await {
            sent += length;
        }
    };
    tokio::time::timeout(PATIENCE, read).await.expect("the end of the connection");
    (start.elapsed(), sent)
}

async fn is_open(stream: &TcpStream) -> bool {
    let mut byte = [0];
    tokio::time::timeout(Duration::from_millis(20), stream.peek(&mut byte)).await.is_err()
}

#[tokio::test]
async fn a_client_with_an_incomplete_head_is_disconnected() {
    let listening = listen(ListenOptions::default().head_timeout(SHORT)).await;
    for begin in [b"".as_slice(), b"G", HALF_A_HEAD] {
        let (after, sent) = closed(&mut send(&listening, begin).await).await;
        assert!(after >= SHORT / 2 && sent == 0, "{after:?}, {sent} bytes after {begin:?}");
    }
    // Slow senders too, also on a connection that was kept.
    for first in [b"".as_slice(), GET] {
        let mut stream = send(&listening, first).await;
        if !first.is_empty() {
            response(&mut stream).await;
        }
        stream.write_all(HALF_A_HEAD).await.unwrap();
        let start = Instant::now();
        while stream.write_all(b"x").await.is_ok() {
            assert!(start.elapsed() < PATIENCE, "a head that never ends is read for ever");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn a_connection_is_kept_for_a_while() {
    let listening = listen(ListenOptions::default().keep_alive_timeout(SHORT * 2).head_timeout(SHORT)).await;
    let mut stream = send(&listening, GET).await;
    for _ in 0..3 {
        assert!(response(&mut stream).await.ends_with("here"));
        // Longer than the limit of a head, which has not begun.
        tokio::time::sleep(SHORT + Duration::from_millis(50)).await;
        stream.write_all(GET).await.unwrap();
    }
    response(&mut stream).await;
    let (after, sent) = closed(&mut stream).await;
    assert!(after >= SHORT && sent == 0, "{after:?}");
}

#[tokio::test]
async fn a_client_with_an_incomplete_body_is_disconnected() {
    let listening = listen(ListenOptions::default().stall_timeout(SHORT)).await;
    let (after, sent) = closed(&mut send(&listening, HALF_A_BODY).await).await;
    assert!(after >= SHORT / 2 && sent == 0, "{after:?}");
    let listening = listen(ListenOptions::default().transfer_timeout(SHORT)).await;
    let mut stream = send(&listening, HALF_A_BODY).await;
    for rest in [b"a", b"n"] {
        tokio::time::sleep(SHORT / 4).await;
        stream.write_all(rest).await.unwrap();
    }
    let (after, sent) = closed(&mut stream).await;
    assert!(after < PATIENCE && sent == 0, "progress does not lift the limit of the whole");
    // A slow client within the limits gets a response.
    let listening = listen(ListenOptions::default().stall_timeout(SHORT * 2)).await;
    let mut stream = send(&listening, HALF_A_BODY).await;
    for rest in [b"an", b"-o", b"ne"] {
        tokio::time::sleep(SHORT).await;
        stream.write_all(rest).await.unwrap();
    }
    assert!(response(&mut stream).await.ends_with("\r\n\r\nhalfan-one"));
}

#[tokio::test]
async fn a_client_that_does_not_read_its_response_is_disconnected() {
    let request = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let listening = listen(ListenOptions::default().stall_timeout(SHORT)).await;
    let mut stream = send(&listening, request).await;
    tokio::time::sleep(SHORT * 4).await;
    let (_, sent) = closed(&mut stream).await;
    assert!(sent < LARGE, "only what the buffers held");
    let listening = listen(ListenOptions::default().transfer_timeout(SHORT)).await;
    let mut stream = send(&listening, request).await;
    let mut buffer = vec![0; 64 * 1024];
    let start = Instant::now();
    let mut sent = 0;
    while let Ok(length @ 1..) = stream.read(&mut buffer).await {
        assert!(start.elapsed() < PATIENCE, "a response is written for ever");
        sent += length;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(sent < LARGE);
}

#[tokio::test]
async fn how_long_a_service_works_is_its_own_affair() {
    let tight = Duration::from_millis(50);
    let options = ListenOptions::default().head_timeout(tight).keep_alive_timeout(tight);
    let listening = listen(options.stall_timeout(tight).transfer_timeout(tight)).await;
    let mut stream = send(&listening, b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(response(&mut stream).await.ends_with("late"));
}

#[tokio::test]
async fn half_open_connections_keep_nobody_out() {
    let listening = listen(ListenOptions::default().max_connections(8)).await;
    let mut working = send(&listening, b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    let mut oldest = send(&listening, HALF_A_HEAD).await;
    let others = send_often(20, &listening, HALF_A_HEAD).await;
    let start = Instant::now();
    assert!(response(&mut send(&listening, GET).await).await.ends_with("here"));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}: it waited for a limit", start.elapsed());
    closed(&mut oldest).await;
    assert!(is_open(others.last().unwrap()).await, "the newest is not the first to go");
    assert!(response(&mut working).await.ends_with("late"), "what is worked on is never closed");
    let mut open = 0;
    for stream in &others {
        open += usize::from(is_open(stream).await);
    }
    assert!(open <= 8, "{open} are open");
    // Incomplete bodies that stood still for a second give way too, and responses that are not read.
    for half in [HALF_A_BODY, b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let waiting = send_often(8, &listening, half).await;
        let mut stream = send(&listening, b"GET / HTTP/1.1\r\nHost: localhost\r\n").await;
        stream.write_all(b"\r\n").await.unwrap();
        assert!(response(&mut stream).await.ends_with("here"));
        drop(waiting);
    }
}

#[tokio::test]
async fn at_the_bound_new_connections_wait_for_requests_that_are_worked_on() {
    let listening = listen(ListenOptions::default().max_connections(2)).await;
    let mut working = send_often(2, &listening, b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    let start = Instant::now();
    let mut late = send(&listening, GET).await;
    assert!(response(&mut late).await.ends_with("here"));
    assert!(start.elapsed() >= SHORT, "it had to wait: {:?}", start.elapsed());
    for stream in &mut working {
        assert!(response(stream).await.ends_with("late"));
    }
}

#[tokio::test]
async fn while_a_new_connection_waits_the_next_response_leaves_it_its_place() {
    let listening = listen(ListenOptions::default().max_connections(2)).await;
    let mut first = send(&listening, GET).await;
    let mut second = send(&listening, GET).await;
    for stream in [&mut first, &mut second] {
        let answer = response(stream).await;
        assert!(!answer.contains("connection: close\r\n"), "{answer}");
    }
    let start = Instant::now();
    let mut third = send(&listening, GET).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    first.write_all(GET).await.unwrap();
    let answer = response(&mut first).await;
    assert!(answer.contains("connection: close\r\n"), "{answer}");
    response(&mut third).await;
    assert!(start.elapsed() < Duration::from_millis(900), "{:?}", start.elapsed());
    assert!(is_open(&second).await, "it may have a request on its way");
}

#[tokio::test]
async fn a_kept_connection_gives_way_after_a_second() {
    let listening = listen(ListenOptions::default().max_connections(2)).await;
    let mut new = send(&listening, b"").await;
    let mut idle = send(&listening, GET).await;
    response(&mut idle).await;
    let start = Instant::now();
    response(&mut send(&listening, GET).await).await;
    assert!(start.elapsed() >= Duration::from_millis(800), "{:?}", start.elapsed());
    assert!(is_open(&idle).await);
    // A request that crossed the end of its connection gets a response.
    new.write_all(GET).await.unwrap();
    assert!(response(&mut new).await.starts_with("HTTP/1.1 503 "));
    closed(&mut new).await;
}

#[tokio::test]
async fn shutting_down_has_an_end() {
    let listening = listen(ListenOptions::default()).await;
    let mut waiting = Vec::new();
    for half in [b"".as_slice(), HALF_A_HEAD] {
        waiting.push(send(&listening, half).await);
    }
    let mut idle = send(&listening, GET).await;
    response(&mut idle).await;
    let address = listening.address();
    let start = Instant::now();
    listening.shutdown().await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?} for nothing", start.elapsed());
    assert!(TcpStream::connect(address).await.is_err());

    for under_way in [HALF_A_BODY, b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let listening = listen(ListenOptions::default().shutdown_timeout(SHORT)).await;
        let mut stream = send(&listening, under_way).await;
        let mut slow = send(&listening, GET).await;
        response(&mut slow).await;
        let start = Instant::now();
        listening.shutdown().await.unwrap();
        assert!(start.elapsed() >= SHORT && start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        closed(&mut stream).await;
    }

    let listening = listen(ListenOptions::default().shutdown_timeout(PATIENCE)).await;
    let mut slow = send(&listening, b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    let mut other = send(&listening, GET).await;
    response(&mut other).await;
    listening.shutdown().await.unwrap();
    assert!(response(&mut slow).await.ends_with("late"), "requests under way have their responses");
}

#[tokio::test]
async fn aborting_ends_at_once() {
    let listening = listen(ListenOptions::default()).await;
    let mut endless = send(&listening, b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    let mut other = send(&listening, GET).await;
    response(&mut other).await;
    let start = Instant::now();
    listening.abort().await;
    closed(&mut endless).await;
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// The status that a request gets.
async fn status(listening: &Listening, request: &str) -> String {
    let request = request.replace("PORT", &listening.address().port().to_string());
    let mut stream = send(listening, request.as_bytes()).await;
    let mut answer = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().to_owned()
}

/// A request for a target with these lines.
fn with(target: &str, lines: &[&str]) -> String {
    let lines = lines.iter().map(|line| format!("{line}\r\n")).collect::<Vec<_>>().concat();
    format!("GET {target} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n")
}

#[tokio::test]
async fn a_request_names_one_host() {
    let listening = listen(ListenOptions::default()).await;
    for lines in [
        &[][..],
        &["Host: a.test", "Host: a.test"],
        &["Host: a.test", "Host: b.test"],
        &["Host: user@a.test"],
        &["Host: a.test/x"],
        &["Host: a\"b<"],
        &["Host: a.test, b.test"],
        &["Host: a.test:port"],
        &["Host: [::1"],
    ] {
        assert_eq!(status(&listening, &with("/", lines)).await, "400", "{lines:?}");
    }
    for lines in [&["Host: a.test"][..], &["Host: A.TEST.:81"], &["Host: [::1]:81"], &["Host: 127.0.0.1"], &["Host:"]] {
        assert_eq!(status(&listening, &with("/", lines)).await, "200", "{lines:?}");
    }
    assert_eq!(status(&listening, "GET / HTTP/1.0\r\n\r\n").await, "200");
    assert_eq!(status(&listening, "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n").await, "400");
    assert_eq!(status(&listening, &with("http://user@a.test/", &["Host: a.test"])).await, "400");
}

/// If a server and a proxy could disagree about the end of a request, another request may hide after it.
#[tokio::test]
async fn no_request_is_hidden_in_another() {
    let listening = listen(ListenOptions::default()).await;
    let hidden = "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let chunked = "Transfer-Encoding: chunked";
    for (lines, body, expected) in [
        // The chunked coding wins, and the connection ends after the response.
        (&["Content-Length: 4", chunked][..], "0\r\n\r\n", &["200"][..]),
        (&["Content-Length: 0", "Content-Length: 4"], "", &["400"]),
        (&["Content-Length: 0, 0"], "", &["400"]),
        (&["Content-Length: +0"], "", &["400"]),
        (&["Content-Length: 18446744073709551616"], "", &["400"]),
        (&["Transfer-Encoding: chunked, identity"], "0\r\n\r\n", &["400"]),
        (&["Transfer-Encoding: chunked, chunked"], "0\r\n\r\n", &["501"]),
        (&["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n", &["501"]),
        (&[chunked, chunked], "0\r\n\r\n", &["501"]),
        (&["Transfer-Encoding: gzip", chunked], "0\r\n\r\n", &["501"]),
        (&["Transfer-Encoding: xchunked"], "0\r\n\r\n", &["400"]),
        (&["Transfer-Encoding: \u{b}chunked"], "0\r\n\r\n", &["400"]),
        (&["Transfer-Encoding : chunked"], "0\r\n\r\n", &["400"]),
        (&["Transfer-Encoding:", " chunked"], "0\r\n\r\n", &["400"]),
        (&[chunked], "0\n\n", &["400"]),
        (&[chunked], "10000000000000000\r\n", &["400"]),
    ] {
        let head = [&["POST / HTTP/1.1", "Host: localhost"], lines].concat().join("\r\n");
        let mut stream = send(&listening, format!("{head}\r\n\r\n{body}{hidden}").as_bytes()).await;
        assert_eq!(statuses(&mut stream).await, expected, "{lines:?} {body:?}");
    }
}

#[tokio::test]
async fn the_same_length_twice_is_one_length() {
    let listening = listen(ListenOptions::default()).await;
    let first = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nbody";
    let second = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let mut stream = send(&listening, format!("{first}{second}").as_bytes()).await;
    // The body is no part of the second request.
    assert_eq!(statuses(&mut stream).await, ["200", "200"]);
}

/// Clients of old frameworks do not encode all characters of a query.
#[tokio::test]
async fn raw_bytes_of_a_query_are_taken_for_themselves() {
    let listening = listen(ListenOptions::default()).await;
    for (query, expected) in [
        ("\"<a>\\ b\" c", "query=%22%3Ca%3E%5C%20b%22%20c"),
        ("é\u{1f600}", "query=%C3%A9%F0%9F%98%80"),
        ("a HTTP/1.1", "query=a%20HTTP/1.1"),
        ("%22a'{}|^`", "query=%22a'{}|^`"),
    ] {
        let request = format!("GET /query?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        // In one piece and byte by byte, on a new connection and on a kept one.
        let mut stream = send(&listening, request.as_bytes()).await;
        let answer = response(&mut stream).await;
        assert!(answer.ends_with(expected), "{answer}");
        for byte in request.as_bytes() {
            stream.write_all(&[*byte]).await.unwrap();
            tokio::task::yield_now().await;
        }
        let answer = response(&mut stream).await;
        assert!(answer.ends_with(expected), "{answer}");
    }
    // A body is unchanged, even if it looks like a request line.
    let line = "GET /query?\" HTTP/1.1\r\n";
    for pause in [0, 20] {
        let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n", line.len() * 2);
        let mut stream = send(&listening, head.as_bytes()).await;
        for _ in 0..2 {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            stream.write_all(line.as_bytes()).await.unwrap();
        }
        let answer = response(&mut stream).await;
        assert!(answer.ends_with(&format!("\r\n\r\n{line}{line}")), "{answer}");
    }
    // Outside of a query, and without a version, they are refused as before.
    for line in ["GET /a b HTTP/1.1", "GET /<?x HTTP/1.1", "GET /?a\" b", "GET /?a b HTTP/2.0", "get /?\" HTTP/1.1"] {
        let head = format!("{line}\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert_eq!(status(&listening, &head).await, "400", "{line}");
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_where_asked_for() {
    let options = ListenOptions::default().refuse_foreign_hosts(true);
    let listening = listen(options.allow_host("Named.test").allow_host("other.test:81")).await;
    for host in [
        "localhost:PORT",
        "LOCALHOST:PORT",
        "localhost.:PORT",
        "127.0.0.1:PORT",
        "127.8.9.10:PORT",
        "[::1]:PORT",
        "[0:0::1]:PORT",
        "[::ffff:127.0.0.1]:PORT",
        "named.test",
        "named.test.:PORT",
        "OTHER.test:81",
    ] {
        let (line, origin) = (format!("Host: {host}"), format!("Origin: http://{host}"));
        let absolute = with(&format!("http://{host}/"), &[&line]);
        for request in [with("/", &[&line]), with("/", &[&line, &origin]), absolute] {
            assert_eq!(status(&listening, &request).await, "200", "{request}");
        }
    }
    for host in [
        "evil.test:PORT",
        "evil.test",
        "localhost",
        "127.0.0.1",
        "localhost:1",
        "localhost.evil.test:PORT",
        "127.0.0.1.evil.test:PORT",
        "x.localhost:PORT",
        "10.0.0.1:PORT",
        "[::2]:PORT",
        "127.1:PORT",
        "2130706433:PORT",
        "named.test:1",
        "other.test",
        "other.test:PORT",
        "x.named.test",
        "",
    ] {
        let request = with("/", &[&format!("Host: {host}")]);
        assert_eq!(status(&listening, &request).await, "421", "{host}");
    }
    // The target's host and that of the header are both checked.
    for (target, lines) in [
        ("http://evil.test:PORT/", &["Host: localhost:PORT"][..]),
        ("http://localhost:PORT/", &["Host: evil.test:PORT"]),
        ("/", &["Host: evil.test:PORT", "X-Forwarded-Host: localhost:PORT", "Forwarded: host=localhost"]),
    ] {
        assert_eq!(status(&listening, &with(target, lines)).await, "421", "{target}");
    }
    for origin in ["http://evil.test", "http://localhost", "http://127.0.0.1:PORT", "https://localhost:1", "x"] {
        let request = with("/", &["Host: localhost:PORT", &format!("Origin: {origin}")]);
        assert_eq!(status(&listening, &request).await, "403", "{origin}");
    }
    // A client without a Host header is not a browser.
    assert_eq!(status(&listening, "GET / HTTP/1.0\r\n\r\n").await, "200");
    assert_eq!(status(&listening, "GET / HTTP/1.0\r\nHost: evil.test:PORT\r\n\r\n").await, "421");
}

#[tokio::test]
async fn a_public_listener_refuses_foreign_hosts_only_if_it_has_a_name() {
    let router = || Router::new().route("/", get(async || "here"));
    let options = ListenOptions::default().refuse_foreign_hosts(true);
    let everybody = || TcpListener::bind("0.0.0.0:0");
    let listening = serve(everybody().await.unwrap(), router(), options.clone()).unwrap();
    assert_eq!(status(&listening, &with("/", &["Host: any.test"])).await, "200");
    let named = options.allow_host("named.test");
    let listening = serve(everybody().await.unwrap(), router(), named.clone()).unwrap();
    assert_eq!(status(&listening, &with("/", &["Host: named.test:PORT"])).await, "200");
    assert_eq!(status(&listening, &with("/", &["Host: any.test"])).await, "421");
    let error = serve(everybody().await.unwrap(), router(), named.allow_host("http://x/")).unwrap_err();
    assert!(error.to_string().starts_with("`http://x/` is not a valid host: "), "{error}");
}
