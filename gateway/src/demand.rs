//! The sign-in that a mock demands, so that callers can be tried.

use asmx_import::name_hints::signs_in;
use asmx_runtime::Service;
use asmx_runtime::stack::basic_authorization;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE, WWW_AUTHENTICATE};
use http::{HeaderMap, StatusCode};

/// The sign-in that a mock demands of every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// HTTP Basic, with the user `mock` and the password `mock`.
    Basic,
    /// A cookie that the response of a sign-in operation sets; without it a request is led to a page for signing in.
    Cookie,
}

const COOKIE_NAME: &str = ".ASPXAUTH=";

impl Demand {
    pub(crate) fn before(self, service: &'static Service, router: Router) -> Router {
        router.layer(from_fn(move |request: Request, next: Next| async move {
            match self {
                Self::Basic => basic(request, next).await,
                Self::Cookie => cookie(service, request, next).await,
            }
        }))
    }
}

async fn basic(request: Request, next: Next) -> Response {
    let expected = basic_authorization("mock", &"mock".into());
    let given = request.headers().get(AUTHORIZATION);
    if given.is_some() && given == expected.as_ref().ok() {
        return next.run(request).await;
    }
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Basic realm=\"mock\"")]).into_response()
}

async fn cookie(service: &'static Service, request: Request, next: Next) -> Response {
    let is_known =
        request.headers().get_all(COOKIE).iter().any(|value| {
            value.to_str().is_ok_and(|text| text.split("; ").any(|cookie| cookie.starts_with(COOKIE_NAME)))
        });
    let is_document = request.uri().query().is_some_and(|query| query.eq_ignore_ascii_case("wsdl"));
    let mut signing_in = service.operations.iter().filter(|operation| signs_in(operation.name));
    let is_sign_in = signing_in.any(|operation| is_for(&request, operation.name));
    if !is_known && !is_document && !is_sign_in {
        return (StatusCode::FOUND, [(LOCATION, "/login.aspx")]).into_response();
    }
    let mut response = next.run(request).await;
    if is_sign_in && response.status().is_success() {
        response.headers_mut().insert(SET_COOKIE, http::HeaderValue::from_static(".ASPXAUTH=mock; path=/; HttpOnly"));
    }
    response
}

/// Whether a request names the operation: in the action of SOAP, or at the end of the path.
fn is_for(request: &http::Request<Body>, operation: &str) -> bool {
    let ends = |text: &str| text.trim_end_matches('"').rsplit(['/', ':', '#']).next() == Some(operation);
    let header = |headers: &HeaderMap, name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.split(';').map(|part| part.trim().trim_start_matches("action=\"")).any(ends))
    };
    ends(request.uri().path())
        || header(request.headers(), "soapaction")
        || header(request.headers(), CONTENT_TYPE.as_str())
}
