//! Large bodies of requests, sent in pieces: a server may respond before it has read them, and close the connection. The HTTP client looks for a
//! response before each piece; with the whole body at once it would see only that the connection broke.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::task::yield_now;

/// Of a piece, in bytes.
const PIECE: usize = 16 * 1024;

/// The body of a request.
pub(super) fn body(bytes: Bytes) -> reqwest::Body {
    if bytes.len() <= PIECE { bytes.into() } else { reqwest::Body::wrap(InPieces { rest: bytes, pause: None }) }
}

struct InPieces {
    rest: Bytes,
    /// Lets the runtime see what came from the network.
    pause: Option<Pin<Box<dyn Future<Output = ()> + Send + Sync>>>,
}

impl Body for InPieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
        }
        self.pause = None;
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        if !self.rest.is_empty() {
            self.pause = Some(Box::pin(yield_now()));
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
