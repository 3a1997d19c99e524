//! A host with or without a port, from `Host` headers, request targets and origins.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host with or without a port. A text with a user, a path or markup is not an authority.
#[derive(Debug, Clone, Copy)]
pub(super) struct Authority<'a> {
    pub(super) host: Host<'a>,
    pub(super) port: Option<u16>,
}

/// A host. Names are compared without case and without a trailing dot.
#[derive(Debug, Clone, Copy)]
pub(super) enum Host<'a> {
    Name(&'a str),
    Address(IpAddr),
}

impl PartialEq for Host<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Name(one), Self::Name(other)) => one.eq_ignore_ascii_case(other),
            (Self::Address(one), Self::Address(other)) => one == other,
            _ => false,
        }
    }
}

impl<'a> Authority<'a> {
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (host, port) = if let Some(rest) = text.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            let address = address.parse::<Ipv6Addr>().ok()?;
            (Host::Address(IpAddr::V6(address).to_canonical()), port)
        } else {
            let (host, port) = text.split_at(text.find(':').unwrap_or(text.len()));
            (named(host)?, port)
        };
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => None,
            Some("") => None,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
            _ => return None,
        };
        Some(Self { host, port })
    }

    /// The authority of a URL or an origin, with the default port of its scheme. `None` for schemes other than `http` and `https`.
    pub(super) fn of_url(url: &'a str) -> Option<(Self, u16)> {
        let (scheme, rest) = url.split_once("://")?;
        let default_port = if scheme.eq_ignore_ascii_case("http") {
            80
        } else if scheme.eq_ignore_ascii_case("https") {
            443
        } else {
            return None;
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        Some((Self::parse(rest.get(..end)?)?, default_port))
    }
}

fn named(host: &str) -> Option<Host<'_>> {
    let host = host.strip_suffix('.').unwrap_or(host);
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return Some(Host::Address(IpAddr::V4(address)));
    }
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    (host.len() <= 253 && host.split('.').all(is_label)).then_some(Host::Name(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_ports() {
        for (text, host, port) in [
            ("api.test", Host::Name("API.Test"), None),
            ("api.test.:81", Host::Name("api.test"), Some(81)),
            ("LOCALHOST:", Host::Name("localhost"), None),
            ("127.0.0.1:8080", Host::Address([127, 0, 0, 1].into()), Some(8080)),
            ("127.0.0.1.", Host::Address([127, 0, 0, 1].into()), None),
            ("[::1]:81", Host::Address(Ipv6Addr::LOCALHOST.into()), Some(81)),
            ("[::ffff:127.0.0.1]", Host::Address([127, 0, 0, 1].into()), None),
            // Browsers send addresses in another form, so this is a name.
            ("127.1", Host::Name("127.1"), None),
        ] {
            let authority = Authority::parse(text).unwrap();
            assert!(authority.host == host && authority.port == port, "{text}: {authority:?}");
        }
        for text in [
            "",
            ".",
            "a..b",
            "a b",
            "a/b",
            "user@localhost",
            "localhost:80:80",
            "localhost:x",
            "localhost:65536",
            "localhost:+80",
            "localhost..",
            "::1",
            "[::1",
            "[::1]80",
            "[::1%25lo]",
            "[localhost]",
            "a\"b<",
            "é.test",
            "a,b",
            "a%2e",
        ] {
            assert!(Authority::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn of_urls() {
        let (authority, port) = Authority::of_url("HTTPS://a.test?x=http://b.test").unwrap();
        assert!(authority.host == Host::Name("a.test") && authority.port.is_none() && port == 443);
        for url in ["null", "", "about:blank", "file:///x", "chrome-extension://abc", "http://user@localhost/"] {
            assert!(Authority::of_url(url).is_none(), "{url}");
        }
    }
}
