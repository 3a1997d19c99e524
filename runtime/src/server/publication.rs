//! Responses at the service's own address: the WSDL document at `?WSDL`, and pages for people.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue};
use http::request::Parts;
use http::{Method, Response, StatusCode};

use super::address::Address;
use super::{pages, wsdl};
use crate::protocol::ServerSettings;
use crate::protocol::get_post::form;

#[derive(Debug, Clone)]
pub(super) struct Publication {
    pub(super) documentation: bool,
    pub(super) wsdl: bool,
    pub(super) address: Address,
}

impl Default for Publication {
    fn default() -> Self {
        Self { documentation: true, wsdl: true, address: Address::default() }
    }
}

enum Asked {
    Wsdl,
    Style,
    Operation { name: String, items: usize },
    Overview,
}

/// The most fields that a form offers for one array.
const MAX_ITEMS: usize = 50;

impl Publication {
    /// The response, if the request asks for a published document.
    pub(super) fn response(&self, settings: &ServerSettings, request: &Parts) -> Option<Response<Bytes>> {
        if !matches!(request.method, Method::GET | Method::HEAD) || request.uri.path() != settings.path {
            return None;
        }
        let asked = asked(request.uri.query().unwrap_or_default());
        let is_told = if matches!(asked, Asked::Wsdl) { self.wsdl } else { self.documentation };
        if !is_told {
            return None;
        }
        let address = || self.address.of(request, settings.service.path);
        Some(match asked {
            Asked::Wsdl if settings.service.wsdl.is_empty() => {
                page(StatusCode::NOT_FOUND, pages::without_wsdl(settings))
            }
            Asked::Wsdl => respond(StatusCode::OK, "text/xml; charset=utf-8", wsdl::complete(settings, &address())),
            Asked::Style => respond(StatusCode::OK, "text/css; charset=utf-8", pages::STYLE.to_owned()),
            Asked::Operation { name, items } => match settings.service.operation(&name) {
                Some(operation) => page(StatusCode::OK, pages::operation(settings, operation, items, &address())),
                None => page(StatusCode::NOT_FOUND, pages::unknown_operation(settings, &name)),
            },
            Asked::Overview => page(StatusCode::OK, pages::overview(settings, self.wsdl)),
        })
    }
}

fn asked(query: &str) -> Asked {
    let value = |wanted: &str| {
        let found =
            form::pairs(query.as_bytes()).find(|(name, _)| form::decode(name, None).eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| value.map(|value| form::decode(value, None)))
    };
    if value("wsdl").is_some() {
        return Asked::Wsdl;
    }
    if value("style").is_some() {
        return Asked::Style;
    }
    let Some(Some(name)) = value("op") else {
        return Asked::Overview;
    };
    let items = value("items").flatten().and_then(|items| items.parse().ok()).unwrap_or(1);
    Asked::Operation { name: name.into_owned(), items: items.clamp(1, MAX_ITEMS) }
}

/// The response with a page. Its policy allows only the style sheet and forms to this server.
fn page(status: StatusCode, html: String) -> Response<Bytes> {
    let mut response = respond(status, "text/html; charset=utf-8", html);
    let policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("content-security-policy"), HeaderValue::from_static(policy));
    headers.insert(HeaderName::from_static("referrer-policy"), HeaderValue::from_static("same-origin"));
    response
}

fn respond(status: StatusCode, content_type: &'static str, body: String) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    let length = HeaderValue::from(response.body().len());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_LENGTH, length);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=0"));
    headers.insert(HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff"));
    response
}
