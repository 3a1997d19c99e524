//! A connection's socket and the bodies that go over it. Both report their progress.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::progress::Progress;
use super::request_line::RequestLine;

pub(super) struct Watched {
    source: Source,
    line: RequestLine,
}

struct Source {
    stream: TcpStream,
    progress: Arc<Progress>,
}

impl Watched {
    pub(super) fn new(stream: TcpStream, progress: Arc<Progress>) -> Self {
        Self { source: Source { stream, progress }, line: RequestLine::default() }
    }

    pub(super) fn into_stream(self) -> TcpStream {
        self.source.stream
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { source, line } = &mut *self;
        let is_first = source.progress.is_between_requests();
        line.poll_read(source, is_first, context, to)
    }
}

impl AsyncRead for Source {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, to);
        // The end of the stream is not progress.
        if read.is_pending() || to.filled().len() > before {
            self.progress.read(read.is_ready());
        }
        read
    }
}

impl Watched {
    fn wrote(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.source.progress.wrote(written.is_ready());
        written
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.source.stream).poll_write(context, bytes);
        self.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.source.stream).poll_write_vectored(context, slices);
        self.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.source.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.source.stream).poll_flush(context))?;
        self.source.progress.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.source.stream).poll_shutdown(context)
    }
}

pub(super) struct Received {
    pub(super) body: Incoming,
    pub(super) progress: Arc<Progress>,
}

impl http_body::Body for Received {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.progress.received();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        self.progress.received();
    }
}

/// The body of a response. The HTTP stack drops it after the last byte.
pub(super) struct ResponseBody {
    pub(super) body: Body,
    pub(super) progress: Arc<Progress>,
    /// Whether its end is that of the connection, as in HTTP/1.0.
    pub(super) ends_connection: bool,
}

impl http_body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if self.ends_connection && matches!(frame, Some(Err(_))) {
            self.progress.cut();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.progress.responded();
    }
}
