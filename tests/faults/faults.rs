//! Faults of servers, and the outcome that the client must report: four tables.

use std::time::Duration;

use asmx_runtime::{ErrorKind, Outcome};

use super::responses::{document, right};
use super::server::{Behavior, Delivery, End};
use super::wrong::{self, of_type, page, with_declared_length, with_head};

/// The largest response that the clients read.
pub const RESPONSE_LIMIT: usize = 64 * 1024;

/// A fault: its name, the behaviour of the server, and the outcome of a call.
pub type Fault = (&'static str, Behavior, Expected);

/// The outcome that a call must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The right response.
    Result,
    Error(ErrorKind, Outcome, Again),
    /// The first over SOAP, the second over GET and POST.
    ByTransport(&'static Expected, &'static Expected),
}

impl Expected {
    /// The outcome over one transport.
    pub fn over(self, soap: bool) -> Self {
        match self {
            Self::ByTransport(expected, other) => *if soap { expected } else { other },
            expected => expected,
        }
    }

    /// Whether the case waits for the end of an attempt's time.
    pub fn waits(self) -> bool {
        self == TIMEOUT
    }
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

const RIGHT: Expected = Expected::Result;
const NOT_CONNECTED: Expected = Expected::Error(ErrorKind::Connect, Outcome::NotSent, Again::All);
const INTERRUPTED: Expected = Expected::Error(ErrorKind::Interrupted, Outcome::Unknown, Again::Reads);
const TIMEOUT: Expected = Expected::Error(ErrorKind::Timeout, Outcome::Unknown, Again::Reads);
const TOO_LARGE: Expected = Expected::Error(ErrorKind::ResponseTooLarge, Outcome::Unknown, Again::Never);
const FAULT: Expected = Expected::Error(ErrorKind::Fault, Outcome::Refused, Again::Never);
const REFUSED: Expected = Expected::Error(ErrorKind::Status, Outcome::Refused, Again::Never);
/// Refused for now.
const BUSY: Expected = Expected::Error(ErrorKind::Status, Outcome::Refused, Again::Reads);
/// A gateway says that something went wrong behind it.
const GATEWAY: Expected = Expected::Error(ErrorKind::Status, Outcome::Unknown, Again::Reads);
/// No result, as a server in trouble may respond once.
const DAMAGED: Expected = Expected::Error(ErrorKind::UnexpectedResponse, Outcome::Unknown, Again::Reads);
/// No result, and a second response would be none either.
const FOREIGN: Expected = Expected::Error(ErrorKind::UnexpectedResponse, Outcome::Unknown, Again::Never);

const SPACES: Delivery = Delivery::Endless(&[b' '; 16 * 1024]);
const HEADER_LINES: Delivery = Delivery::Endless(b"a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\nX-");
const CHUNKS: Delivery = Delivery::Endless(b"10\r\n                \r\n");
const DRIP: Delivery = Delivery::Drip(Duration::from_millis(100));
const FAST_DRIP: Delivery = Delivery::Drip(Duration::ZERO);

/// Faults before the server has the whole request, and of responses that never come or come too slowly.
pub const CONNECTIONS: &[Fault] = &[
    ("refuses the connection", Behavior::Refuse, NOT_CONNECTED),
    (
        "closes the connection without reading",
        Behavior::AtAccept(End::After(Duration::from_millis(300), &End::Close)),
        INTERRUPTED,
    ),
    (
        "resets the connection without reading",
        Behavior::AtAccept(End::After(Duration::from_millis(300), &End::Reset)),
        INTERRUPTED,
    ),
    ("closes while reading the request", Behavior::WhileReading(20, b"", End::Close), INTERRUPTED),
    ("resets while reading the request", Behavior::WhileReading(20, b"", End::Reset), INTERRUPTED),
    ("closes after reading the request", Behavior::then(wrong::nothing, End::Close), INTERRUPTED),
    ("resets after reading the request", Behavior::then(wrong::nothing, End::Reset), INTERRUPTED),
    ("accepts and never reads", Behavior::AtAccept(End::Stall), TIMEOUT),
    ("stops reading in the middle", Behavior::WhileReading(20, b"", End::Stall), TIMEOUT),
    ("reads the request and never responds", Behavior::then(wrong::nothing, End::Stall), TIMEOUT),
    ("stops in the middle of the head", Behavior::then(wrong::half_head, End::Stall), TIMEOUT),
    ("sends header lines slowly and without end", Behavior::Respond(wrong::half_head, DRIP, End::Stall), TIMEOUT),
    ("stops after the head", Behavior::then(wrong::head_alone, End::Stall), TIMEOUT),
    ("stops in the middle of the body", Behavior::then(wrong::half_body, End::Stall), TIMEOUT),
    ("sends the response byte by byte, too slowly", Behavior::Respond(right, DRIP, End::KeepAlive), TIMEOUT),
    ("sends the response byte by byte, in time", Behavior::Respond(right, FAST_DRIP, End::KeepAlive), RIGHT),
    ("closes the connection after the response", Behavior::then(right, End::Close), RIGHT),
    ("closes in the middle of the status line", Behavior::then(|_| b"HTTP/1.1 20".to_vec(), End::Close), INTERRUPTED),
    ("closes in the middle of the head", Behavior::then(wrong::half_head, End::Close), INTERRUPTED),
    ("closes after the head", Behavior::then(wrong::head_alone, End::Close), INTERRUPTED),
    ("closes in the middle of the body", Behavior::then(wrong::half_body, End::Close), INTERRUPTED),
    ("resets in the middle of the body", Behavior::then(wrong::half_body, End::Reset), INTERRUPTED),
    ("closes before the last chunk", Behavior::then(wrong::without_last_chunk, End::Close), INTERRUPTED),
    (
        "closes in the middle of a body of no told length",
        Behavior::then(wrong::half_of_untold_length, End::Close),
        DAMAGED,
    ),
    ("ends a body of no told length by closing", Behavior::then(wrong::of_untold_length, End::Close), RIGHT),
];

/// Responses that are wrong as HTTP.
pub const FRAMING: &[Fault] = &[
    ("sends the response in chunks", Behavior::respond(wrong::in_chunks), RIGHT),
    ("says 100 Continue first", Behavior::respond(wrong::after_continue), RIGHT),
    ("sends the response twice", Behavior::respond(|received| right(received).repeat(2)), RIGHT),
    ("tells a length that is 40 too short", Behavior::respond(wrong::length_too_short), DAMAGED),
    ("tells a length that is 40 too long, and closes", Behavior::then(wrong::length_too_long, End::Close), INTERRUPTED),
    ("tells a length that is 40 too long, and waits", Behavior::respond(wrong::length_too_long), TIMEOUT),
    (
        "tells a length that is no number",
        Behavior::then(|received| with_declared_length(received, "many"), End::Stall),
        INTERRUPTED,
    ),
    (
        "tells a negative length",
        Behavior::then(|received| with_declared_length(received, "-1"), End::Stall),
        INTERRUPTED,
    ),
    ("tells two lengths", Behavior::then(wrong::two_lengths, End::Stall), INTERRUPTED),
    (
        "sends chunks of a size that is no number",
        Behavior::then(|received| wrong::one_chunk(received, "zz"), End::Stall),
        INTERRUPTED,
    ),
    (
        "sends a chunk longer than its size",
        Behavior::then(|received| wrong::one_chunk(received, "5"), End::Stall),
        INTERRUPTED,
    ),
    ("does not speak HTTP", Behavior::then(|_| b"SSH-2.0-OpenSSH_9.2\r\n".repeat(3), End::Stall), INTERRUPTED),
    ("sends a status that is no number", Behavior::then(wrong::status_of_letters, End::Stall), INTERRUPTED),
    // The line is left out, and it had the length.
    ("sends a header line without a colon", Behavior::then(wrong::header_without_colon, End::Close), RIGHT),
    (
        "sends header lines without end, fast",
        Behavior::Respond(wrong::half_head, HEADER_LINES, End::Close),
        INTERRUPTED,
    ),
    (
        "tells a body of 1 GiB and sends it",
        Behavior::Respond(|received| with_declared_length(received, "1073741824"), SPACES, End::Close),
        TOO_LARGE,
    ),
    ("sends a body without end", Behavior::Respond(wrong::begun_of_untold_length, SPACES, End::Close), TOO_LARGE),
    ("sends chunks without end", Behavior::Respond(wrong::head_of_chunks, CHUNKS, End::Close), TOO_LARGE),
];

/// Responses that say that the operation failed, the service's own and others'.
pub const STATUSES: &[Fault] = &[
    ("500 with a SOAP fault", Behavior::respond(wrong::soap_fault), FAULT),
    ("500, text/plain", Behavior::respond(wrong::plain_text_error), Expected::ByTransport(&REFUSED, &FAULT)),
    ("500 with an HTML page", Behavior::respond(|_| page("500 Internal Server Error", "")), REFUSED),
    ("400, empty", Behavior::respond(|_| wrong::empty("400 Bad Request")), REFUSED),
    ("415, empty", Behavior::respond(|_| wrong::empty("415 Unsupported Media Type")), REFUSED),
    ("401", Behavior::respond(|_| page("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n")), REFUSED),
    ("404", Behavior::respond(|_| page("404 Not Found", "")), REFUSED),
    ("407 of a proxy", Behavior::respond(|_| page("407 Proxy Authentication Required", "")), REFUSED),
    ("429", Behavior::respond(|_| page("429 Too Many Requests", "")), REFUSED),
    ("502 of a proxy", Behavior::respond(|_| page("502 Bad Gateway", "")), GATEWAY),
    ("503 with Retry-After: 0", Behavior::respond(|_| page("503 Service Unavailable", "Retry-After: 0\r\n")), BUSY),
    (
        "503 with Retry-After: 3600",
        Behavior::respond(|_| page("503 Service Unavailable", "Retry-After: 3600\r\n")),
        REFUSED,
    ),
    ("504 of a proxy", Behavior::respond(|_| page("504 Gateway Timeout", "")), GATEWAY),
    (
        "301 to another address",
        Behavior::respond(|_| page("301 Moved Permanently", "Location: /elsewhere\r\n")),
        REFUSED,
    ),
    ("302 to a login page", Behavior::respond(|_| page("302 Found", "Location: /login\r\n")), REFUSED),
    (
        "307 to the same address",
        Behavior::respond(|_| page("307 Temporary Redirect", "Location: /api.asmx\r\n")),
        REFUSED,
    ),
];

/// Responses of success that are no result of the operation.
pub const SUCCESSES: &[Fault] = &[
    ("204", Behavior::respond(|_| b"HTTP/1.1 204 No Content\r\n\r\n".to_vec()), DAMAGED),
    ("200, empty", Behavior::respond(|received| with_head(received, "", b"")), DAMAGED),
    ("200 with an HTML page", Behavior::respond(|_| page("200 OK", "")), DAMAGED),
    ("200 with a right document as text/html", Behavior::respond(|received| of_type(received, "text/html")), DAMAGED),
    ("200 without a Content-Type", Behavior::respond(wrong::of_no_type), DAMAGED),
    ("bytes that are not of the declared encoding", Behavior::respond(wrong::of_another_encoding), DAMAGED),
    ("UTF-8 declared as UTF-16", Behavior::respond(|received| of_type(received, "text/xml; charset=utf-16")), DAMAGED),
    ("a compressed body that nobody asked for", Behavior::respond(wrong::compressed), FOREIGN),
    (
        "the document twice",
        Behavior::respond(|received| with_head(received, "", document(received).repeat(2).as_bytes())),
        DAMAGED,
    ),
    ("a document with a DTD", Behavior::respond(wrong::with_dtd), FOREIGN),
    ("elements 5,000 deep", Behavior::respond(|received| with_head(received, "", &b"<a>".repeat(5000))), FOREIGN),
    (
        "the response of another operation",
        Behavior::respond(wrong::of_another_operation),
        Expected::ByTransport(&FOREIGN, &RIGHT),
    ),
    (
        "a document of something else",
        Behavior::respond(|received| with_head(received, "", b"<feed xmlns=\"urn:x\"/>")),
        FOREIGN,
    ),
];
