//! Right responses cut at every byte, read whole and as streams.

use std::time::Duration;

use asmx_runtime::{ErrorKind, Outcome, RawOutput, Transport};
use email_campaign_client::EmailCampaign;

use super::calls::{READ, SEND, WRITE, call, check, client};
use super::request::{Received, marker};
use super::responses::{chunked, document, right, typed, until_close};
use super::server::{Behavior, Delivery, End, FaultServer};

/// How a response says where it ends.
struct Framing {
    response: fn(&Received) -> Vec<u8>,
    /// The response, cut at the byte of the call's number.
    cut: fn(&Received) -> Vec<u8>,
    /// Whether the connection tells the cut from an end.
    reports_cut: bool,
    /// Whether the body comes in chunks.
    chunks: bool,
}

fn in_chunks(received: &Received) -> Vec<u8> {
    chunked(&typed(received), document(received).as_bytes())
}

fn to_the_close(received: &Received) -> Vec<u8> {
    until_close(&typed(received), document(received).as_bytes())
}

fn cut(mut response: Vec<u8>, received: &Received) -> Vec<u8> {
    response.truncate(received.number());
    response
}

const FRAMINGS: [Framing; 3] = [
    Framing { response: right, cut: |received| cut(right(received), received), reports_cut: true, chunks: false },
    Framing {
        response: in_chunks,
        cut: |received| cut(in_chunks(received), received),
        reports_cut: true,
        chunks: true,
    },
    Framing {
        response: to_the_close,
        cut: |received| cut(to_the_close(received), received),
        reports_cut: false,
        chunks: false,
    },
];

/// The request of the call of that number, as the server sees it.
fn received(operation: &str, transport: Transport, number: usize) -> Received {
    Received { operation: operation.to_owned(), transport: Some(transport), marker: marker(number) }
}

/// Length of head and of the whole response to that call.
fn lengths(framing: &Framing, received: &Received) -> (usize, usize) {
    let response = (framing.response)(received);
    let head = response.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    (head, response.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_response_cut_at_any_byte_is_never_a_result_and_no_write_is_repeated() {
    let mut made = 0;
    for framing in &FRAMINGS {
        for transport in [Transport::Soap11, Transport::HttpPost] {
            for operation in [READ, WRITE, SEND] {
                made += cut_everywhere(framing, transport, operation).await;
            }
        }
    }
    assert!(made > cases::of(5_000), "{made} cuts");
}

async fn cut_everywhere(framing: &Framing, transport: Transport, operation: &'static str) -> usize {
    let server = FaultServer::new(Behavior::Respond(framing.cut, Delivery::AtOnce, End::Close)).await;
    let account = client(server.address, Duration::from_secs(60));
    let mut made = 0;
    for number in (0..).step_by(cases::step(7)) {
        let (head, length) = lengths(framing, &received(operation, transport, number));
        let result = call(&account, operation, transport, number).await;
        check(&server.log, operation, number, &result).unwrap();
        if number >= length {
            assert!(result.is_ok(), "{operation} over {transport}, nothing cut: {result:?}");
            return made;
        }
        made += 1;
        let error = result.expect_err("a cut response is no result");
        let expected =
            if framing.reports_cut || number < head { ErrorKind::Interrupted } else { ErrorKind::UnexpectedResponse };
        assert_eq!((error.kind(), error.outcome()), (expected, Outcome::Unknown), "cut at {number}: {error:?}");
        assert_eq!(error.attempts(), if operation == READ { 3 } else { 1 }, "cut at {number}: {error:?}");
        assert_eq!(error.status().map(|status| status.as_u16()), (number >= head).then_some(200), "cut at {number}");
    }
    made
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_cut_at_any_byte_delivers_what_came_and_then_the_error() {
    for framing in FRAMINGS.iter().filter(|framing| framing.reports_cut) {
        for transport in [Transport::Soap11, Transport::HttpPost] {
            let server = FaultServer::new(Behavior::Respond(framing.cut, Delivery::AtOnce, End::Close)).await;
            let account = client(server.address, Duration::from_secs(60));
            for operation in [READ, SEND] {
                stream_everywhere(framing, &account, transport, operation).await;
            }
            for line in server.log.lines().iter().filter(|line| line.operation == SEND) {
                assert_eq!(server.log.executed(SEND, &line.marker), 1, "{line:?}");
            }
        }
    }
}

async fn stream_everywhere(framing: &Framing, account: &EmailCampaign, transport: Transport, operation: &'static str) {
    for number in (0..).step_by(cases::step(7)) {
        let request = received(operation, transport, number);
        let (head, length) = lengths(framing, &request);
        let opened = call(account, operation, transport, number).raw_stream().await;
        if number < head {
            let error = opened.expect_err("there is no head");
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown));
            continue;
        }
        let Ok(RawOutput::Streaming { mut body, .. }) = opened else {
            panic!("cut at {number}: no stream: {opened:?}")
        };
        let (mut came, mut failure) = (Vec::new(), None);
        while let Some(chunk) = body.chunk().await {
            match chunk {
                Ok(chunk) => came.extend_from_slice(&chunk),
                Err(error) => failure = Some(error),
            }
        }
        assert_eq!(String::from_utf8(came).unwrap(), delivered(framing, &request, number), "cut at {number}");
        if number >= length {
            assert!(failure.is_none(), "nothing cut: {failure:?}");
            return;
        }
        let error = failure.expect("a cut stream ends with an error");
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown), "cut at {number}");
        assert_eq!((error.attempts(), error.status().map(|status| status.as_u16())), (1, Some(200)), "cut at {number}");
    }
}

