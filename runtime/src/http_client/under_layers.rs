//! The HTTP client below a user's layers: it sends a request only while its attempt lasts.

use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use tower::{BoxError, Service, ServiceExt};

use super::failure;
use super::http_service::{Exchanging, HttpService};
use crate::call::body_stream::BodyStream;
use crate::call::delivery::{Delivery, Layers};
use crate::error::{Error, ErrorKind};

/// The note in the extensions of a request: its attempt.
#[derive(Clone)]
struct Noted(Arc<Delivery>);

#[derive(Clone)]
pub(super) struct UnderLayers {
    http: HttpService,
    layers: Arc<Layers>,
}

/// Sends the request of an attempt through the `layers` of `http`.
pub(super) fn send(
    http: &HttpService,
    layers: &Arc<Layers>,
    mut request: Request<Bytes>,
    delivery: &Arc<Delivery>,
) -> Exchanging {
    delivery.enter(layers);
    request.extensions_mut().insert(Noted(Arc::clone(delivery)));
    Box::pin(http.clone().oneshot(request))
}

impl UnderLayers {
    pub(super) fn new(http: HttpService, layers: Arc<Layers>) -> Self {
        Self { http, layers }
    }

    /// The attempt of a request; `None` if the note is lost, an error if the request must not be sent.
    fn admit(&self, request: &Request<Bytes>) -> Result<Option<Arc<Delivery>>, Error> {
        let Some(Noted(delivery)) = request.extensions().get() else {
            let message = "a layer of the client made a request without the extensions of the original request, after a \
                           call was reported as not sent: copy the extensions";
            return if self.layers.lost() { Ok(None) } else { Err(Error::new(ErrorKind::HeldBack, message)) };
        };
        self.layers.noted();
        if !delivery.hand_over() {
            let message = "a layer of the client held the request back until its attempt was over";
            return Err(Error::new(ErrorKind::HeldBack, message));
        }
        Ok(Some(Arc::clone(delivery)))
    }
}

impl Service<Request<Bytes>> for UnderLayers {
    type Response = Response<BodyStream>;
    type Error = BoxError;
    type Future = Exchanging;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.http.poll_ready(context)
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let delivery = match self.admit(&request) {
            Ok(delivery) => delivery,
            Err(refused) => return Box::pin(async move { Err(refused.into()) }),
        };
        let exchanging = self.http.call(request);
        Box::pin(async move { failure::noted(exchanging.await, delivery.as_deref()) })
    }
}
