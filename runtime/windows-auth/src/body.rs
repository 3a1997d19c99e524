//! The body of a response, which gives its connection back.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::sync::OwnedSemaphorePermit;

use crate::connection::Connection;

/// Connections that wait for a request. All of them are of one identity.
#[derive(Clone, Default)]
pub(crate) struct Idle(Arc<Mutex<Vec<Connection>>>);

impl Idle {
    /// The connection that was used last.
    pub(crate) fn take(&self) -> Option<Connection> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|connection| !connection.is_closed());
        idle.pop()
    }

    fn put(&self, connection: Connection) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }
}

/// The body of a response. Its connection takes another request once the body is read to its end; a body that is dropped before closes it.
pub struct Body {
    content: Content,
    lease: Option<Lease>,
}

enum Content {
    Incoming(Incoming),
    /// A page that was read before; `None` once it was taken.
    Page(Option<Bytes>),
}

/// A connection, and its permit to be one of those that are allowed at a time.
pub(crate) struct Lease {
    pub(crate) connection: Connection,
    pub(crate) idle: Idle,
    pub(crate) permit: OwnedSemaphorePermit,
}

impl Body {
    pub(crate) fn new(body: Incoming, lease: Lease) -> Self {
        let is_empty = http_body::Body::is_end_stream(&body);
        let mut body = Self { content: Content::Incoming(body), lease: Some(lease) };
        if is_empty {
            body.give_back();
        }
        body
    }

    pub(crate) fn of_page(page: Bytes) -> Self {
        Self { content: Content::Page(Some(page).filter(|page| !page.is_empty())), lease: None }
    }

    fn give_back(&mut self) {
        if let Some(Lease { connection, idle, permit }) = self.lease.take() {
            idle.put(connection);
            drop(permit);
        }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let incoming = match &mut self.content {
            Content::Incoming(incoming) => incoming,
            Content::Page(page) => return Poll::Ready(page.take().map(|page| Ok(Frame::data(page)))),
        };
        let frame = ready!(Pin::new(incoming).poll_frame(context));
        match &frame {
            None => self.give_back(),
            Some(Ok(_)) if self.is_end_stream() => self.give_back(),
            Some(Ok(_)) => {}
            Some(Err(_)) => self.lease = None,
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        match &self.content {
            Content::Incoming(incoming) => incoming.is_end_stream(),
            Content::Page(page) => page.is_none(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.content {
            Content::Incoming(incoming) => incoming.size_hint(),
            Content::Page(page) => SizeHint::with_exact(page.as_ref().map_or(0, |page| page.len() as u64)),
        }
    }
}

impl std::fmt::Debug for Body {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Body").finish_non_exhaustive()
    }
}
