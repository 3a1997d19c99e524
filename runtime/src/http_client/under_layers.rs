//! The HTTP client below a user's layers: it sends a request only while its attempt lasts.

use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use tower::{BoxError, Service, ServiceExt};

use super::failure;
use super::http_service::{Exchanging, HttpService};
use super::sending::Sending;
use crate::call::body_stream::BodyStream;
use crate::call::delivery::{Delivery, Handed, Layers};
use crate::error::{Error, ErrorKind};
use crate::redaction::Secrets;

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

    /// The copy of a request; `None` if the note is lost, an error if the request must not be sent.
    fn admit(&self, request: &Request<Bytes>) -> Result<Option<Arc<Handed>>, Error> {
        let Some(Noted(delivery)) = request.extensions().get() else {
            let message = "a layer of the client made a request without the extensions of the original request, after a \
                           call was reported as not sent: copy the extensions";
            return if self.layers.lost() { Ok(None) } else { Err(Error::new(ErrorKind::HeldBack, message)) };
        };
        self.layers.noted();
        let message = "a layer of the client held the request back until its attempt was over";
        let handed = Handed::over(Arc::clone(delivery)).ok_or_else(|| Error::new(ErrorKind::HeldBack, message))?;
        Ok(Some(Arc::new(handed)))
    }
}

impl Service<Request<Bytes>> for UnderLayers {
    type Response = Response<BodyStream>;
    type Error = BoxError;
    type Future = Exchanging;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.http.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Bytes>) -> Self::Future {
        let handed = match self.admit(&request) {
            Ok(handed) => handed,
            Err(refused) => return Box::pin(async move { Err(refused.into()) }),
        };
        // Layers may have added headers.
        Secrets::of(request.extensions()).hide_headers(request.headers());
        if let Some(handed) = &handed {
            request.extensions_mut().insert(Sending::new(Arc::clone(handed)));
        }
        let exchanging = self.http.call(request);
        Box::pin(async move { failure::noted(exchanging.await, || handed.iter().for_each(|one| one.not_sent())) })
    }
}