/// As much of the document as stands before the cut.
fn delivered(framing: &Framing, request: &Received, number: usize) -> String {
    let (head, _) = lengths(framing, request);
    let cut = (framing.cut)(request).split_off(head);
    let document = document(request);
    if !framing.chunks {
        return document[..number.min(head + document.len()) - head].to_owned();
    }
    // Chunk by chunk: a size, its line, so many bytes, a line end.
    let (mut rest, mut data) = (&cut[..], Vec::new());
    while let Some(line) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..line]).unwrap(), 16).unwrap();
        rest = &rest[line + 2..];
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        data.extend_from_slice(chunk);
        rest = after.get(2..).unwrap_or_default();
    }
    String::from_utf8(data).unwrap()
}

/// The beginning of every document. A null document over GET and POST has no more.
const DECLARATION: &[u8] = b"<?xml version=\"1.0\" encoding=\"utf-8\"?>";

#[tokio::test]
async fn a_document_cut_after_its_declaration_is_null_only_where_nothing_tells_the_cut() {
    let until_close_of_connection =
        Behavior::Respond(|received| until_close(&typed(received), DECLARATION), Delivery::AtOnce, End::Close);
    let with_length = Behavior::Respond(
        |received| {
            let mut response =
                format!("HTTP/1.1 200 OK\r\n{}Content-Length: 400\r\n\r\n", typed(received)).into_bytes();
            response.extend_from_slice(DECLARATION);
            response
        },
        Delivery::AtOnce,
        End::Close,
    );
    for (behavior, is_null) in [(until_close_of_connection, true), (with_length, false)] {
        let server = FaultServer::new(behavior).await;
        let account = client(server.address, Duration::from_secs(60));
        for transport in Transport::ALL {
            let result = call(&account, "Reports_GetSoftBouncesByCount_XML", transport, 0).await;
            let null = result.as_ref().is_ok_and(asmx_runtime::Message::is_null);
            assert_eq!(null, is_null && !transport.is_soap(), "{transport}: {result:?}");
            assert_eq!(result.is_ok(), null, "{transport}: {result:?}");
        }
    }
}
