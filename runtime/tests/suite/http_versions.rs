//! Servers that do not process a request over HTTP/2 (RFC 9113, 8.7).
#![cfg(feature = "rustls-tls")]

use std::time::Duration;

use asmx_runtime::stack::Tls;
use asmx_runtime::{Builder, Client, ErrorKind, Outcome};
use test_servers::http2::{
    ENHANCE_YOUR_CALM, HTTP_1_1_REQUIRED, Http2, Http2Server, INTERNAL_ERROR, NO_ERROR, REFUSED_STREAM,
};
use test_servers::log::Log;
use test_servers::scripted::{WRITE, builder, call, done, result_of};

const ALL: &[&str] = &["h2", "http/1.1"];

fn server(http2: Http2) -> Http2Server {
    Http2Server::start(http2, ALL, |_| Some(("text/xml", result_of("Write"))))
}

fn at(server: &Http2Server) -> Builder<Client> {
    let tls = Tls::default().accept_server(server.certificate.as_bytes()).unwrap();
    builder().base_url(format!("https://localhost:{}", server.port)).timeout(Duration::from_secs(10)).tls(tls)
}

fn customised(server: &Http2Server) -> Builder<Client> {
    let client = builder().base_url(format!("https://localhost:{}", server.port)).timeout(Duration::from_secs(10));
    client.http(|http| http.tls_danger_accept_invalid_certs(true))
}

#[tokio::test]
async fn a_refused_stream_is_not_sent_and_another_reset_is_unknown() {
    let refusing = server(Http2::Resets(REFUSED_STREAM));
    let error = call(&at(&refusing).build().unwrap(), &WRITE).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent), "{error}");
    let expected = "did not process the request over HTTP/2 (REFUSED_STREAM)";
    assert!(error.to_string().contains(expected), "{error}");
    assert_eq!(refusing.take_versions(), ["HTTP/2"; 3]);
    let failing = server(Http2::Resets(INTERNAL_ERROR));
    let error = call(&at(&failing).build().unwrap(), &WRITE).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown), "{error}");
    assert_eq!(failing.take_versions(), ["HTTP/2"]);
}

type Settings = fn(&Http2Server) -> Builder<Client>;

#[tokio::test]
async fn a_server_that_wants_http_1_1_gets_the_request_over_it_at_once_and_later_ones_first() {
    // The body goes in pieces.
    let username = "u".repeat(100_000);
    let clients: [(&str, Settings); 3] =
        [("tls", at), ("http", customised), ("layer", |server| at(server).layer(tower::layer::util::Identity::new()))];
    for (name, client) in clients {
        let server = server(Http2::Resets(HTTP_1_1_REQUIRED));
        let client = client(&server).credentials(&username, "pa55word").capture(2).build().unwrap();
        let log = Log::of_this_thread(tracing::Level::DEBUG);
        assert_eq!(call(&client, &WRITE).await.unwrap(), done(), "{name}");
        let requests = server.take_requests();
        let [over_2, over_1] = requests.as_slice() else { panic!("{name}: {}", requests.len()) };
        assert_eq!(over_2, "HTTP/2");
        assert!(over_1.starts_with("POST /api.asmx HTTP/1.1\r\n") && over_1.contains(&username), "{name}");
        let lines = log.take();
        let words = "the server wants HTTP/1.1, so the request is repeated over it";
        assert_eq!(lines.matches(words).count(), 1, "{name}: {lines}");
        assert_eq!(call(&client, &WRITE).await.unwrap(), done(), "{name}");
        assert_eq!(server.take_versions(), ["HTTP/1.1"], "{name}");
        let exchanges = client.exchanges();
        let [first, second] = exchanges.as_slice() else { panic!("{name}: {exchanges:?}") };
        assert_eq!((first.attempt, first.is_repeated_over_http1), (1, true), "{name}");
        assert!(first.to_string().contains("* the server wants HTTP/1.1, so the request was repeated over it\n"));
        assert_eq!((second.attempt, second.is_repeated_over_http1), (1, false), "{name}");
    }
}

#[tokio::test]
async fn what_becomes_of_the_request_over_http_1_1_is_the_outcome_of_the_call() {
    // It gets no connection.
    let server = Http2Server::start(Http2::Resets(HTTP_1_1_REQUIRED), &["h2"], |_| None);
    let error = call(&at(&server).build().unwrap(), &WRITE).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Connect, Outcome::NotSent), "{error}");
    assert_eq!(server.take_versions(), ["HTTP/2"]);
    // It gets no response.
    let server = Http2Server::start(Http2::Resets(HTTP_1_1_REQUIRED), ALL, |_| None);
    let error = call(&at(&server).build().unwrap(), &WRITE).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown), "{error}");
    assert_eq!(server.take_versions(), ["HTTP/2", "HTTP/1.1"]);
}

#[tokio::test]
async fn requests_behind_the_last_one_of_a_connection_that_goes_away_are_repeated_and_that_one_is_unknown() {
    for (code, later) in [(NO_ERROR, "HTTP/2"), (ENHANCE_YOUR_CALM, "HTTP/2"), (HTTP_1_1_REQUIRED, "HTTP/1.1")] {
        let server = server(Http2::GoesAway(code, 3));
        let client = at(&server).build().unwrap();
        // All take the connection of the first call.
        assert_eq!(call(&client, &WRITE).await.unwrap(), done());
        server.take_versions();
        let write = || async { call(&client, &WRITE).await };
        let results = tokio::join!(write(), write(), write());
        let (failed, repeated): (Vec<_>, Vec<_>) =
            [results.0, results.1, results.2].into_iter().partition(Result::is_err);
        let [Err(error)] = failed.as_slice() else { panic!("{code}: {failed:?}") };
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown), "{code}: {error}");
        assert!(repeated.iter().all(|result| *result.as_ref().unwrap() == done()), "{code}");
        assert_eq!(server.take_versions(), ["HTTP/2", "HTTP/2", "HTTP/2", later, later], "{code}");
    }
}
