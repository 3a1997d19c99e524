//! The page that shows the operations to people, and calls them.

mod description;

use std::sync::LazyLock;

use asmx_runtime::server::PAGE_STYLE;
use axum::body::Body;
use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode};
use percent_encoding::percent_decode_str;

use super::reply::{self, uncached_response};
use crate::offer::gateway::Gateway;

/// The folder of what the page shows: `/page/operations` is a list, and `/page/operations/NAME` describes an operation. The path of an operation
/// has no slash inside, except behind `/operations/`.
pub(super) const DESCRIPTIONS: &str = "/page/operations";

/// The look is that of the pages of a service.
static PAGE: LazyLock<Bytes> =
    LazyLock::new(|| include_str!("page.html").replace("/* the style of all pages */", PAGE_STYLE).into());

/// The page asks for descriptions and builds itself from them. It runs no script but its own, and nothing of a document as HTML.
pub(crate) fn page() -> Response<Body> {
    let mut response = uncached_response(StatusCode::OK, "text/html; charset=utf-8", PAGE.clone());
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    response.headers_mut().insert("content-security-policy", HeaderValue::from_static(policy));
    response
}

pub(crate) fn script() -> Response<Body> {
    let script = concat!(include_str!("table.js"), include_str!("page.js"));
    uncached_response(StatusCode::OK, "text/javascript; charset=utf-8", script)
}

/// The list of operations, or one of them.
pub(super) fn description(gateway: &Gateway, path: &str) -> Response<Body> {
    let json = |value: serde_json::Value| uncached_response(StatusCode::OK, "application/json", value.to_string());
    let unknown = |path: &str| reply::problem(StatusCode::NOT_FOUND, "the page has no such description", path);
    let Some(rest) = path.strip_prefix(DESCRIPTIONS) else { return unknown(path) };
    if rest.is_empty() {
        return json(description::list(gateway));
    }
    let name = rest.strip_prefix('/').and_then(|name| percent_decode_str(name).decode_utf8().ok());
    match name.map(|name| gateway.find(&name).map(|exposed| description::of(gateway, exposed))) {
        Some(Ok(described)) => json(described),
        Some(Err(refusal)) => reply::refused_request(&refusal, path),
        None => unknown(path),
    }
}
