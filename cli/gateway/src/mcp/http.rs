//! Requests over HTTP. The library of the protocol keeps some 300 bytes for each byte of JSON, so it reads a message without the arguments of
//! the call, and writes a response without the text of a kept result.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use asmx_runtime::json;
use axum::body::{Body, to_bytes};
use bytes::Bytes;
use futures_util::stream;
use http::request::Parts;
use http::{HeaderValue, Method, Response};
use rmcp::model::{ClientCapabilities, ProtocolVersion};
use serde_json::{Map, Value as Json};

/// The most bytes of a message beside the arguments of a call, and of a response beside the text of a kept result.
const SMALL: usize = 64 * 1024;
/// The memory of a byte that the library reads.
const PER_BYTE: usize = 320;

/// The session of a client that can ask a person: sessions hold nothing else.
pub(super) const ASKING: &str = "client-can-ask";
pub(super) const SESSION: &str = "mcp-session-id";

/// The parts of an exchange that the library does not see.
#[derive(Default)]
pub(super) struct Exchange {
    arguments: Mutex<Option<Map<String, Json>>>,
    /// A kept result, and the text in its place.
    text: Mutex<Option<(String, Arc<String>)>>,
    /// Work on the arguments is done beside the threads that serve.
    pub(super) is_large: bool,
    /// Whether the client said at `initialize` that it can ask a person, by a version of the protocol that asks within sessions.
    pub(super) is_of_asking_client: bool,
}

/// A message without the arguments of its call.
pub(super) struct Message {
    pub(super) text: Bytes,
    pub(super) exchange: Exchange,
    /// Whether the response to `initialize` gives the client the session [`ASKING`].
    pub(super) declares_asking: bool,
}

impl Message {
    /// Reads a message; the sentence says why it cannot be read.
    pub(super) fn read(parts: &Parts, bytes: &Bytes) -> Result<Self, String> {
        // Other methods have no message; the library refuses them.
        if parts.method != Method::POST {
            return Ok(Self { text: Bytes::new(), exchange: Exchange::default(), declares_asking: false });
        }
        let mut message = json::parse(bytes).map_err(|error| format!("the message is not JSON: {error}"))?;
        let declares_asking = message.get("method").and_then(Json::as_str) == Some("initialize")
            && message.get("params").is_some_and(declares_asking);
        let arguments = (message.get("method").and_then(Json::as_str) == Some("tools/call"))
            .then(|| arguments(&mut message))
            .flatten();
        let text = if arguments.is_some() { Bytes::from(json::to_text(&message)) } else { bytes.clone() };
        if text.len() > SMALL {
            return Err(format!("a message has at most {SMALL} bytes beside the arguments of a call"));
        }
        let exchange = Exchange {
            arguments: Mutex::new(arguments),
            text: Mutex::default(),
            is_large: bytes.len() > SMALL,
            is_of_asking_client: parts.headers.get(SESSION).is_some_and(|session| session == ASKING),
        };
        Ok(Self { text, exchange, declares_asking })
    }

    /// The memory that reading the message takes.
    pub(super) fn memory(&self) -> usize {
        self.text.len().saturating_mul(PER_BYTE)
    }
}

/// Takes the arguments of a call out of its message.
pub(super) fn arguments(message: &mut Json) -> Option<Map<String, Json>> {
    let arguments = message.get_mut("params")?.get_mut("arguments")?.as_object_mut()?;
    Some(std::mem::take(arguments))
}

/// Whether a client declares that it can ask a person, by a version of the protocol that asks within sessions.
fn declares_asking(initialize: &Json) -> bool {
    let version = initialize.get("protocolVersion").and_then(Json::as_str).unwrap_or_default();
    let capabilities = initialize.get("capabilities").cloned().and_then(|found| serde_json::from_value(found).ok());
    capabilities.is_some_and(|capabilities| can_ask(&capabilities)) && version < ProtocolVersion::V_2026_07_28.as_str()
}

/// Whether a client can ask a person.
pub(super) fn can_ask(capabilities: &ClientCapabilities) -> bool {
    // A client that names no form of questions has the first one.
    capabilities.elicitation.as_ref().is_some_and(|capability| capability.form.is_some() || capability.url.is_none())
}

impl Exchange {
    /// The arguments of the call, once.
    pub(super) fn take_arguments(&self) -> Option<Map<String, Json>> {
        self.arguments.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Sends a text in the response. Returns the text that the library writes in its place, which nobody can guess.
    pub(super) fn send(&self, text: Arc<String>) -> String {
        if text.len() < SMALL {
            return text.as_str().to_owned();
        }
        let key = RandomState::new();
        let mark = format!("{:016x}{:016x}", key.hash_one("one"), key.hash_one("two"));
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = Some((mark.clone(), text));
        mark
    }

    /// The response with the text that was sent, and the memory that it takes until it is sent.
    pub(super) async fn completed(&self, response: Response<Body>) -> (Response<Body>, usize) {
        let sent = self.text.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((mark, text)) = sent else {
            let size = http_body::Body::size_hint(response.body()).lower();
            return (response, usize::try_from(size).unwrap_or(usize::MAX));
        };
        let length = text.len();
        let (parts, body) = response.into_parts();
        // The library has the whole body already.
        let around = to_bytes(body, usize::MAX).await.unwrap_or_default();
        (Response::from_parts(parts, spliced(&around, &mark, text)), length)
    }
}

/// A body of JSON with a text in the place of its mark.
fn spliced(around: &Bytes, mark: &str, text: Arc<String>) -> Body {
    let Some(start) = around.windows(mark.len()).position(|window| window == mark.as_bytes()) else {
        return Body::from(around.clone());
    };
    let (head, tail) = (around.slice(..start), around.slice(start + mark.len()..));
    let pieces = [head].into_iter().chain(Escaped { text, at: 0 }).chain([tail]);
    Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)))
}

/// The pieces of a text as they stand in a string of JSON. Each is made when it is sent.
struct Escaped {
    text: Arc<String>,
    at: usize,
}

impl Iterator for Escaped {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        const PIECE: usize = 16 * 1024;
        let mut end = self.text.len().min(self.at + PIECE);
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let piece = self.text.get(self.at..end).filter(|piece| !piece.is_empty())?;
        self.at = end;
        let quoted = Bytes::from(Json::from(piece).to_string());
        Some(quoted.slice(1..quoted.len() - 1))
    }
}

/// The header of a session in which the client can ask.
pub(super) const fn asking() -> HeaderValue {
    HeaderValue::from_static(ASKING)
}
