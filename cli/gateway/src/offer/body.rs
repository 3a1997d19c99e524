//! Bodies of both transports. That of a request is bounded while it arrives, and read into memory that was taken before.

use std::borrow::Cow;
use std::sync::Arc;

use asmx_runtime::json;
use asmx_types::display::shown_line;
use axum::body::Body;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Map, Value as Json};

use crate::calls::memory::{Exhausted, Memory, Share};
use crate::calls::text::utf8_of;
use crate::offer::gateway::Arguments;

/// The most bytes of a request.
const LARGEST: usize = 16 * 1024 * 1024;
/// Bodies with more bytes are large: they wait for memory while they arrive, and are read beside the threads that serve.
const LARGE: usize = 64 * 1024;

/// The part of the gateway's memory that requests take while they arrive.
const ARRIVING: usize = 4;

/// Why a request has no result: status and sentence.
pub(crate) type Problem = (StatusCode, String);

/// A body that has arrived.
pub(crate) struct Arrived {
    pub(crate) bytes: Bytes,
    pub(crate) share: Arc<Share>,
}

/// The memory that bodies take.
#[derive(Clone)]
pub(crate) struct Bodies {
    memory: Memory,
    /// Of those that have not arrived whole.
    arriving: Memory,
}

impl Bodies {
    pub(crate) fn new(memory: &Memory) -> Self {
        Self { memory: memory.clone(), arriving: memory.part(ARRIVING) }
    }

    /// Reads a whole body and takes the memory that its values will take.
    pub(crate) async fn arrived(&self, body: Body, largest: usize) -> Result<Arrived, Problem> {
        let incomplete = || {
            let why = format!("the request has more than {largest} bytes, or did not arrive whole");
            (StatusCode::PAYLOAD_TOO_LARGE, why)
        };
        let arriving = self.arriving.share();
        let (mut pieces, mut bytes) = (body.into_data_stream(), BytesMut::new());
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|_| incomplete())?;
            if bytes.len() + piece.len() > largest {
                return Err(incomplete());
            }
            arriving.take(piece.len()).await.map_err(unread)?;
            bytes.extend_from_slice(&piece);
        }
        let share = self.memory.share();
        if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
            // Three bytes of UTF-8 for two of UTF-16.
            arriving.take(bytes.len() * 3 / 2).await.map_err(unread)?;
        }
        let bytes = match utf8_of(&bytes) {
            Ok(Cow::Borrowed(text)) if text.len() == bytes.len() => bytes.freeze(),
            Ok(Cow::Borrowed(text)) => Bytes::copy_from_slice(text),
            Ok(Cow::Owned(text)) => text.into(),
            Err(error) => return Err((StatusCode::BAD_REQUEST, format!("the body: {error}"))),
        };
        share.take(memory_of(&bytes)).await.map_err(unread)?;
        Ok(Arrived { bytes, share })
    }

    /// The object in a body. A request without parameters may be empty.
    pub(crate) async fn arguments(&self, request: Request<Body>) -> Result<Arguments, Problem> {
        if let Some(encoding) = encoding(request.headers()) {
            let why =
                format!("the body has the encoding `{}`: send it without `Content-Encoding`", shown_line(&encoding));
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let is_json = is_json(request.headers());
        let Arrived { bytes, share } = self.arrived(request.into_body(), LARGEST).await?;
        let is_large = bytes.len() > LARGE;
        if bytes.is_empty() {
            return Ok(Arguments::new(Map::new(), share, is_large));
        }
        if !is_json {
            let why = "the parameters are an object of JSON, with `Content-Type: application/json`";
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, why.to_owned()));
        }
        let read = crate::offer::offload::offload_if(is_large, || json::parse(&bytes)).await;
        match read {
            Ok(Json::Object(object)) => Ok(Arguments::new(object, share, is_large)),
            Ok(_) => Err((StatusCode::BAD_REQUEST, "the parameters are an object of JSON".to_owned())),
            Err(error) => {
                Err((StatusCode::BAD_REQUEST, format!("the body is not JSON: {}", shown_line(&error.to_string()))))
            }
        }
    }
}

/// A response that takes the memory of a share until it is sent.
pub(crate) fn holding(response: Response<Body>, share: Arc<Share>) -> Response<Body> {
    response.map(|body| {
        Body::new(body.map_err(move |error| {
            let _held = &share;
            error
        }))
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_none_or(|kind| {
        let kind = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("application/json")
    })
}

/// The encoding of a body that is not as it stands.
fn encoding(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let encodings =
        headers.get_all(CONTENT_ENCODING).iter().map(|encoding| String::from_utf8_lossy(encoding.as_bytes()));
    encodings
        .into_iter()
        .find(|encoding| !encoding.trim().is_empty() && !encoding.trim().eq_ignore_ascii_case("identity"))
}

fn unread(why: Exhausted) -> Problem {
    (why.status(), format!("the request was not read: {why}"))
}

/// The memory that JSON takes as values and as the parameters made of them. A string may hold the JSON of an array or object.
fn memory_of(bytes: &[u8]) -> usize {
    /// A value of JSON, and the parameter made of it.
    const VALUE: usize = 136;
    /// The head of an array or object.
    const OPENED: usize = 96;
    /// The key of a member.
    const KEY: usize = 96;
    let (mut values, mut opened, mut keys, mut is_text, mut is_escape) = (1_usize, 0_usize, 0_usize, false, false);
    let mut begins_with = None;
    for byte in bytes {
        match byte {
            _ if is_escape => is_escape = false,
            b'\\' if is_text => {
                begins_with.get_or_insert(byte);
                is_escape = true;
            }
            b'"' => (is_text, begins_with) = (!is_text, None),
            _ if is_text && !matches!(begins_with.get_or_insert(byte), b'[' | b'{' | b'\\' | b' ') => {}
            b',' => values += 1,
            b'[' | b'{' => {
                values += 1;
                opened += 1;
            }
            b':' => keys += 1,
            _ => {}
        }
    }
    // The numbers are bounded by the length of a request.
    4 * bytes.len() + VALUE * values + OPENED * opened + KEY * keys
}
