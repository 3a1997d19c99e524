//! Conversions between HTTP bodies and body streams.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use futures_core::Stream;
use http_body::{Body, Frame};

use super::failure::{self, Sent};
use crate::call::body_stream::BodyStream;
use crate::error::{Error, ErrorKind};
use crate::servers::Asked;

pin_project_lite::pin_project! {
    pub(crate) struct Frames<B> {
        #[pin]
        body: B,
        pieces: usize,
        bytes: usize,
    }
}

/// The most pieces of a body, beside one for each [`SMALL`] bytes: each piece costs the HTTP stack microseconds.
const PIECES: usize = 100_000;
const SMALL: usize = 16;

impl<B> Frames<B> {
    pub(crate) fn new(body: B) -> Self {
        Self { body, pieces: 0, bytes: 0 }
    }
}

impl<B> Stream for Frames<B>
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.project();
        let mut body = this.body;
        loop {
            let frame = match ready!(body.as_mut().poll_frame(context)) {
                None => return Poll::Ready(None),
                Some(Err(error)) => {
                    return Poll::Ready(Some(Err(failure::named(
                        error.into(),
                        Sent::Maybe,
                        &"the server".into(),
                        Asked::default(),
                    ))));
                }
                Some(Ok(frame)) => frame,
            };
            match frame.into_data() {
                Ok(mut data) if data.has_remaining() => {
                    let length = data.remaining();
                    *this.pieces = this.pieces.saturating_add(1);
                    *this.bytes = this.bytes.saturating_add(length);
                    if this.pieces.saturating_sub(*this.bytes / SMALL) > PIECES {
                        let message = "the response arrives in too many pieces of a few bytes";
                        return Poll::Ready(Some(Err(Error::new(ErrorKind::ResponseTooLarge, message))));
                    }
                    return Poll::Ready(Some(Ok(data.copy_to_bytes(length))));
                }
                _ => {}
            }
        }
    }
}

impl Body for BodyStream {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.poll_chunk(context).map_ok(Frame::data)
    }
}
