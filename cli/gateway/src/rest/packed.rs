//! Responses in gzip, for callers who accept it.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue, Response};
use http_body::Frame;
use tokio::sync::OwnedSemaphorePermit;

use crate::calls::memory::Memory;

/// Texts with fewer bytes go into one packet anyway.
const SHORT: u64 = 1_000;
/// The memory of a compressor with what it holds back.
const COMPRESSOR: usize = 512 * 1024;
/// The most bytes that are packed before others have their turn.
const SLICE: usize = 64 * 1024;

/// The response in gzip, if it is a text, and the caller takes gzip. Without memory for it the text is sent as it is.
pub(crate) fn packed(mut response: Response<Body>, takes_gzip: bool, memory: &Memory) -> Response<Body> {
    if !is_text(response.headers()) {
        return response;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    let is_short = response.body().size_hint().upper().is_some_and(|length| length < SHORT);
    let permit = if takes_gzip && !is_short { memory.at_once(COMPRESSOR) } else { None };
    let Some(permit) = permit else { return response };
    response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response.headers_mut().remove(CONTENT_LENGTH);
    response.map(|body| Body::new(Packed::new(body, permit)))
}

/// Arrow, Parquet and spreadsheets are packed in their own ways.
fn is_text(headers: &HeaderMap) -> bool {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    match essence {
        "application/json" | "application/problem+json" | "application/x-ndjson" => true,
        // Its reader waits for each event.
        "text/event-stream" => false,
        other => other.starts_with("text/"),
    }
}

/// A body in gzip. Each piece of the text can be unpacked as soon as it has come. The end of gzip comes with the end of the text only: a text that
/// breaks off is no valid gzip.
struct Packed {
    body: Body,
    /// `None` behind the end of the text.
    compressor: Option<GzEncoder<Vec<u8>>>,
    /// The rest of the piece that is being packed.
    piece: Bytes,
    trailers: Option<HeaderMap>,
    /// Others have their turn before the rest of the piece is packed.
    yields: bool,
    _permit: OwnedSemaphorePermit,
}

impl Packed {
    fn new(body: Body, permit: OwnedSemaphorePermit) -> Self {
        let compressor = Some(GzEncoder::new(Vec::new(), Compression::fast()));
        Self { body, compressor, piece: Bytes::new(), trailers: None, yields: false, _permit: permit }
    }

    /// Packs some of the piece. What comes of it may be empty before the end of the piece.
    fn pack(&mut self) -> io::Result<Bytes> {
        let Some(compressor) = &mut self.compressor else { return Ok(Bytes::new()) };
        let slice = self.piece.split_to(self.piece.len().min(SLICE));
        compressor.write_all(&slice)?;
        if self.piece.is_empty() {
            compressor.flush()?;
        }
        Ok(std::mem::take(compressor.get_mut()).into())
    }
}

impl HttpBody for Packed {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if std::mem::take(&mut self.yields) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        loop {
            while !self.piece.is_empty() {
                let packed = self.pack()?;
                self.yields = !self.piece.is_empty();
                if !packed.is_empty() {
                    return Poll::Ready(Some(Ok(Frame::data(packed))));
                }
            }
            if self.compressor.is_none() {
                return Poll::Ready(self.trailers.take().map(|trailers| Ok(Frame::trailers(trailers))));
            }
            match ready!(Pin::new(&mut self.body).poll_frame(context)).transpose()?.map(Frame::into_data) {
                Some(Ok(piece)) => self.piece = piece,
                end => {
                    self.trailers = end.and_then(Result::err).and_then(|frame| frame.into_trailers().ok());
                    let last = self.compressor.take().map(GzEncoder::finish).transpose()?.unwrap_or_default();
                    return Poll::Ready(Some(Ok(Frame::data(last.into()))));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::convert::Infallible;
    use std::future::poll_fn;
    use std::io::Read as _;

    use flate2::bufread::GzDecoder;
    use futures_util::stream;
    use http_body_util::{BodyExt as _, StreamBody};

    use super::*;

    fn response(media_type: &'static str, body: Body) -> Response<Body> {
        Response::builder().header(CONTENT_TYPE, media_type).body(body).unwrap()
    }

    fn unpacked(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        GzDecoder::new(bytes).read_to_string(&mut text).map(|_| text)
    }

    #[tokio::test]
    async fn long_texts_are_packed_for_those_who_take_it() {
        let memory = Memory::new(COMPRESSOR);
        let text = "nails and screws, ".repeat(50_000);
        for media_type in [
            "application/json",
            "application/problem+json",
            "application/x-ndjson",
            "text/csv; charset=utf-8",
            "text/html",
        ] {
            let response = packed(response(media_type, text.clone().into()), true, &memory);
            assert_eq!(response.headers()[VARY], "accept-encoding");
            assert_eq!(response.headers()[CONTENT_ENCODING], "gzip");
            let bytes = response.into_body().collect().await.unwrap().to_bytes();
            assert!(bytes.len() < text.len() / 50, "{}", bytes.len());
            assert_eq!(unpacked(&bytes).unwrap(), text);
        }
        for (media_type, text, takes_gzip, vary) in [
            ("application/json", text.clone(), false, true),
            ("application/json", "{}".to_owned(), true, true),
            ("application/vnd.apache.arrow.stream", text.clone(), true, false),
            ("application/vnd.apache.parquet", text.clone(), true, false),
            ("text/event-stream", text.clone(), true, false),
        ] {
            let response = packed(response(media_type, text.clone().into()), takes_gzip, &memory);
            assert_eq!(response.headers().contains_key(VARY), vary, "{media_type}");
            assert!(!response.headers().contains_key(CONTENT_ENCODING), "{media_type}");
            assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), text, "{media_type}");
        }
    }

    #[tokio::test]
    async fn compressors_take_their_memory_or_the_text_is_sent_as_it_is() {
        let memory = Memory::new(2 * COMPRESSOR);
        let encoded = || {
            let response = packed(response("text/csv", "1\r\n".repeat(5_000).into()), true, &memory);
            (response.headers().contains_key(CONTENT_ENCODING), response)
        };
        let ((first, first_bytes), (second, _two), (third, _)) = (encoded(), encoded(), encoded());
        assert_eq!((first, second, third), (true, true, false));
        drop(first_bytes);
        assert!(encoded().0);
    }

    #[tokio::test]
    async fn each_piece_can_be_read_before_the_next_one_comes() {
        let rows = stream::iter([Ok::<_, Infallible>(Frame::data(Bytes::from("1,nails\r\n")))]);
        let body = Body::new(StreamBody::new(futures_util::StreamExt::chain(rows, stream::pending())));
        let mut body = packed(response("text/csv", body), true, &Memory::new(COMPRESSOR)).into_body();
        let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await.unwrap().unwrap();
        let bytes = frame.into_data().unwrap();
        let mut begin = [0; 9];
        GzDecoder::new(&*bytes).read_exact(&mut begin).unwrap();
        assert_eq!(&begin, b"1,nails\r\n");
    }

    #[tokio::test]
    async fn trailers_follow_and_a_text_that_breaks_off_is_no_gzip() {
        let rows = || Frame::data(Bytes::from("1,nails\r\n"));
        let trailers = HeaderMap::from_iter([(VARY, HeaderValue::from_static("late"))]);
        let frames = [Ok::<_, Infallible>(rows()), Ok(Frame::trailers(trailers.clone()))];
        let body = Body::new(StreamBody::new(stream::iter(frames)));
        let body = packed(response("text/csv", body), true, &Memory::new(COMPRESSOR)).into_body();
        let body = body.collect().await.unwrap();
        assert_eq!(body.trailers(), Some(&trailers));
        assert_eq!(unpacked(&body.to_bytes()).unwrap(), "1,nails\r\n");
        let broken = Body::new(StreamBody::new(stream::iter([Ok(rows()), Err("the service is gone")])));
        let mut broken = packed(response("text/csv", broken), true, &Memory::new(COMPRESSOR)).into_body();
        let first = broken.frame().await.unwrap().unwrap().into_data().unwrap();
        assert!(broken.frame().await.unwrap().is_err());
        assert_eq!(unpacked(&first).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
