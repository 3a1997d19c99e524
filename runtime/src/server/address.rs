//! Where a caller reached the service: the address that the WSDL document and the samples name.

use http::header::{HOST, HeaderMap};
use http::request::Parts;

use axum::extract::OriginalUri;

/// How the address is found out.
#[derive(Debug, Clone)]
pub(super) enum Address {
    /// It was stated: the address of the `.asmx` file.
    Stated(String),
    /// From the request: its target and its `Host` header.
    Requested {
        /// Whether a proxy's `X-Forwarded-Proto` and `X-Forwarded-Host` are believed.
        trust_forwarded: bool,
        /// Host and port for requests without a usable host.
        otherwise: String,
    },
}

impl Default for Address {
    fn default() -> Self {
        Self::Requested { trust_forwarded: false, otherwise: "localhost".to_owned() }
    }
}

impl Address {
    /// The address of the `.asmx` file that `request` is for.
    pub(super) fn of(&self, request: &Parts) -> String {
        let (trust_forwarded, otherwise) = match self {
            Self::Stated(address) => return address.clone(),
            Self::Requested { trust_forwarded, otherwise } => (*trust_forwarded, otherwise),
        };
        let uri = request.extensions.get::<OriginalUri>().map_or(&request.uri, |OriginalUri(uri)| uri);
        let forwarded = |name| if trust_forwarded { first(&request.headers, name) } else { None };
        let scheme =
            forwarded("x-forwarded-proto").filter(|scheme| matches!(*scheme, "http" | "https")).unwrap_or("http");
        let host = forwarded("x-forwarded-host").filter(|host| is_authority(host));
        let host = host.or_else(|| uri.authority().map(http::uri::Authority::as_str).filter(|host| is_authority(host)));
        let host = host.or_else(|| first(&request.headers, HOST.as_str()).filter(|host| is_authority(host)));
        format!("{scheme}://{}{}", host.unwrap_or(otherwise), uri.path())
    }
}

/// The first of a header's values, which proxies append to with commas.
fn first<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()?.split(',').next().map(str::trim)
}

/// Whether it can be a host with or without a port, and nothing else: no user, no path, no markup.
fn is_authority(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%:[]".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn address(address: &Address, target: &str, headers: &[(&str, &str)]) -> String {
        let mut request = http::Request::get(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        address.of(&request.body(()).unwrap().into_parts().0)
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
        let trusting = Address::Requested { trust_forwarded: true, otherwise: String::new() };
        assert_eq!(address(&trusting, "/a.asmx", &headers), "https://outer.test/a.asmx");
        let odd = [("host", "inner"), ("x-forwarded-host", "a b"), ("x-forwarded-proto", "javascript")];
        assert_eq!(address(&trusting, "/a.asmx", &odd), "http://inner/a.asmx");
        assert_eq!(address(&Address::Stated("https://s.test/x".to_owned()), "/a.asmx", &headers), "https://s.test/x");
    }
}
