//! What can go wrong, and what the client must make of it.

use std::time::Duration;

use asmx_runtime::ErrorKind::{
    self, Connect, Fault as ServiceFault, Interrupted, ResponseTooLarge, Status, Timeout, UnexpectedResponse,
};
use asmx_runtime::Outcome::{self, NotSent, Refused, Unknown};

use super::answers::{chunked, document, document_of, right, typed, until_close, whole};
use super::request::Received;
use super::server::{Deed, End, Pace};

/// The largest answer that the clients read.
pub const RESPONSE_LIMIT: usize = 64 * 1024;

/// A fault, and what is due.
pub struct Fault {
    /// What the server does.
    pub what: &'static str,
    pub deed: Deed,
    /// Over SOAP, and over GET and POST.
    pub due: [Due; 2],
    /// Whether the case waits for the end of an attempt's time.
    pub waits: bool,
}

/// What a call must come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// The right answer.
    Result,
    Error(ErrorKind, Outcome, Again),
}

/// Which calls are tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// None.
    Never,
    /// Reads.
    Reads,
    /// All: nothing was sent.
    All,
}

use Again::{All, Never, Reads};

fn fault(what: &'static str, deed: Deed, due: Due) -> Fault {
    Fault { what, deed, due: [due, due], waits: false }
}

fn error(what: &'static str, deed: Deed, kind: ErrorKind, outcome: Outcome, again: Again) -> Fault {
    fault(what, deed, Due::Error(kind, outcome, again))
}

/// The connection is lost somewhere after it was made.
fn lost(what: &'static str, deed: Deed) -> Fault {
    error(what, deed, Interrupted, Unknown, Reads)
}

/// The server takes longer than the client waits.
fn slow(what: &'static str, deed: Deed) -> Fault {
    Fault { waits: true, ..error(what, deed, Timeout, Unknown, Reads) }
}

/// These bytes are sent, and the connection is ready for the next request.
fn answered(what: &'static str, answer: fn(&Received) -> Vec<u8>, due: Due) -> Fault {
    fault(what, Deed::Answer(answer, Pace::AtOnce, End::KeepAlive), due)
}

/// An error status with a body.
fn status(what: &'static str, answer: fn(&Received) -> Vec<u8>, outcome: Outcome, again: Again) -> Fault {
    answered(what, answer, Due::Error(Status, outcome, again))
}

/// An answer that is no result, whose operation may have been done.
fn unusable(what: &'static str, answer: fn(&Received) -> Vec<u8>, again: Again) -> Fault {
    answered(what, answer, Due::Error(UnexpectedResponse, Unknown, again))
}

/// Nothing is sent.
fn nothing(_: &Received) -> Vec<u8> {
    Vec::new()
}

/// The right answer without its last `missing` bytes.
fn without_last(received: &Received, missing: usize) -> Vec<u8> {
    let mut answer = right(received);
    answer.truncate(answer.len() - missing);
    answer
}

/// The right answer with another text for the value of this header line.
fn with_length(received: &Received, length: &str) -> Vec<u8> {
    let body = document(received);
    format!("HTTP/1.1 200 OK\r\n{}Content-Length: {length}\r\n\r\n{body}", typed(received)).into_bytes()
}

/// A head without its end.
fn half_head(received: &Received) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\n{}X-", typed(received)).into_bytes()
}

/// The right answer, its document declared to be of that type.
fn of_type(received: &Received, content_type: &str) -> Vec<u8> {
    whole("200 OK", &format!("Content-Type: {content_type}\r\n"), document(received).as_bytes())
}

fn html(status: &str, headers: &str) -> Vec<u8> {
    let page = format!("<html><head><title>{status}</title></head><body><h1>{status}</h1></body></html>");
    whole(status, &format!("Content-Type: text/html\r\n{headers}"), page.as_bytes())
}

