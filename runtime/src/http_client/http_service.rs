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

use super::content_encoding::unpacked;
use super::failure;
use crate::call::body_stream::BodyStream;
use crate::call::delivery::Delivery;

/// The HTTP stack with its layers: sends requests and receives responses, whose bodies it unpacks. Cheap to clone; clones share connections.
pub struct HttpService(Box<dyn Stack>);

pub(super) type Exchanging = Pin<Box<dyn Future<Output = Result<Response<BodyStream>, BoxError>> + Send>>;

/// A service of any type. Its `send` makes one request in one allocation.
trait Stack: Send + Sync {
    fn cloned(&self) -> Box<dyn Stack>;
    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>>;
    fn call(&mut self, request: Request<Bytes>) -> Exchanging;
    /// Sends the request by a clone, once that is ready.
    fn send(&self, request: Request<Bytes>, delivery: Arc<Delivery>) -> Exchanging;
}

struct Erased<S>(S);

impl HttpService {
    /// Wraps a tower service that takes HTTP requests and returns responses.
    pub fn new<S, B>(service: S) -> Self
    where
        S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        Self(Box::new(Erased(service)))
    }

    /// Sends the request of an attempt. The stack must have no layers.
    pub(crate) fn send(&self, request: Request<Bytes>, delivery: &Arc<Delivery>) -> Exchanging {
        self.0.send(request, Arc::clone(delivery))
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
        Box::new(Self(self.0.clone()))
    }

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(context).map_err(Into::into)
    }

    fn call(&mut self, request: Request<Bytes>) -> Exchanging {
        let exchanging = self.0.call(request);
        Box::pin(async move { exchanging.await.map(unpacked).map_err(Into::into) })
    }

    fn send(&self, request: Request<Bytes>, delivery: Arc<Delivery>) -> Exchanging {
        let mut service = self.0.clone();
        Box::pin(async move {
            service.ready().await.map_err(Into::into)?;
            delivery.hand_over();
            let exchanging = service.call(request);
            drop(service);
            failure::noted(exchanging.await.map(unpacked).map_err(Into::into), || delivery.not_sent())
        })
    }
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
