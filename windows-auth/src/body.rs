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
    body: Incoming,
    lent: Option<Lent>,
}

/// A connection with its place among those that are allowed at a time.
pub(crate) struct Lent {
    pub(crate) connection: Connection,
    pub(crate) idle: Idle,
    pub(crate) place: OwnedSemaphorePermit,
}

impl Body {
    pub(crate) fn new(body: Incoming, lent: Lent) -> Self {
        let mut body = Self { body, lent: Some(lent) };
        if http_body::Body::is_end_stream(&body.body) {
            body.give_back();
        }
        body
    }

    fn give_back(&mut self) {
        if let Some(Lent { connection, idle, place }) = self.lent.take() {
            idle.put(connection);
            drop(place);
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
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        match &frame {
            None => self.give_back(),
            Some(Ok(_)) if self.body.is_end_stream() => self.give_back(),
            Some(Ok(_)) => {}
            Some(Err(_)) => self.lent = None,
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

impl std::fmt::Debug for Body {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Body").finish_non_exhaustive()
    }
}
