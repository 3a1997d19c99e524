//! The addresses that a client calls. An address that would send a password unencrypted, or that is malformed, is refused.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use asmx_types::without_query;
use reqwest::Url;

use super::http_settings::HttpSettings;
use crate::error::{Error, ErrorKind, Sentence, Setting};
use crate::operation::Service;
use crate::redaction::with_sessions_redacted;
use crate::xml::shown_line;

pub(crate) struct Address {
    pub(crate) url: Url,
    /// URLs of ports at other paths, by the path that the service states. Empty if a path was set: all calls go there.
    pub(crate) other_paths: Vec<(&'static str, Url)>,
    pub(crate) named: Sentence,
}

/// The addresses of `localhost`, which needs no resolver. The port is that of the URL.
pub(crate) const LOCALHOST: [SocketAddr; 2] =
    [SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0), SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), 0)];

impl Address {
    /// Checks the address of a client. `proxy` returns the text about proxies for errors of calls to another machine.
    pub(crate) fn of(
        service: &Service,
        settings: &HttpSettings,
        proxy: impl FnOnce(&Url) -> Sentence,
    ) -> Result<Self, Error> {
        let base = settings.base_url.as_deref().ok_or_else(|| {
            configuration(Sentence::from("the service has no address: give it with ").setting(Setting::BaseUrl))
        })?;
        let path = settings.path.as_deref().unwrap_or(service.path);
        if !path.starts_with('/') {
            return Err(configuration(format!(
                "the path of the service must begin with `/`: `{}`",
                shown_line(&with_sessions_redacted(path))
            )));
        }
        let base = base_url(base.trim(), without_query(path).trim_end_matches('/'))?;
        let below = |path: &str| {
            let mut url = base.clone();
            url.set_path(&format!("{}{}", base.path().trim_end_matches('/'), without_query(path)));
            url.set_query(path.split_once('?').map(|(_, query)| query));
            url
        };
        let url = below(path);
        let other_paths = service.paths().into_iter().skip(1).filter(|_| settings.path.is_none());
        let other_paths = other_paths.map(|path| (path, below(path))).collect();
        let is_local = is_this_machine(&url);
        let (host, port) = (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default());
        let named = Sentence::from(format!("`{host}:{port}`"));
        let named = if is_local { named } else { named.and(proxy(&url)) };
        if !credentials_may_go(&url, &url, settings.plain_http) {
            return Err(unencrypted(named));
        }
        Ok(Self { url, other_paths, named })
    }
}

pub(crate) fn unencrypted(to: impl Into<Sentence>) -> Error {
    let message = Sentence::from("`http://` sends messages, and any credentials in them, unencrypted to ").and(to);
    let message = message.text(": use `https://`, or permit it with ").setting(Setting::PlainHttp);
    Error::new(ErrorKind::NotPermitted, message)
}

fn configuration(message: impl Into<Sentence>) -> Error {
    Error::new(ErrorKind::Configuration, message)
}

/// Parses and checks the base URL. `service_path` has no query and no trailing slash. Errors do not show parts that may hold a secret.
fn base_url(address: &str, service_path: &str) -> Result<Url, Error> {
    // In `host:80` the parser takes the host for a scheme.
    if !address.contains("://") {
        return Err(configuration(
            "the base URL has no scheme: write `https://` before the host, or for this machine `http://`",
        ));
    }
    let url = Url::parse(address).map_err(|error| configuration(format!("the base URL is not a URL: {error}")))?;
    if !matches!(url.scheme(), "https" | "http") {
        return Err(configuration("the base URL must begin with `https://` or `http://`"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(configuration("the base URL must not hold a user name or password"));
    }
    if let Some(right) = without_service_path(&url, service_path) {
        let message = format!(
            "give the base URL without the path of the service: `{}`; `{service_path}` is added to it",
            right.as_str().trim_end_matches('/')
        );
        return Err(configuration(with_sessions_redacted(&message).into_owned()));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(configuration("the base URL must not have a query or fragment"));
    }
    Ok(url)
}

/// The URL before the path of the service, or before that of another `.asmx` file; `None` if the URL has no such path.
fn without_service_path(url: &Url, service_path: &str) -> Option<Url> {
    let segments: Vec<_> = url.path().split('/').collect();
    let before = match segments.iter().position(|segment| without_end(segment, ".asmx").is_some()) {
        Some(file) => segments.get(..file)?.join("/"),
        None if service_path.is_empty() => return None,
        None => without_end(url.path().trim_end_matches('/'), service_path)?.to_owned(),
    };
    let mut right = url.clone();
    right.set_path(&before);
    right.set_query(None);
    right.set_fragment(None);
    Some(right)
}

/// `text` without a suffix in any case; `None` if it does not end so.
fn without_end<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let (front, back) = text.split_at_checked(text.len().checked_sub(end.len())?)?;
    back.eq_ignore_ascii_case(end).then_some(front)
}

/// Whether credentials that are meant for the server of `main` may go to `url`: the same server, over `https://`, on this machine, or with the
/// permission for plain HTTP.
pub fn credentials_may_go(main: &Url, url: &Url, plain_http: bool) -> bool {
    is_same_server(main, url) && (url.scheme() == "https" || is_this_machine(url) || plain_http)
}

/// Whether two addresses are of one server: scheme, host and port are equal. `https://` of a host is also the server of its `http://`, each at its
/// default port: a server that permits plain HTTP for the first request points there.
pub fn is_same_server(main: &Url, url: &Url) -> bool {
    let is_default = |url: &Url, scheme: &str| url.scheme() == scheme && url.port().is_none();
    let is_upgrade =
        is_default(main, "http") && is_default(url, "https") && main.host_str().is_some() && main.host() == url.host();
    is_upgrade || main.origin() == url.origin() && main.host_str().is_some()
}

/// Whether requests to the URL stay on this machine. The parser has already normalized numbers such as `0x7f.1`.
pub fn is_this_machine(url: &Url) -> bool {
    url.host_str().is_some_and(|host| {
        let address = host.trim_start_matches('[').trim_end_matches(']');
        matches!(host, "localhost" | "localhost.")
            || address.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_stay_at_scheme_host_and_port() {
        let url = |text: &str| Url::parse(text).unwrap();
        for (main, to, may, with_permission) in [
            ("https://a.example/x", "https://a.example/y?z", true, true),
            ("https://a.example", "https://A.example:443", true, true),
            ("https://a.example", "https://a.example:8443", false, false),
            ("https://a.example", "http://a.example", false, false),
            ("https://a.example", "https://b.example", false, false),
            ("https://a.example", "https://a.example.", false, false),
            ("http://a.example", "http://a.example", false, true),
            // An upgrade.
            ("http://a.example", "https://a.example", true, true),
            ("http://a.example:80", "https://a.example:443", true, true),
            ("http://a.example:8080", "https://a.example", false, false),
            ("http://a.example", "https://a.example:8443", false, false),
            ("http://127.0.0.1:1", "http://127.0.0.1:1", true, true),
            ("http://127.0.0.1:1", "http://127.0.0.1:2", false, false),
            ("http://[::ffff:127.0.0.1]", "http://[::ffff:127.0.0.1]", true, true),
            ("http://localhost.", "http://localhost./x", true, true),
            ("http://0.0.0.0:1", "http://0.0.0.0:1", false, true),
            ("data:,x", "data:,x", false, false),
        ] {
            let found = [false, true].map(|plain_http| credentials_may_go(&url(main), &url(to), plain_http));
            assert_eq!(found, [may, with_permission], "{main} {to}");
        }
    }
}
