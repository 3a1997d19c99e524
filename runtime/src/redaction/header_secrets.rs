//! The secrets in HTTP headers.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::Secrets;

/// A header whose name has one of these words is secret.
const WORDS: [&str; 9] = ["key", "token", "secret", "auth", "pass", "session", "signature", "ticket", "cookie"];

/// The characters of credentials that are searched for: tickets of Kerberos may have 64 KiB, and the rest of one is of no use.
const LONGEST: usize = 4000;

/// Whether a header of this name holds a secret: `Authorization`, `Cookie`, `X-Api-Key`.
pub(crate) fn is_secret_name(name: &HeaderName) -> bool {
    WORDS.iter().any(|word| name.as_str().contains(word))
}

pub(super) fn of_request(headers: &HeaderMap, secrets: &Secrets) {
    for (name, value) in headers {
        if name == COOKIE {
            text_of(value).split(';').for_each(|pair| hide_cookie(pair, secrets));
        } else if name == AUTHORIZATION || name == PROXY_AUTHORIZATION {
            hide_credentials(&text_of(value), secrets);
        } else if is_secret_name(name) {
            let text = text_of(value);
            // The service may take a scheme for no part of the secret.
            text.split_once(' ').into_iter().for_each(|(_, rest)| secrets.hide_likely(rest.trim()));
            secrets.hide(text);
        } else if value.is_sensitive() {
            secrets.hide_likely(&text_of(value));
        }
    }
}

pub(super) fn of_response(headers: &HeaderMap, secrets: &Secrets) {
    for value in headers.get_all(SET_COOKIE) {
        text_of(value).split(';').take(1).for_each(|pair| hide_cookie(pair, secrets));
    }
}

fn text_of(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).trim().to_owned()
}

fn hide_cookie(pair: &str, secrets: &Secrets) {
    let value = pair.split_once('=').map_or(pair, |(_, value)| value);
    secrets.hide_likely(value.trim().trim_matches('"'));
}

/// The credentials of a scheme. Those of Basic are a user and a password; those of Digest and others may be a list of `name="value"`.
fn hide_credentials(text: &str, secrets: &Secrets) {
    let (scheme, credentials) = text.split_once(' ').unwrap_or(("", text));
    let credentials = credentials.trim();
    if scheme.eq_ignore_ascii_case("Basic")
        && let Some((pair, (user, password))) = decoded(credentials).as_deref().and_then(|pair| Some((pair, pair.split_once(':')?)))
    {
        secrets.hide_user(user);
        secrets.hide(password);
        secrets.hide(pair);
    }
    for part in credentials.split(',') {
        part.split_once('=').into_iter().for_each(|(_, value)| secrets.hide_likely(value.trim().trim_matches('"')));
    }
    let begin = credentials.char_indices().nth(LONGEST).and_then(|(end, _)| credentials.get(..end));
    secrets.hide(begin.unwrap_or(credentials));
}

fn decoded(credentials: &str) -> Option<String> {
    String::from_utf8(BASE64_STANDARD.decode(credentials).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with the secrets of one header redacted.
    fn redacted(name: &'static str, value: &'static str, is_sensitive: bool, text: &str) -> String {
        let (secrets, mut headers) = (Secrets::new(), HeaderMap::new());
        let mut value = HeaderValue::from_static(value);
        value.set_sensitive(is_sensitive);
        headers.insert(HeaderName::from_static(name), value);
        secrets.hide_headers(&headers);
        secrets.hide_new_cookies(&headers);
        secrets.redacted(text)
    }

    #[test]
    fn each_part_of_a_secret_header_is_hidden_and_common_words_are_not() {
        // printf 'ann:pa55' | base64; printf 'ann.example:pa55' | base64
        for (name, value, is_sensitive, text, expected) in [
            ("authorization", "Basic YW5uOnBhNTU=", true, "ann pa55 YW5uOnBhNTU=", "ann [redacted] [redacted]"),
            ("authorization", "Basic YW5uLmV4YW1wbGU6cGE1NQ==", false, "ann.example", "[redacted]"),
            ("proxy-authorization", "Bearer t0ken", false, "Bearer T0KEN", "Bearer [redacted]"),
            ("authorization", "hunter2", false, "hunter2", "[redacted]"),
            ("authorization", "Digest username=\"ann.example\", uri=\"/\"", false, "ann.example /", "[redacted] /"),
            ("cookie", "lang=en; .ASPXAUTH=\"0123ABCD\"", true, "en 0123abcd", "en [redacted]"),
            ("set-cookie", "sid=0123ABCD; path=/services", false, "0123ABCD /services", "[redacted] /services"),
            ("x-api-key", "k3y1", false, "k3y1", "[redacted]"),
            ("x-auth", "Custom k3y12345", false, "k3y12345", "[redacted]"),
            ("x-tenant", "shop", true, "the shop", "the shop"),
            ("x-tenant", "shop-north", true, "the shop-north", "the [redacted]"),
            ("x-tenant", "shop-north", false, "the shop-north", "the shop-north"),
        ] {
            assert_eq!(redacted(name, value, is_sensitive, text), expected, "{name}: {value}");
        }
    }
}
