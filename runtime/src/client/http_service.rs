//! The HTTP stack under a client, as a tower service: ours on reqwest, or a user's own.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use tower::util::BoxCloneSyncService;
use tower::{BoxError, Service, ServiceExt};

use super::frames::Frames;
use crate::body_stream::BodyStream;
use crate::call_progress::CallProgress;

/// What sends requests and brings answers, with whatever layers are around it. Cheap to clone; clones share connections.
#[derive(Clone)]
pub struct HttpService(BoxCloneSyncService<Request<Bytes>, Response<BodyStream>, BoxError>);

/// Says that the request is in the hands of the HTTP client: from here on nobody knows whether it was sent.
#[derive(Clone)]
pub(super) struct HandedOver(pub(super) Arc<CallProgress>);

/// An error with which a user's HTTP stack says that nothing of the request was sent: no connection could be made. A write may
/// then be tried again, and the outcome is [`NotSent`](crate::Outcome::NotSent). Any other error of a stack that is not reqwest's
/// has an unknown outcome.
#[derive(Debug, thiserror::Error)]
#[error("nothing was sent")]
pub struct NothingSent(#[source] BoxError);

impl NothingSent {
    /// Says so of `error`, which only failures to connect may be.
    pub fn new(error: impl Into<BoxError>) -> Self {
        Self(error.into())
    }
}

impl HttpService {
    /// Any service that answers HTTP requests.
    pub fn new<S, B>(service: S) -> Self
    where
        S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let erased = service
            .map_response(|response: Response<B>| response.map(|body| BodyStream::new(Frames(Box::pin(body)))))
            .map_err(Into::into);
        Self(BoxCloneSyncService::new(erased))
    }

    /// A user's own stack. What it is handed may have been sent.
    pub(super) fn of_user<S, B>(service: S) -> Self
    where
        S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self::new(service.map_request(handed_over))
    }

    /// Ours.
    pub(super) fn of_reqwest(http: reqwest::Client) -> Self {
        Self::new(Reqwest(http).map_request(handed_over))
    }
}

fn handed_over(request: Request<Bytes>) -> Request<Bytes> {
    if let Some(HandedOver(progress)) = request.extensions().get() {
        progress.hand_over();
    }
    request
}

impl Service<Request<Bytes>> for HttpService {
    type Response = Response<BodyStream>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        self.0.call(request)
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("HttpService").finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct Reqwest(reqwest::Client);

impl Service<Request<Bytes>> for Reqwest {
    type Response = Response<reqwest::Body>;
    type Error = reqwest::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, reqwest::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), reqwest::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let http = self.0.clone();
        Box::pin(async move {
            let request = reqwest::Request::try_from(request)?;
            http.execute(request).await.map(Response::from)
        })
    }
}
