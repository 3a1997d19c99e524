//! The tower service, and the router around it.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::OriginalUri;
use bytes::Bytes;
use http::request::Parts;
use http::{Method, Request, Response};
use tracing::Instrument as _;

use super::body::{BodyReader, LARGE, ReadBody};
use super::hosts::Refusal;
use super::publication::Publication;
use super::responding::LargeWork;
use super::watching::Watched;
use super::{cross_site, responding, watching};
use crate::Transport;
use crate::call::opener::Opener;
use crate::fault::Fault;
use crate::operation::Effect;
use crate::protocol::{self, ResponseContext, ServerSettings};

/// A tower service: takes HTTP requests for one ASMX service, and returns responses. Cheap to clone.
#[derive(Clone)]
pub struct AsmxService(Arc<Inner>);

struct Inner {
    opener: Opener,
    settings: ServerSettings,
    publication: Publication,
    bodies: BodyReader,
    large_work: LargeWork,
    refuses_cross_site_writes: bool,
}

impl AsmxService {
    pub(super) fn new(
        opener: Opener,
        settings: ServerSettings,
        publication: Publication,
        bodies: BodyReader,
        refuses_cross_site_writes: bool,
    ) -> Self {
        let large_work = LargeWork::new();
        Self(Arc::new(Inner { opener, settings, publication, bodies, large_work, refuses_cross_site_writes }))
    }

    /// A router with only the service's own paths.
    pub fn into_router(self) -> Router {
        let mut paths: Vec<String> =
            self.0.settings.paths().map(|(path, _)| path.trim_end_matches('/').to_owned()).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.iter().fold(Router::new().without_v07_checks(), |router, path| {
            // The router reads doubled braces as plain ones.
            let path = path.replace('{', "{{").replace('}', "}}");
            let router = if path.is_empty() { router } else { router.route_service(&path, self.clone()) };
            let router = router.route_service(&format!("{path}/"), self.clone());
            router.route_service(&format!("{path}/{{*operation}}"), self.clone())
        })
    }

    async fn respond(self, head: Parts, body: Body) -> Response<Body> {
        if self.0.refuses_cross_site_writes && self.0.is_cross_site_write(&head) {
            return Refusal::CROSS_SITE_WRITE.into_response();
        }
        if let Some(response) = self.0.publication.response(&self.0.settings, &head) {
            return response.map(Body::from);
        }
        if let Some(response) = protocol::response_elsewhere(&self.0.settings, head.uri.path()) {
            return response.map(Body::from);
        }
        match self.0.bodies.read(body).await {
            Ok(body) => self.respond_to(head, body).await.map(Body::from),
            Err(unread) => unread.response(),
        }
    }

    async fn respond_to(self, head: Parts, body: ReadBody) -> Response<Bytes> {
        // The body keeps its room until the response is written.
        let ReadBody { bytes, room: _room } = body;
        let is_large = bytes.len() >= LARGE;
        // The original request line, which a router may have shortened.
        let uri = head.extensions.get::<OriginalUri>().map(|OriginalUri(uri)| uri.clone());
        let service = self.clone();
        #[allow(clippy::result_large_err, reason = "the success is as large")]
        let decode = move || protocol::decode_request_parts(&service.0.settings, &head, bytes);
        let mut received = match self.0.large_work.run(is_large, decode).await {
            Some(Ok(received)) => received,
            Some(Err(response)) => return response,
            None => return self.failed(Transport::default()),
        };
        if let Some(uri) = uri {
            received.incoming.uri = uri;
        }
        let settings = &self.0.settings;
        let transport = received.incoming.transport;
        watching::is_for(received.incoming.operation, transport);
        let context = ResponseContext {
            service: settings.service,
            operation: received.incoming.operation,
            transport,
            namespace: Arc::clone(&settings.namespace),
            limits: settings.limits.clone(),
        };
        let foreign_namespace = received.incoming.foreign_namespace.clone();
        let (call, output) = match responding::open(&self.0.opener, received) {
            Ok((handler, call)) => {
                let output = responding::handle(&*handler, &call).await;
                (Some(call), output)
            }
            Err(fault) => (None, Err(fault)),
        };
        let output = output.map_err(|fault| foreign_namespace.iter().fold(fault, Fault::noting));
        let failure = output.as_ref().err().and_then(|fault| watching::failure(fault, call.as_ref()));
        let is_large = is_large || output.as_ref().is_ok_and(responding::is_large);
        let service = self.clone();
        let encode = move || {
            // Dropping a large request takes time too.
            drop(call);
            responding::encode(&service.0.settings, &context, output)
        };
        let mut response = self.0.large_work.run(is_large, encode).await.unwrap_or_else(|| self.failed(transport));
        failure.map(|failure| response.extensions_mut().insert(failure));
        response
    }

    fn failed(&self, transport: Transport) -> Response<Bytes> {
        let settings = &self.0.settings;
        protocol::encode_fault(settings.error_style, transport, &settings.namespace, &responding::panicked())
    }
}

impl Inner {
    fn is_cross_site_write(&self, request: &Parts) -> bool {
        let is_read = match request.method {
            // Other methods do not call operations.
            Method::HEAD | Method::OPTIONS => true,
            Method::GET => protocol::operation_of_path(&self.settings, request.uri.path())
                .is_none_or(|operation| operation.effect == Effect::Read),
            _ => false,
        };
        !is_read && cross_site::is_foreign(&request.headers, self.publication.address.host(request))
    }
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
        let (head, body) = request.into_parts();
        let watched = Watched::new(service.0.settings.service, &head);
        Box::pin(async move {
            let response = service.respond(head, body).instrument(watched.span.clone()).await;
            watched.end(&response);
            Ok(response)
        })
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
