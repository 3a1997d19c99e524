//! The interface of a gateway over HTTP: who may call, and what a path leads to.

#[cfg(feature = "mcp")]
use std::sync::Arc;

use asmx_runtime::server::{RefusalForm, is_cross_site};
use axum::Router;
use axum::body::Body;
use http::header::{ACCEPT_ENCODING, AUTHORIZATION};
#[cfg(feature = "mcp")]
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode};

#[cfg(feature = "mcp")]
use crate::mcp::{self, Mcp};
use crate::offer::audit::{Caller, RefusedRequest};
use crate::offer::body::Bodies;
#[cfg(feature = "mcp")]
use crate::offer::body::{Arrived, Problem, holding};
use crate::offer::gateway::Gateway;
use crate::rest::{
    NoCall, Operations, is_read, packed, page, problem, script, takes_gzip, unauthorized, uncached_response,
};

/// An interface over HTTP: the service of `asmx gateway`, for servers of your own.
#[derive(Clone)]
#[must_use = "an interface does nothing until it is served"]
pub struct Interface {
    operations: Operations,
    token: Option<String>,
    #[cfg(feature = "mcp")]
    bodies: Bodies,
    #[cfg(feature = "mcp")]
    mcp: Mcp,
}

impl Interface {
    /// The interface of a gateway.
    pub fn new(gateway: Gateway) -> Self {
        let bodies = Bodies::new(gateway.memory());
        Self {
            #[cfg(feature = "mcp")]
            mcp: Mcp::new(gateway.clone()),
            #[cfg(feature = "mcp")]
            bodies: bodies.clone(),
            operations: Operations::new(gateway, bodies),
            token: None,
        }
    }

    /// Serves only callers with this token: `Authorization: Bearer …`. `/healthz` needs none, and neither do the page and its script, which ask for
    /// it.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// The number of characters of the token, if it has one.
    pub(super) fn token_length(&self) -> Option<usize> {
        self.token.as_deref().map(|token| token.chars().count())
    }

    /// The problems of requests that the listener refuses, which are reported too.
    pub(super) fn refusals(&self) -> RefusalForm {
        let gateway = self.operations.gateway().clone();
        RefusalForm::new(move |line, status, why| {
            gateway.report_refused(&RefusedRequest::new(line, Caller::Rest, status.as_u16()));
            problem(status, why, line.split_once(' ').map_or("", |(_, path)| path))
        })
    }

    /// A router with `POST /{operation}` and `GET /{operation}?…`, `/openapi.json`, a page that shows it, and `/healthz`. With the
    /// feature `mcp` the same operations are tools at `/mcp`. Every operation is also at `/operations/{operation}`; `/openapi.json` names that path
    /// for an operation `healthz`, `mcp`, `openapi.json` or `page.js`.
    ///
    /// It refuses requests that browsers send for pages of other sites. On loopback, serve it so that it refuses foreign hosts too
    /// ([`ListenOptions::refuse_foreign_hosts`](asmx_runtime::server::ListenOptions::refuse_foreign_hosts)).
    pub fn into_router(self) -> Router {
        let serve = move |request: Request<Body>| {
            let interface = self.clone();
            async move {
                let takes_gzip = takes_gzip(&request.headers().get_all(ACCEPT_ENCODING));
                let response = interface.reported(request).await;
                packed(response, takes_gzip, interface.operations.gateway().memory())
            }
        };
        Router::new().fallback(serve)
    }

    /// Serves a request, and reports it if it was refused before it was a call.
    async fn reported(&self, request: Request<Body>) -> Response<Body> {
        let path = request.uri().path();
        let caller = if path == "/mcp" { Caller::Mcp } else { Caller::Rest };
        let line = format!("{} {path}", request.method());
        let mut response = self.served(request).await;
        if response.extensions_mut().remove::<NoCall>().is_some() {
            let refused = RefusedRequest::new(&line, caller, response.status().as_u16());
            self.operations.gateway().report_refused(&refused);
        }
        response
    }

    async fn served(&self, request: Request<Body>) -> Response<Body> {
        let path = request.uri().path();
        let is_read = is_read(request.method());
        if path == "/healthz" && is_read {
            return uncached_response(StatusCode::OK, "text/plain", "ok\n");
        }
        if is_cross_site(request.headers()) {
            return problem(StatusCode::FORBIDDEN, "a page of another site sent this request", path);
        }
        // A browser opens the page without the token, for which the page then asks. Page and script are the same for every service.
        match path {
            "/" if is_read => return page(),
            "/page.js" if is_read => return script(),
            _ => {}
        }
        if !self.is_permitted(request.headers()) {
            return unauthorized();
        }
        #[cfg(feature = "mcp")]
        if path == "/mcp" {
            return self.mcp(request).await;
        }
        self.operations.served(request, self.token.is_some()).await
    }

    #[cfg(feature = "mcp")]
    async fn mcp(&self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let answered = async {
            let Arrived { bytes, share } = self.bodies.arrived(body, mcp::LARGEST).await?;
            let response = self.mcp.respond(parts, bytes, Arc::clone(&share)).await?;
            Ok(if is_refused_text(&response) { mcp_problem(&response) } else { holding(response, share) })
        };
        answered.await.unwrap_or_else(|(status, why): Problem| problem(status, &why, "mcp"))
    }

    /// Compares the whole token, so that the time tells no part of it.
    fn is_permitted(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let header = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
        let Some((scheme, candidate)) = header.split_at_checked("Bearer ".len()) else { return false };
        let differences = candidate.iter().zip(token.bytes()).fold(0, |sum, (left, right)| sum | (left ^ right));
        scheme.eq_ignore_ascii_case(b"Bearer ") && candidate.len() == token.len() && differences == 0
    }
}

/// Whether the library of the protocol refused a request by plain text, before it was a message.
#[cfg(feature = "mcp")]
fn is_refused_text(response: &Response<Body>) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    response.status().is_client_error()
        && !kind.starts_with("application/json")
        && !kind.starts_with("text/event-stream")
}

/// The problem in the place of a refusal by plain text.
#[cfg(feature = "mcp")]
fn mcp_problem(refused: &Response<Body>) -> Response<Body> {
    let why = match refused.status() {
        StatusCode::METHOD_NOT_ALLOWED => "tools take POST: no session is kept, and nothing is sent by itself",
        StatusCode::NOT_ACCEPTABLE => "a message has `Accept: application/json, text/event-stream`",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "a message is JSON, with `Content-Type: application/json`",
        _ => "the request is no message of the protocol: a header of it does not fit",
    };
    let mut response = problem(refused.status(), why, "mcp");
    if let Some(methods) = refused.headers().get(ALLOW) {
        response.headers_mut().insert(ALLOW, methods.clone());
    }
    response
}

// The token is a secret.
debug_only!(Interface: operations);
