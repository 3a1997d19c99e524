//! The limit of requests at the same time: each takes a place until its response is read.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tower::BoxError;

type Waiting = Pin<Box<dyn Future<Output = Result<OwnedSemaphorePermit, AcquireError>> + Send + Sync>>;

pub(super) struct Permits {
    all: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
    waiting: Option<Waiting>,
}

impl Permits {
    pub(super) fn new(count: usize) -> Self {
        let all = Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS)));
        Self { all, permit: None, waiting: None }
    }

    /// Waits for a place, in the order of arrival.
    pub(super) fn poll_take(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        if self.permit.is_some() {
            return Poll::Ready(Ok(()));
        }
        if self.waiting.is_none()
            && let Ok(permit) = Arc::clone(&self.all).try_acquire_owned()
        {
            self.permit = Some(permit);
            return Poll::Ready(Ok(()));
        }
        let all = &self.all;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(Arc::clone(all).acquire_owned()));
        let permit = ready!(waiting.as_mut().poll(context));
        self.waiting = None;
        self.permit = Some(permit?);
        Poll::Ready(Ok(()))
    }

    pub(super) fn take(&mut self) -> Option<OwnedSemaphorePermit> {
        self.permit.take()
    }
}

impl Clone for Permits {
    fn clone(&self) -> Self {
        Self { all: Arc::clone(&self.all), permit: None, waiting: None }
    }
}

/// The body of a response, which keeps the place of its request.
pub(crate) struct PermitBody {
    body: reqwest::Body,
    permit: Option<OwnedSemaphorePermit>,
}

impl PermitBody {
    pub(super) fn new(body: reqwest::Body, permit: Option<OwnedSemaphorePermit>) -> Self {
        Self { body, permit }
    }
}

impl Body for PermitBody {
    type Data = Bytes;
    type Error = reqwest::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, reqwest::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.permit = None;
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
