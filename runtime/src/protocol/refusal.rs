//! Responses without a fault: bare statuses, and the HTML pages of the host.

use std::fmt::Write as _;

use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use http::{Response, StatusCode};

use super::get_post::fault_text::html_escape;
use super::soap::soap_version::SoapVersion;

/// The reason of a refusal, for the server's log, in the extensions of the response. It contains no value of the request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refused(pub(crate) &'static str);

pub(super) fn because(mut response: Response<Bytes>, reason: &'static str) -> Response<Bytes> {
    response.extensions_mut().insert(Refused(reason));
    response
}

pub(super) fn response(status: StatusCode, content_type: Option<&'static str>, body: String) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    let length = HeaderValue::from(response.body().len());
    let caching = if status == StatusCode::OK { "private, max-age=0" } else { "private" };
    let headers = response.headers_mut();
    headers.insert(CONTENT_LENGTH, length);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Some(content_type) = content_type {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    response
}

/// The response to SOAP that is not well-formed.
pub(super) fn bad_request(version: SoapVersion) -> Response<Bytes> {
    let response = response(StatusCode::BAD_REQUEST, Some(version.content_type()), String::new());
    because(response, "the document is not well-formed, or a value has markup in it")
}

/// The response to SOAP with a Content-Type of another format.
pub(super) fn unsupported_media_type(version: SoapVersion) -> Response<Bytes> {
    let response = response(StatusCode::UNSUPPORTED_MEDIA_TYPE, Some(version.content_type()), String::new());
    because(response, "the Content-Type is not that of the SOAP version")
}

/// The response to an HTTP method that the service's address does not accept.
pub(super) fn method_not_allowed() -> Response<Bytes> {
    let mut response = response(StatusCode::METHOD_NOT_ALLOWED, None, String::new());
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
    because(response, "the address does not accept this HTTP method")
}

pub(super) fn not_found() -> Response<Bytes> {
    because(page(StatusCode::NOT_FOUND, "The resource cannot be found."), "the service has no such address")
}

/// The response to a request that no active transport accepts. `operation` is the rest of the path after the service's address.
pub(super) fn unrecognized(operation: Option<&str>) -> Response<Bytes> {
    let message = match operation {
        Some(name) => format!("Request format is unrecognized for URL unexpectedly ending in '/{name}'."),
        None => "Request format is unrecognized.".to_owned(),
    };
    let page = page(StatusCode::INTERNAL_SERVER_ERROR, &message);
    because(page, "no active transport accepts such a request")
}

pub(super) fn query_too_long() -> Response<Bytes> {
    let message = "The length of the query string for this request exceeds the configured maxQueryStringLength value.";
    because(page(StatusCode::BAD_REQUEST, message), "the query is longer than `max_query`")
}

fn page(status: StatusCode, title: &str) -> Response<Bytes> {
    let mut escaped = String::new();
    ascii_html(&mut escaped, title);
    let body = format!(
        "<!DOCTYPE html>\n<html>\n<head><title>{escaped}</title></head>\n<body>\n<h1>{escaped}</h1>\n</body>\n</html>\n"
    );
    response(status, Some("text/html"), body)
}

/// Writes HTML in ASCII, which needs no charset.
fn ascii_html(out: &mut String, text: &str) {
    let mut escaped = String::new();
    html_escape(&mut escaped, text);
    for character in escaped.chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "&#{};", u32::from(character));
        }
    }
}
