//! What can go wrong, and what the client must make of it: four tables.

use std::time::Duration;

use asmx_runtime::{ErrorKind, Outcome};

use super::answers::{document, right};
use super::server::{Deed, End, Pace};
use super::wrong::{self, of_type, page, with_head, with_length};

/// The largest answer that the clients read.
pub const RESPONSE_LIMIT: usize = 64 * 1024;

/// What the server does, in words and as it does it, and what a call must come to.
pub type Fault = (&'static str, Deed, Due);

/// What a call must come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// The right answer.
    Result,
    Error(ErrorKind, Outcome, Again),
    /// The first over SOAP, the second over GET and POST.
    ByTransport(&'static Due, &'static Due),
}

impl Due {
    /// The same for one transport.
    pub fn over(self, soap: bool) -> Self {
        match self {
            Self::ByTransport(due, other) => *if soap { due } else { other },
            due => due,
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

const RIGHT: Due = Due::Result;
const NOT_CONNECTED: Due = Due::Error(ErrorKind::Connect, Outcome::NotSent, Again::All);
const INTERRUPTED: Due = Due::Error(ErrorKind::Interrupted, Outcome::Unknown, Again::Reads);
const TIMEOUT: Due = Due::Error(ErrorKind::Timeout, Outcome::Unknown, Again::Reads);
const TOO_LARGE: Due = Due::Error(ErrorKind::ResponseTooLarge, Outcome::Unknown, Again::Never);
const FAULT: Due = Due::Error(ErrorKind::Fault, Outcome::Refused, Again::Never);
const REFUSED: Due = Due::Error(ErrorKind::Status, Outcome::Refused, Again::Never);
/// Refused for now.
const BUSY: Due = Due::Error(ErrorKind::Status, Outcome::Refused, Again::Reads);
/// A gateway says that something went wrong behind it.
const GATEWAY: Due = Due::Error(ErrorKind::Status, Outcome::Unknown, Again::Reads);
/// No result, as a server in trouble may answer once.
const DAMAGED: Due = Due::Error(ErrorKind::UnexpectedResponse, Outcome::Unknown, Again::Reads);
/// No result, and a second answer would be none either.
const FOREIGN: Due = Due::Error(ErrorKind::UnexpectedResponse, Outcome::Unknown, Again::Never);

const SPACES: Pace = Pace::Endless(&[b' '; 16 * 1024]);
const HEADER_LINES: Pace = Pace::Endless(b"a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\nX-");
const CHUNKS: Pace = Pace::Endless(b"10\r\n                \r\n");
const DRIP: Pace = Pace::Drip(Duration::from_millis(100));
const FAST_DRIP: Pace = Pace::Drip(Duration::ZERO);

/// Faults before the server has the whole request, and of answers that never come or come too slowly.
pub const CONNECTIONS: &[Fault] = &[
    ("refuses the connection", Deed::Refuse, NOT_CONNECTED),
    ("closes the connection at once", Deed::AtAccept(End::Close), INTERRUPTED),
    (
        "resets the connection without reading",
        Deed::AtAccept(End::After(Duration::from_millis(300), &End::Reset)),
        INTERRUPTED,
    ),
    ("closes while reading the request", Deed::WhileReading(20, b"", End::Close), INTERRUPTED),
    ("resets while reading the request", Deed::WhileReading(20, b"", End::Reset), INTERRUPTED),
    ("closes after reading the request", Deed::then(wrong::nothing, End::Close), INTERRUPTED),
    ("resets after reading the request", Deed::then(wrong::nothing, End::Reset), INTERRUPTED),
    ("accepts and never reads", Deed::AtAccept(End::Stall), TIMEOUT),
    ("stops reading in the middle", Deed::WhileReading(20, b"", End::Stall), TIMEOUT),
    ("reads the request and never answers", Deed::then(wrong::nothing, End::Stall), TIMEOUT),
    ("stops in the middle of the head", Deed::then(wrong::half_head, End::Stall), TIMEOUT),
    ("sends header lines slowly and without end", Deed::Answer(wrong::half_head, DRIP, End::Stall), TIMEOUT),
    ("stops after the head", Deed::then(wrong::head_alone, End::Stall), TIMEOUT),
    ("stops in the middle of the body", Deed::then(wrong::half_body, End::Stall), TIMEOUT),
    ("sends the answer byte by byte, too slowly", Deed::Answer(right, DRIP, End::KeepAlive), TIMEOUT),
    ("sends the answer byte by byte, in time", Deed::Answer(right, FAST_DRIP, End::KeepAlive), RIGHT),
    ("closes the connection after the answer", Deed::then(right, End::Close), RIGHT),
    ("closes in the middle of the status line", Deed::then(|_| b"HTTP/1.1 20".to_vec(), End::Close), INTERRUPTED),
    ("closes in the middle of the head", Deed::then(wrong::half_head, End::Close), INTERRUPTED),
    ("closes after the head", Deed::then(wrong::head_alone, End::Close), INTERRUPTED),
    ("closes in the middle of the body", Deed::then(wrong::half_body, End::Close), INTERRUPTED),
    ("resets in the middle of the body", Deed::then(wrong::half_body, End::Reset), INTERRUPTED),
    ("closes before the last chunk", Deed::then(wrong::without_last_chunk, End::Close), INTERRUPTED),
    ("closes in the middle of a body of no told length", Deed::then(wrong::half_of_untold_length, End::Close), DAMAGED),
    ("ends a body of no told length by closing", Deed::then(wrong::of_untold_length, End::Close), RIGHT),
];

/// Answers that are wrong as HTTP.
pub const FRAMING: &[Fault] = &[
    ("sends the answer in chunks", Deed::answer(wrong::in_chunks), RIGHT),
    ("says 100 Continue first", Deed::answer(wrong::after_continue), RIGHT),
    ("sends the answer twice", Deed::answer(|received| right(received).repeat(2)), RIGHT),
    ("tells a length that is 40 too short", Deed::answer(wrong::length_too_short), DAMAGED),
    ("tells a length that is 40 too long, and closes", Deed::then(wrong::length_too_long, End::Close), INTERRUPTED),
    ("tells a length that is 40 too long, and waits", Deed::answer(wrong::length_too_long), TIMEOUT),
    ("tells a length that is no number", Deed::then(|received| with_length(received, "many"), End::Stall), INTERRUPTED),
    ("tells a negative length", Deed::then(|received| with_length(received, "-1"), End::Stall), INTERRUPTED),
    ("tells two lengths", Deed::then(wrong::two_lengths, End::Stall), INTERRUPTED),
    (
        "sends chunks of a size that is no number",
        Deed::then(|received| wrong::one_chunk(received, "zz"), End::Stall),
        INTERRUPTED,
    ),
    (
        "sends a chunk longer than its size",
        Deed::then(|received| wrong::one_chunk(received, "5"), End::Stall),
        INTERRUPTED,
    ),
    ("does not speak HTTP", Deed::then(|_| b"SSH-2.0-OpenSSH_9.2\r\n".repeat(3), End::Stall), INTERRUPTED),
    ("sends a status that is no number", Deed::then(wrong::status_of_letters, End::Stall), INTERRUPTED),
    ("sends a header line without a colon", Deed::then(wrong::header_without_colon, End::Stall), INTERRUPTED),
    ("sends header lines without end, fast", Deed::Answer(wrong::half_head, HEADER_LINES, End::Close), INTERRUPTED),
    (
        "tells a body of 1 GiB and sends it",
        Deed::Answer(|received| with_length(received, "1073741824"), SPACES, End::Close),
        TOO_LARGE,
    ),
    ("sends a body without end", Deed::Answer(wrong::begun_of_untold_length, SPACES, End::Close), TOO_LARGE),
    ("sends chunks without end", Deed::Answer(wrong::head_of_chunks, CHUNKS, End::Close), TOO_LARGE),
];

/// Answers that say that nothing came of it, the service's own and others'.
pub const STATUSES: &[Fault] = &[
    ("500 with a SOAP fault", Deed::answer(wrong::soap_fault), FAULT),
    ("500, text/plain", Deed::answer(wrong::plain_text_error), Due::ByTransport(&REFUSED, &FAULT)),
    ("500 with an HTML page", Deed::answer(|_| page("500 Internal Server Error", "")), REFUSED),
    ("400, empty", Deed::answer(|_| wrong::empty("400 Bad Request")), REFUSED),
    ("415, empty", Deed::answer(|_| wrong::empty("415 Unsupported Media Type")), REFUSED),
    ("401", Deed::answer(|_| page("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"\r\n")), REFUSED),
    ("404", Deed::answer(|_| page("404 Not Found", "")), REFUSED),
    ("407 of a proxy", Deed::answer(|_| page("407 Proxy Authentication Required", "")), REFUSED),
    ("429", Deed::answer(|_| page("429 Too Many Requests", "")), REFUSED),
    ("502 of a proxy", Deed::answer(|_| page("502 Bad Gateway", "")), GATEWAY),
    ("503 with Retry-After: 0", Deed::answer(|_| page("503 Service Unavailable", "Retry-After: 0\r\n")), BUSY),
    ("503 with Retry-After: 3600", Deed::answer(|_| page("503 Service Unavailable", "Retry-After: 3600\r\n")), REFUSED),
    ("504 of a proxy", Deed::answer(|_| page("504 Gateway Timeout", "")), GATEWAY),
    ("301 to another address", Deed::answer(|_| page("301 Moved Permanently", "Location: /elsewhere\r\n")), REFUSED),
    ("302 to a login page", Deed::answer(|_| page("302 Found", "Location: /login\r\n")), REFUSED),
    ("307 to the same address", Deed::answer(|_| page("307 Temporary Redirect", "Location: /api.asmx\r\n")), REFUSED),
];

/// Answers of success that are no result of the operation.
pub const SUCCESSES: &[Fault] = &[
    ("204", Deed::answer(|_| b"HTTP/1.1 204 No Content\r\n\r\n".to_vec()), DAMAGED),
    ("200, empty", Deed::answer(|received| with_head(received, "", b"")), DAMAGED),
    ("200 with an HTML page", Deed::answer(|_| page("200 OK", "")), DAMAGED),
    ("200 with a right document as text/html", Deed::answer(|received| of_type(received, "text/html")), DAMAGED),
    ("200 without a Content-Type", Deed::answer(wrong::of_no_type), DAMAGED),
    ("bytes that are not of the declared encoding", Deed::answer(wrong::of_another_encoding), DAMAGED),
    ("UTF-8 declared as UTF-16", Deed::answer(|received| of_type(received, "text/xml; charset=utf-16")), DAMAGED),
    ("a compressed body that nobody asked for", Deed::answer(wrong::compressed), DAMAGED),
    (
        "the document twice",
        Deed::answer(|received| with_head(received, "", document(received).repeat(2).as_bytes())),
        DAMAGED,
    ),
    ("a document with a DTD", Deed::answer(wrong::with_dtd), FOREIGN),
    ("elements 5,000 deep", Deed::answer(|received| with_head(received, "", &b"<a>".repeat(5000))), FOREIGN),
    ("the answer of another operation", Deed::answer(wrong::of_another_operation), Due::ByTransport(&FOREIGN, &RIGHT)),
    (
        "a document of something else",
        Deed::answer(|received| with_head(received, "", b"<feed xmlns=\"urn:x\"/>")),
        FOREIGN,
    ),
];
