//! The encoding of a response's body: asked for, and undone.

use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http::{HeaderMap, Response};
use http_body::Body;
use tower::BoxError;

use super::frames::Frames;
#[cfg(feature = "compression")]
use super::unpacking::{Packing, Unpacking};
use crate::call::body_stream::BodyStream;
use crate::error::{Error, ErrorKind};
use crate::xml::{shortened, shown_line};

/// Asks for the encodings that are read, unless the headers ask for others. Without the feature `compression` it asks for none.
pub fn ask_for_encodings(headers: &mut HeaderMap) {
    #[cfg(feature = "compression")]
    headers.entry(http::header::ACCEPT_ENCODING).or_insert(http::HeaderValue::from_static(super::unpacking::ACCEPTED));
    #[cfg(not(feature = "compression"))]
    let _ = headers;
}

/// The response with its body as it was before it was encoded; the headers then state neither an encoding nor a length. It is unpacked in pieces as it
/// is read. A body that is cut off, damaged, followed by other bytes, or in an encoding that is not read ends with an error.
pub fn unpacked<B>(response: Response<B>) -> Response<BodyStream>
where
    B: Body<Error: Into<BoxError>> + Send + 'static,
{
    let (mut parts, body) = response.into_parts();
    let body = BodyStream::new(Frames::new(body));
    let Some(encoding) = encoding(&parts.headers) else { return Response::from_parts(parts, body) };
    parts.headers.remove(CONTENT_ENCODING);
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, decoded(&encoding, body))
}

#[cfg(feature = "compression")]
fn decoded(encoding: &str, body: BodyStream) -> BodyStream {
    match Packing::named(encoding) {
        Some(packing) => BodyStream::new(Unpacking::new(packing, body)),
        None => unread(encoding),
    }
}

#[cfg(not(feature = "compression"))]
fn decoded(encoding: &str, _: BodyStream) -> BodyStream {
    unread(encoding)
}

/// A body that is an error.
fn unread(encoding: &str) -> BodyStream {
    let encoding = shown_line(&shortened(encoding, 40)).into_owned();
    let reads = if cfg!(feature = "compression") {
        "gzip and deflate are asked for and read"
    } else {
        "no encoding was asked for, because the program is built without the feature `compression`"
    };
    let message = format!("the response is in the encoding `{encoding}`, which is not read: {reads}");
    BodyStream::new(Failed(Some(Error::new(ErrorKind::UnexpectedResponse, message))))
}

/// The encoding that headers state; `None` if the body is as it is.
fn encoding(headers: &HeaderMap) -> Option<String> {
    let values = headers.get_all(CONTENT_ENCODING).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    let all = values.collect::<Vec<_>>().join(",").to_ascii_lowercase();
    let names = all.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "identity"));
    Some(names.collect::<Vec<_>>().join(", ")).filter(|names| !names.is_empty())
}

struct Failed(Option<Error>);

impl futures_core::Stream for Failed {
    type Item = Result<Bytes, Error>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready(self.0.take().map(Err))
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_encodings_of_all_headers_count_and_identity_is_none() {
        for (values, expected) in [
            (&[][..], None),
            (&["identity"], None),
            (&["", " Identity ,"], None),
            (&["GZip"], Some("gzip")),
            (&["gzip", "identity, br"], Some("gzip, br")),
        ] {
            let values = values.iter().map(|value| (CONTENT_ENCODING, HeaderValue::from_static(value)));
            assert_eq!(encoding(&values.collect()).as_deref(), expected);
        }
    }
}
