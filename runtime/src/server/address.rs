//! The address of the service in the WSDL document and the samples: the one that callers use.

use std::borrow::Cow;

use asmx_types::without_query;
use axum::extract::OriginalUri;
use http::header::{HOST, HeaderMap};
use http::request::Parts;

use super::authority::Authority;
use super::hosts::UncheckedHost;

#[derive(Debug, Clone)]
pub(super) enum Address {
    /// The stated address of the `.asmx` file.
    Stated(String),
    /// The request: its target and its `Host` header.
    Requested {
        /// Whether `X-Forwarded-Proto` and `X-Forwarded-Host` of a proxy are trusted.
        trust_forwarded: bool,
    },
}

impl Default for Address {
    fn default() -> Self {
        Self::Requested { trust_forwarded: false }
    }
}

impl Address {
    /// The address of the `.asmx` file of `request`. `service_path` is the path that the service states, with its query.
    pub(super) fn of(&self, request: &Parts, service_path: &str) -> String {
        let trust_forwarded = match self {
            Self::Stated(address) => return address.clone(),
            Self::Requested { trust_forwarded } => *trust_forwarded,
        };
        let forwarded = if trust_forwarded { first(&request.headers, "x-forwarded-proto") } else { None };
        let scheme = forwarded.filter(|scheme| matches!(*scheme, "http" | "https")).unwrap_or("http");
        let host = match (forwarded_host(request, trust_forwarded), request.extensions.get()) {
            (Some(host), _) => Cow::Borrowed(host),
            (None, Some(UncheckedHost { at })) => Cow::Owned(at.to_string()),
            (None, None) => Cow::Borrowed(requested_host(request).unwrap_or("localhost")),
        };
        let query = service_path.strip_prefix(without_query(service_path)).unwrap_or_default();
        format!("{scheme}://{host}{}{query}", original_uri(request).path())
    }

    /// Host and port of the server's own pages in a browser.
    pub(super) fn host<'a>(&'a self, request: &'a Parts) -> Option<Authority<'a>> {
        match self {
            Self::Stated(address) => Authority::of_url(address).map(|(authority, _)| authority),
            Self::Requested { trust_forwarded } => {
                forwarded_host(request, *trust_forwarded).or_else(|| requested_host(request)).and_then(Authority::parse)
            }
        }
    }
}

fn original_uri(request: &Parts) -> &http::Uri {
    request.extensions.get::<OriginalUri>().map_or(&request.uri, |OriginalUri(uri)| uri)
}

fn forwarded_host(request: &Parts, trust_forwarded: bool) -> Option<&str> {
    let host = if trust_forwarded { first(&request.headers, "x-forwarded-host") } else { None };
    host.filter(|host| Authority::parse(host).is_some())
}

/// The host in the target of the request, else in its header.
fn requested_host(request: &Parts) -> Option<&str> {
    let target = original_uri(request).authority().map(http::uri::Authority::as_str);
    let hosts = [target, first(&request.headers, HOST.as_str())];
    hosts.into_iter().flatten().find(|host| Authority::parse(host).is_some())
}

/// The first of a header's values, which proxies append to with commas.
fn first<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()?.split(',').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(address: &Address, target: &str, headers: &[(&str, &str)]) -> String {
        let mut request = http::Request::get(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        address.of(&request.body(()).unwrap().into_parts().0, "/a.asmx")
    }

    #[test]
    fn is_that_of_the_request() {
        let default = Address::default();
        assert_eq!(address(&default, "/a.asmx?wsdl", &[("host", "h.test:81")]), "http://h.test:81/a.asmx");
        assert_eq!(address(&default, "/a.asmx", &[("host", "[::1]:81")]), "http://[::1]:81/a.asmx");
        assert_eq!(address(&default, "/a.asmx", &[]), "http://localhost/a.asmx");
        assert_eq!(address(&default, "/a.asmx", &[("host", "a/b?\"><")]), "http://localhost/a.asmx");
        assert_eq!(address(&default, "http://x.test/a.asmx", &[("host", "h.test")]), "http://x.test/a.asmx");
    }

    #[test]
    fn believes_a_proxy_only_if_told_to() {
        let headers = [("host", "inner"), ("x-forwarded-host", "outer.test, middle"), ("x-forwarded-proto", "https")];
        assert_eq!(address(&Address::default(), "/a.asmx", &headers), "http://inner/a.asmx");
        let trusting = Address::Requested { trust_forwarded: true };
        assert_eq!(address(&trusting, "/a.asmx", &headers), "https://outer.test/a.asmx");
        let odd = [("host", "inner"), ("x-forwarded-host", "a b"), ("x-forwarded-proto", "javascript")];
        assert_eq!(address(&trusting, "/a.asmx", &odd), "http://inner/a.asmx");
        assert_eq!(address(&Address::Stated("https://s.test/x".to_owned()), "/a.asmx", &headers), "https://s.test/x");
    }
}
