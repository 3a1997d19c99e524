//! The sign-in that a mock demands, so that callers can be tried.

use std::cell::Cell;

use asmx_import::name_hints::signs_in;
use asmx_runtime::stack::basic_authorization;
use asmx_runtime::{Fault, Opener};
use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use http::header::{AUTHORIZATION, COOKIE, LOCATION, SET_COOKIE, WWW_AUTHENTICATE};
use http::{HeaderValue, Method, StatusCode};

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
    pub(crate) fn before(self, router: Router) -> Router {
        router.layer(from_fn(move |request: Request, next: Next| async move {
            match self {
                Self::Basic => basic(request, next).await,
                Self::Cookie => cookie(request, next).await,
            }
        }))
    }
}

async fn basic(request: Request, next: Next) -> Response {
    let expected = basic_authorization("mock", &"mock".into());
    let authorization = request.headers().get(AUTHORIZATION);
    if authorization.is_some() && authorization == expected.as_ref().ok() {
        return next.run(request).await;
    }
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Basic realm=\"mock\"")]).into_response()
}

/// The permission of one request, and what the mock did for it.
struct Permission {
    is_signed_in: bool,
    /// Whether the request called a sign-in operation.
    signs_in: Cell<bool>,
}

tokio::task_local! {
    static PERMISSION: Permission;
}

/// The opener of a mock that demands a cookie. The operation that is called counts: headers and the query may say anything.
pub(crate) fn guarded(mock: Opener) -> Opener {
    Opener::new(mock.service(), move |incoming| {
        let signs_in = signs_in(incoming.operation.name);
        let is_permitted = PERMISSION.try_with(|permission| {
            permission.signs_in.set(signs_in);
            signs_in || permission.is_signed_in
        });
        if is_permitted.unwrap_or(false) { mock.open(incoming) } else { Err(Fault::client("sign in first")) }
    })
}

async fn cookie(request: Request, next: Next) -> Response {
    let has_cookie = |value: &HeaderValue| {
        value.to_str().is_ok_and(|text| text.split("; ").any(|cookie| cookie.starts_with(COOKIE_NAME)))
    };
    let is_signed_in = request.headers().get_all(COOKIE).iter().any(has_cookie);
    let is_document = matches!(*request.method(), Method::GET | Method::HEAD)
        && request.uri().query().is_some_and(|query| query.eq_ignore_ascii_case("wsdl"));
    let permission = Permission { is_signed_in, signs_in: Cell::new(false) };
    let served = async move {
        let response = next.run(request).await;
        (response, PERMISSION.with(|permission| permission.signs_in.get()))
    };
    let (mut response, signs_in) = PERMISSION.scope(permission, served).await;
    if !is_signed_in && !is_document && !signs_in {
        return (StatusCode::FOUND, [(LOCATION, "/login.aspx")]).into_response();
    }
    if signs_in && response.status().is_success() {
        response.headers_mut().insert(SET_COOKIE, HeaderValue::from_static(".ASPXAUTH=mock; path=/; HttpOnly"));
    }
    response
}
