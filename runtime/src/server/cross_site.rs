//! Requests that a browser sends for a page of another site.

use http::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERER};

use super::authority::Authority;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether the headers of a browser say that a page of another site, or an unknown page, makes this request.
///
/// The function compares `Host` with `Sec-Fetch-Site`, which current browsers send to `https`, `localhost` and loopback addresses; with
/// `Origin`, which all browsers send with a POST; and, if both are absent, with `Referer`. A request without these headers counts as one of
/// a program. Another port is another site.
///
/// Check `Host` first ([`ListenOptions::refuse_foreign_hosts`](super::ListenOptions::refuse_foreign_hosts)): the owner of a name can point it at
/// any address.
pub fn is_cross_site(headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    is_foreign(headers, host.and_then(Authority::parse))
}

/// Whether a page of another site makes this request to a server with the address `own`.
pub(super) fn is_foreign(headers: &HeaderMap, own: Option<Authority<'_>>) -> bool {
    let mut sites = headers.get_all(SEC_FETCH_SITE).iter().peekable();
    let is_told = sites.peek().is_some();
    if sites.any(|site| site != "same-origin" && site != "none") || has_foreign_origin(headers, own) {
        return true;
    }
    let mut origins = headers.get_all(ORIGIN).iter();
    match origins.next() {
        // A page that hides its address may be one of this server's.
        Some(_) => !is_told && headers.get_all(ORIGIN).iter().any(|origin| origin == "null"),
        None => !is_told && headers.get_all(REFERER).iter().any(|page| !is_own(page, own)),
    }
}

/// Whether a page at another address than `own` makes this request.
pub(super) fn has_foreign_origin(headers: &HeaderMap, own: Option<Authority<'_>>) -> bool {
    headers.get_all(ORIGIN).iter().any(|origin| origin != "null" && !is_own(origin, own))
}

fn is_own(url: &HeaderValue, own: Option<Authority<'_>>) -> bool {
    let Some((page, default_port)) = url.to_str().ok().and_then(Authority::of_url) else { return false };
    // The scheme is not compared: a proxy may have removed TLS.
    own.is_some_and(|own| {
        own.host == page.host && own.port.unwrap_or(default_port) == page.port.unwrap_or(default_port)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(lines: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static("LocalHost:8080"));
        for (name, value) in lines {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        is_cross_site(&headers)
    }

    #[test]
    fn requests_of_this_site_and_of_programs() {
        for lines in [
            &[][..],
            &[("sec-fetch-site", "same-origin")],
            &[("sec-fetch-site", "none")],
            &[("sec-fetch-site", "same-origin"), ("origin", "null")],
            &[("origin", "http://localhost:8080")],
            &[("origin", "http://LOCALHOST.:8080")],
            &[("referer", "http://localhost:8080/outbox?x#y")],
            &[("sec-fetch-site", "none"), ("referer", "http://evil.test/")],
        ] {
            assert!(!judged(lines), "{lines:?}");
        }
    }

    #[test]
    fn requests_of_other_sites() {
        for lines in [
            &[("sec-fetch-site", "cross-site")][..],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "SAME-ORIGIN")],
            &[("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-origin"), ("origin", "http://evil.test")],
            &[("origin", "null")],
            &[("origin", "")],
            &[("origin", "http://evil.test")],
            &[("origin", "http://localhost:8081")],
            &[("origin", "http://localhost")],
            &[("origin", "http://localhost:8080.evil.test")],
            &[("origin", "http://localhost:8080@evil.test")],
            &[("origin", "http://127.0.0.1:8080")],
            &[("origin", "http://localhost:8080"), ("origin", "http://evil.test")],
            &[("origin", "chrome-extension://localhost:8080")],
            &[("referer", "http://evil.test/?http://localhost:8080/")],
            &[("referer", "http://localhost:8080@evil.test/")],
        ] {
            assert!(judged(lines), "{lines:?}");
        }
    }
}
