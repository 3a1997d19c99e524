//! The page that shows the operations to people, and calls them.

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode};

use super::reply::plain;

/// The page asks for the document and builds itself from it. It runs no script but its own, and nothing of a document as HTML.
pub(super) fn page() -> Response<Body> {
    let mut response = plain(StatusCode::OK, "text/html; charset=utf-8", include_str!("page.html"));
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    response.headers_mut().insert("content-security-policy", HeaderValue::from_static(policy));
    response
}

pub(super) fn script() -> Response<Body> {
    plain(StatusCode::OK, "text/javascript; charset=utf-8", include_str!("page.js"))
}