/// Faults before the server has the whole request, and of answers that never come or come too slowly.
pub fn connections() -> Vec<Fault> {
    let ended = |answer, end| Deed::Answer(answer, Pace::AtOnce, end);
    let dripped = |pause| Deed::Answer(right, Pace::Drip(Duration::from_millis(pause)), End::KeepAlive);
    vec![
        error("refuses the connection", Deed::Refuse, Connect, NotSent, All),
        lost("closes the connection at once", Deed::AtAccept(End::Close)),
        lost(
            "resets the connection without reading",
            Deed::AtAccept(End::After(Duration::from_millis(300), &End::Reset)),
        ),
        lost("closes while reading the request", Deed::WhileReading(20, b"", End::Close)),
        lost("resets while reading the request", Deed::WhileReading(20, b"", End::Reset)),
        lost("closes after reading the request", ended(nothing, End::Close)),
        lost("resets after reading the request", ended(nothing, End::Reset)),
        slow("accepts and never reads", Deed::AtAccept(End::Stall)),
        slow("stops reading in the middle", Deed::WhileReading(20, b"", End::Stall)),
        slow("reads the request and never answers", ended(nothing, End::Stall)),
        slow("stops in the middle of the head", ended(half_head, End::Stall)),
        slow(
            "sends header lines slowly and without end",
            Deed::Answer(half_head, Pace::Drip(Duration::from_millis(100)), End::Stall),
        ),
        slow("stops after the head", ended(|received| without_last(received, document(received).len()), End::Stall)),
        slow("stops in the middle of the body", ended(|received| without_last(received, 40), End::Stall)),
        slow("sends the answer byte by byte, too slowly", dripped(100)),
        fault("sends the answer byte by byte, in time", dripped(0), Due::Result),
        fault("closes the connection after the answer", ended(right, End::Close), Due::Result),
        lost("closes in the middle of the status line", ended(|_| b"HTTP/1.1 20".to_vec(), End::Close)),
        lost("closes in the middle of the head", ended(half_head, End::Close)),
        lost("closes after the head", ended(|received| without_last(received, document(received).len()), End::Close)),
        lost("closes in the middle of the body", ended(|received| without_last(received, 40), End::Close)),
        lost("resets in the middle of the body", ended(|received| without_last(received, 40), End::Reset)),
        lost(
            "closes before the last chunk",
            ended(
                |received| {
                    let mut answer = chunked(&typed(received), document(received).as_bytes());
                    answer.truncate(answer.len() - 5);
                    answer
                },
                End::Close,
            ),
        ),
        error(
            "closes in the middle of a body of no told length",
            ended(
                |received| {
                    let body = document(received);
                    until_close(&typed(received), &body.as_bytes()[..body.len() - 40])
                },
                End::Close,
            ),
            UnexpectedResponse,
            Unknown,
            Reads,
        ),
        fault(
            "ends a body of no told length by closing",
            ended(|received| until_close(&typed(received), document(received).as_bytes()), End::Close),
            Due::Result,
        ),
    ]
}

/// Answers that are wrong as HTTP.
pub fn framing() -> Vec<Fault> {
    let closed = |answer| Deed::Answer(answer, Pace::AtOnce, End::Close);
    let broken = |what, answer| lost(what, Deed::Answer(answer, Pace::AtOnce, End::Stall));
    vec![
        answered(
            "sends the answer in chunks",
            |received| chunked(&typed(received), document(received).as_bytes()),
            Due::Result,
        ),
        answered(
            "says 100 Continue first",
            |received| [b"HTTP/1.1 100 Continue\r\n\r\n".to_vec(), right(received)].concat(),
            Due::Result,
        ),
        answered("sends the answer twice", |received| right(received).repeat(2), Due::Result),
        unusable(
            "tells a length that is 40 too short",
            |received| with_length(received, &(document(received).len() - 40).to_string()),
            Reads,
        ),
        lost(
            "tells a length that is 40 too long, and closes",
            closed(|received| with_length(received, &(document(received).len() + 40).to_string())),
        ),
        slow(
            "tells a length that is 40 too long, and waits",
            Deed::Answer(
                |received| with_length(received, &(document(received).len() + 40).to_string()),
                Pace::AtOnce,
                End::KeepAlive,
            ),
        ),
        broken("tells a length that is no number", |received| with_length(received, "many")),
        broken("tells a negative length", |received| with_length(received, "-1")),
        broken("tells two lengths", |received| {
            with_length(received, &format!("{}\r\nContent-Length: 3", document(received).len()))
        }),
        broken("sends chunks of a size that is no number", |received| {
            format!(
                "HTTP/1.1 200 OK\r\n{}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
                typed(received),
                document(received)
            )
            .into_bytes()
        }),
        broken("sends a chunk longer than its size", |received| {
            format!(
                "HTTP/1.1 200 OK\r\n{}Transfer-Encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n",
                typed(received),
                document(received)
            )
            .into_bytes()
        }),
        broken("does not speak HTTP", |_| b"SSH-2.0-OpenSSH_9.2\r\n".repeat(3)),
        broken("sends a status that is no number", |received| {
            String::from_utf8(right(received)).unwrap().replace("200 OK", "OK OK").into_bytes()
        }),
        broken("sends a header line without a colon", |received| {
            String::from_utf8(right(received)).unwrap().replace("Content-Length:", "Content-Length").into_bytes()
        }),
        lost(
            "sends header lines without end, fast",
            Deed::Answer(half_head, Pace::Endless(b"a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\nX-"), End::Close),
        ),
        error(
            "tells a body of 1 GiB and sends it",
            Deed::Answer(|received| with_length(received, "1073741824"), Pace::Endless(&[b' '; 16 * 1024]), End::Close),
            ResponseTooLarge,
            Unknown,
            Never,
        ),
        error(
            "sends a body without end",
            Deed::Answer(
                |received| until_close(&typed(received), b"<a>"),
                Pace::Endless(&[b' '; 16 * 1024]),
                End::Close,
            ),
            ResponseTooLarge,
            Unknown,
            Never,
        ),
        error(
            "sends chunks without end",
            Deed::Answer(
                |received| {
                    format!("HTTP/1.1 200 OK\r\n{}Transfer-Encoding: chunked\r\n\r\n", typed(received)).into_bytes()
                },
                Pace::Endless(b"10\r\n                \r\n"),
                End::Close,
            ),
            ResponseTooLarge,
            Unknown,
            Never,
        ),
    ]
}

