//! The HTTP stack under a client, as a tower service: ours on reqwest, or a user's own.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use tower::{BoxError, Service, ServiceExt};

use super::frames::Frames;
use crate::call::body_stream::BodyStream;
use crate::call::progress::CallProgress;

/// What sends requests and receives responses, with whatever layers are around it. Cheap to clone; clones share connections.
pub struct HttpService(Box<dyn Stack>);

type Exchanging = Pin<Box<dyn Future<Output = Result<Response<BodyStream>, BoxError>> + Send>>;

/// A service of any type. Beside what a service does, it sends one request by itself, in one piece of memory.
trait Stack: Send + Sync {
    fn cloned(&self) -> Box<dyn Stack>;
    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>>;
    fn call(&mut self, request: Request<Bytes>) -> Exchanging;
    /// Lets a clone send the request once it is ready. `progress` notes when the HTTP client has the request.
    fn send(&self, request: Request<Bytes>, progress: &Arc<CallProgress>) -> Exchanging;
}

struct Erased<S> {
    service: S,
    /// Whether it is the HTTP client itself, and no layer around it.
    is_innermost: bool,
}

/// Notes, where there are layers, that the HTTP client has the request. From here on it is unknown whether it was sent.
#[derive(Clone)]
struct HandedOver(Arc<CallProgress>);

impl HttpService {
    /// Any tower service that takes HTTP requests and returns responses.
    pub fn new<S, B>(service: S) -> Self
    where
        S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self(Box::new(Erased { service, is_innermost: false }))
    }

    /// A user's own stack. What it is handed may have been sent.
    pub(crate) fn of_user<S, B>(service: S) -> Self
    where
        S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self(Box::new(Erased { service, is_innermost: true }))
    }

    /// Sends one request. `progress` notes when the HTTP client has it.
    pub(crate) fn send(&self, request: Request<Bytes>, progress: &Arc<CallProgress>) -> Exchanging {
        self.0.send(request, progress)
    }
}

impl<S, B> Stack for Erased<S>
where
    S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
    S::Future: Send + 'static,
    S::Error: Into<BoxError>,
    B: Body + Send + 'static,
    B::Error: Into<BoxError>,
{
    fn cloned(&self) -> Box<dyn Stack> {
        Box::new(Self { service: self.service.clone(), is_innermost: self.is_innermost })
    }

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.service.poll_ready(context).map_err(Into::into)
    }

    fn call(&mut self, request: Request<Bytes>) -> Exchanging {
        if self.is_innermost
            && let Some(HandedOver(progress)) = request.extensions().get()
        {
            progress.hand_over();
        }
        let exchanging = self.service.call(request);
        Box::pin(async move { exchanging.await.map(streamed).map_err(Into::into) })
    }

    fn send(&self, mut request: Request<Bytes>, progress: &Arc<CallProgress>) -> Exchanging {
        let (mut service, progress) = (self.service.clone(), Arc::clone(progress));
        if !self.is_innermost {
            request.extensions_mut().insert(HandedOver(progress));
            return Box::pin(async move { service.oneshot(request).await.map(streamed).map_err(Into::into) });
        }
        Box::pin(async move {
            service.ready().await.map_err(Into::into)?;
            progress.hand_over();
            let exchanging = service.call(request);
            drop(service);
            exchanging.await.map(streamed).map_err(Into::into)
        })
    }
}

fn streamed<B>(response: Response<B>) -> Response<BodyStream>
where
    B: Body + Send + 'static,
    B::Error: Into<BoxError>,
{
    response.map(|body| BodyStream::new(Frames::new(body)))
}

impl Clone for HttpService {
    fn clone(&self) -> Self {
        Self(self.0.cloned())
    }
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
