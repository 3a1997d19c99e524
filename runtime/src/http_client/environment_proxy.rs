//! The proxy that the environment sets, as reqwest finds it: what errors tell of it.

use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use reqwest::Url;

/// The text about a proxy on the way to `url` in errors. reqwest does not state which proxies its changed settings have:
/// `is_customised` is true if there are such changes.
pub(crate) fn told(url: &Url, is_customised: bool) -> String {
    match (of_environment(url), is_customised) {
        (None, false) => String::new(),
        (None, true) => " (or to a proxy that `http(…)` sets)".to_owned(),
        (Some(proxy), false) => format!(" through {proxy}"),
        (Some(proxy), true) => format!(" through {proxy}, or as `http(…)` sets instead"),
    }
}

/// The proxy for `url` without its credentials, and what sets it.
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
    // Not the authority, in which credentials of an odd form may stand.
    let (host, port) = (proxy.uri().host().unwrap_or_default(), proxy.uri().port_u16());
    port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