/// Answers that say that nothing came of it, the service's own and others'.
pub fn statuses() -> Vec<Fault> {
    let soap_fault = |received: &Received| {
        let body = "<?xml version=\"1.0\"?><soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
                    <soap:Fault><faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault></soap:Body></soap:Envelope>";
        whole("500 Internal Server Error", &typed(received), body.as_bytes())
    };
    let refused = Due::Error(ServiceFault, Refused, Never);
    let text = Fault {
        due: [Due::Error(Status, Refused, Never), refused],
        ..answered(
            "500, text/plain",
            |_| whole("500 Internal Server Error", "Content-Type: text/plain\r\n", b"System.Exception: no"),
            refused,
        )
    };
    vec![
        answered("500 with a SOAP fault", soap_fault, refused),
        text,
        status("500 with an HTML page", |_| html("500 Internal Server Error", ""), Refused, Never),
        status("400, empty", |_| whole("400 Bad Request", "", b""), Refused, Never),
        status("415, empty", |_| whole("415 Unsupported Media Type", "", b""), Refused, Never),
        status("401", |_| html("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n"), Refused, Never),
        status("404", |_| html("404 Not Found", ""), Refused, Never),
        status("407 of a proxy", |_| html("407 Proxy Authentication Required", ""), Refused, Never),
        status("429", |_| html("429 Too Many Requests", ""), Refused, Never),
        status("502 of a proxy", |_| html("502 Bad Gateway", ""), Unknown, Reads),
        status("503 with Retry-After: 0", |_| html("503 Service Unavailable", "Retry-After: 0\r\n"), Refused, Reads),
        status(
            "503 with Retry-After: 3600",
            |_| html("503 Service Unavailable", "Retry-After: 3600\r\n"),
            Refused,
            Never,
        ),
        status("504 of a proxy", |_| html("504 Gateway Timeout", ""), Unknown, Reads),
        status("301 to another address", |_| html("301 Moved Permanently", "Location: /elsewhere\r\n"), Refused, Never),
        status("302 to a login page", |_| html("302 Found", "Location: /login\r\n"), Refused, Never),
        status(
            "307 to the same address",
            |_| html("307 Temporary Redirect", "Location: /api.asmx\r\n"),
            Refused,
            Never,
        ),
    ]
}

/// Answers of success that are no result of the operation.
pub fn successes() -> Vec<Fault> {
    vec![
        unusable("204", |_| b"HTTP/1.1 204 No Content\r\n\r\n".to_vec(), Reads),
        unusable("200, empty", |received| whole("200 OK", &typed(received), b""), Reads),
        unusable("200 with an HTML page", |_| html("200 OK", ""), Reads),
        unusable("200 with a right document as text/html", |received| of_type(received, "text/html"), Reads),
        unusable("200 without a Content-Type", |received| whole("200 OK", "", document(received).as_bytes()), Reads),
        unusable(
            "bytes that are not of the declared encoding",
            |received| {
                whole(
                    "200 OK",
                    &typed(received),
                    document(received).replace("case", "\u{e9}").replace('\u{e9}', "@").as_bytes(),
                )
                .iter()
                .map(|byte| if *byte == b'@' { 0xE9 } else { *byte })
                .collect()
            },
            Reads,
        ),
        unusable("UTF-8 declared as UTF-16", |received| of_type(received, "text/xml; charset=utf-16"), Reads),
        unusable(
            "a compressed body that nobody asked for",
            |received| {
                whole(
                    "200 OK",
                    &format!("{}Content-Encoding: br\r\n", typed(received)),
                    b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xb3\x49\0\0",
                )
            },
            Reads,
        ),
        unusable(
            "the document twice",
            |received| whole("200 OK", &typed(received), document(received).repeat(2).as_bytes()),
            Reads,
        ),
        unusable(
            "a document with a DTD",
            |received| {
                let document = document(received).replacen("?>", "?><!DOCTYPE a [<!ENTITY b \"c\">]>", 1);
                whole("200 OK", &typed(received), document.as_bytes())
            },
            Never,
        ),
        unusable(
            "elements 5,000 deep",
            |received| whole("200 OK", &typed(received), "<a>".repeat(5000).as_bytes()),
            Never,
        ),
        Fault {
            due: [Due::Error(UnexpectedResponse, Unknown, Never), Due::Result],
            ..answered(
                "the answer of another operation",
                |received| whole("200 OK", &typed(received), document_of(received, "Another").as_bytes()),
                Due::Result,
            )
        },
        unusable(
            "a document of something else",
            |received| whole("200 OK", &typed(received), b"<feed xmlns=\"urn:x\"/>"),
            Never,
        ),
    ]
}
