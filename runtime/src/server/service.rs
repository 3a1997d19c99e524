//! The tower service, and the router around it.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{self, Body};
use axum::extract::OriginalUri;
use bytes::Bytes;
use http::header::{CONTENT_LENGTH, HeaderValue};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};

use super::hosts::Refusal;
use super::publication::Publication;
use super::{answering, cross_site};
use crate::incoming::Opener;
use crate::operation::Effect;
use crate::protocol::{self, ServerSettings};

/// A tower service that answers HTTP requests for one ASMX service. Cheap to clone.
#[derive(Clone)]
pub struct AsmxService(Arc<Inner>);

struct Inner {
    opener: Opener,
    settings: ServerSettings,
    publication: Publication,
    max_body: usize,
    refuses_cross_site_writes: bool,
}

impl AsmxService {
    pub(super) fn new(
        opener: Opener,
        settings: ServerSettings,
        publication: Publication,
        max_body: usize,
        refuses_cross_site_writes: bool,
    ) -> Self {
        Self(Arc::new(Inner { opener, settings, publication, max_body, refuses_cross_site_writes }))
    }

    /// A router that leads the service's own paths here, and knows no others.
    pub fn into_router(self) -> Router {
        // Braces are doubled where they are none of the router's own.
        let path = self.0.settings.path.replace('{', "{{").replace('}', "}}");
        let router = Router::new().without_v07_checks().route_service(&path, self.clone());
        let router = router.route_service(&format!("{path}/"), self.clone());
        router.route_service(&format!("{path}/{{*operation}}"), self)
    }

    async fn answer(self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        if self.0.refuses_cross_site_writes && self.0.is_cross_site_write(&parts) {
            return Refusal::CROSS_SITE_WRITE.into_response();
        }
        if let Some(answer) = self.0.publication.answer(&self.0.settings, &parts) {
            return answer.map(Body::from);
        }
        let body = match body::to_bytes(body, self.0.max_body).await {
            Ok(body) => body,
            Err(error) => return unread(&error),
        };
        let uri = parts.extensions.get::<OriginalUri>().map(|OriginalUri(uri)| uri.clone());
        let request = Request::from_parts(parts, body);
        answering::answer(&self.0.opener, &self.0.settings, request, uri).await.map(Body::from)
    }
}

impl Inner {
    fn is_cross_site_write(&self, request: &Parts) -> bool {
        let is_read = match request.method {
            // They call no operation.
            Method::HEAD | Method::OPTIONS => true,
            Method::GET => protocol::operation_of_path(&self.settings, request.uri.path())
                .is_none_or(|operation| operation.effect == Effect::Read),
            _ => false,
        };
        !is_read && cross_site::is_foreign(&request.headers, self.publication.address.host(request))
    }
}

/// The answer to a body that is too large, or that broke off.
fn unread(error: &axum::Error) -> Response<Body> {
    let mut source: Option<&dyn std::error::Error> = Some(error);
    let mut too_large = false;
    while let Some(cause) = source {
        too_large = too_large || cause.to_string() == "length limit exceeded";
        source = cause.source();
    }
    let mut response = Response::new(Body::from(Bytes::new()));
    *response.status_mut() = if too_large { StatusCode::PAYLOAD_TOO_LARGE } else { StatusCode::BAD_REQUEST };
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
    response
}

impl tower::Service<Request<Body>> for AsmxService {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await) })
    }
}

impl std::fmt::Debug for AsmxService {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("AsmxService")
            .field("service", &self.0.settings.service.name)
            .field("path", &self.0.settings.path)
            .finish_non_exhaustive()
    }
}
