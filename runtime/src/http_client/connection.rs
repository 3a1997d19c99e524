//! The connections of reqwest: the TLS, and the proxy of the environment.

use http::HeaderMap;
use http::header::PROXY_AUTHORIZATION;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use reqwest::Url;

use super::address::{LOCALHOST, is_this_machine};
use crate::error::{Sentence, Setting};

/// TLS by rustls.
#[cfg(feature = "rustls-tls")]
mod backend {
    /// Chooses rustls, with *ring* unless the program has installed another provider. Otherwise the TLS would be that of the operating system
    /// as soon as any crate of the program switches that on.
    pub(crate) fn chosen(http: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
        // An error means that the program has installed a provider, which rustls then uses.
        let _ = rustls::crypto::ring::default_provider().install_default();
        http.tls_backend_rustls()
    }
}

/// The TLS of the operating system, or none.
#[cfg(not(feature = "rustls-tls"))]
mod backend {
    pub(crate) fn chosen(http: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
        http
    }
}

use backend::chosen;

/// A builder of HTTP clients with the TLS of clients of services, for other requests of a program.
pub fn http_client() -> reqwest::ClientBuilder {
    // Bodies are unpacked in one place, whatever another crate of the program switches on.
    let http = chosen(reqwest::Client::builder()).no_gzip().no_deflate();
    // Heads that other clients take: a blank before the colon, a folded line, a line that is no field.
    http.http1_allow_spaces_after_header_name_in_responses(true)
        .http1_allow_obsolete_multiline_headers_in_responses(true)
        .http1_ignore_invalid_headers_in_responses(true)
}

/// Lets requests to this machine stay on it: no proxy, and no resolver for `localhost`. Other addresses change nothing.
pub fn direct_to_this_machine(http: reqwest::ClientBuilder, url: &Url) -> reqwest::ClientBuilder {
    match url.host_str().filter(|_| is_this_machine(url)) {
        Some(host) => http.no_proxy().resolve_to_addrs(host, &LOCALHOST),
        None => http,
    }
}

/// The text about a proxy on the way to `url` in errors. reqwest does not state which proxies its changed settings have:
/// `is_customised` is true if there are such changes.
pub(crate) fn proxy_in_words(url: &Url, is_customised: bool) -> Sentence {
    let sentence = Sentence::default();
    match (of_environment(url), is_customised) {
        (None, false) => sentence,
        (None, true) => sentence.text(" (or to a proxy that ").setting(Setting::Proxy).text(" sets)"),
        (Some(proxy), false) => sentence.text(format!(" through {proxy}")),
        (Some(proxy), true) => {
            sentence.text(format!(" through {proxy}, or as ")).setting(Setting::Proxy).text(" sets instead")
        }
    }
}

/// The credentials for the proxy of the environment on the way to `url`, which may show them in its pages.
pub(crate) fn proxy_headers(url: &Url) -> HeaderMap {
    let proxy = url.as_str().parse().ok().and_then(|uri| Matcher::from_system().intercept(&uri));
    let value = proxy.as_ref().and_then(Intercept::basic_auth).cloned();
    value.map(|value| (PROXY_AUTHORIZATION, value)).into_iter().collect()
}

fn of_environment(url: &Url) -> Option<String> {
    let uri = url.as_str().parse().ok()?;
    let proxy = Matcher::from_system().intercept(&uri)?;
    let variables = if url.scheme() == "http" { ["HTTP_PROXY", "http_proxy"] } else { ["HTTPS_PROXY", "https_proxy"] };
    let sets = |variable: &&str| {
        let value = std::env::var(variable).unwrap_or_default();
        Matcher::builder().all(value).build().intercept(&uri).is_some_and(|one| one.uri() == proxy.uri())
    };
    let setting = match variables.iter().chain(&["ALL_PROXY", "all_proxy"]).copied().find(sets) {
        Some(variable) => format!("`{variable}`"),
        None => "the system's settings".to_owned(),
    };
    Some(format!("the proxy `{}` ({setting})", server_of(&proxy)))
}

fn server_of(proxy: &Intercept) -> String {
    // The authority may hold credentials in an odd form.
    let (host, port) = (proxy.uri().host().unwrap_or_default(), proxy.uri().port_u16());
    port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
