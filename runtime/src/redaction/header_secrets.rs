//! The secrets in HTTP headers.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue};

/// The kind of a text that a header holds.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Secret,
    /// A text that may be a secret.
    Likely,
    /// The name of a user.
    User,
}

/// The receiver of the texts.
pub(super) type Found<'a> = dyn FnMut(Kind, &str) + 'a;

/// A header whose name has one of these words is secret.
const WORDS: [&str; 9] = ["key", "token", "secret", "auth", "pass", "session", "signature", "ticket", "cookie"];

/// The characters of credentials that are searched for: tickets of Kerberos may have 64 KiB, and the rest of one is of no use.
const LONGEST: usize = 4000;

/// Whether a header of this name holds a secret: `Authorization`, `Cookie`, `X-Api-Key`.
///
/// Every header of every request is asked for. `str::contains` prepares a search for each word, which took a tenth of a small call.
pub(crate) fn is_secret_name(name: &HeaderName) -> bool {
    let mut rest = name.as_str().as_bytes();
    while let [first, ..] = rest {
        if WORDS.iter().any(|word| word.as_bytes().first() == Some(first) && rest.starts_with(word.as_bytes())) {
            return true;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

pub(super) fn of_request(headers: &HeaderMap, found: &mut Found<'_>) {
    for (name, value) in headers {
        if name == COOKIE {
            text_of(value).split(';').for_each(|pair| cookie(pair, found));
        } else if name == AUTHORIZATION || name == PROXY_AUTHORIZATION {
            credentials(&text_of(value), found);
        } else if is_secret_name(name) {
            let text = text_of(value);
            // The service may take a scheme for no part of the secret.
            if let Some((_, rest)) = text.split_once(' ') {
                found(Kind::Likely, rest.trim());
            }
            found(Kind::Secret, &text);
        } else if value.is_sensitive() {
            found(Kind::Likely, &text_of(value));
        }
    }
}

pub(super) fn of_response(headers: &HeaderMap, found: &mut Found<'_>) {
    for value in headers.get_all(SET_COOKIE) {
        text_of(value).split(';').take(1).for_each(|pair| cookie(pair, found));
    }
}

fn text_of(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).trim().to_owned()
}

fn cookie(pair: &str, found: &mut Found<'_>) {
    let value = pair.split_once('=').map_or(pair, |(_, value)| value);
    found(Kind::Likely, value.trim().trim_matches('"'));
}

/// The credentials of a scheme. Those of Basic are a user and a password; those of Digest and others may be a list of `name="value"`.
fn credentials(text: &str, found: &mut Found<'_>) {
    let (scheme, credentials) = text.split_once(' ').unwrap_or(("", text));
    let credentials = credentials.trim();
    if scheme.eq_ignore_ascii_case("Basic")
        && let Some((pair, (user, password))) =
            decoded(credentials).as_deref().and_then(|pair| Some((pair, pair.split_once(':')?)))
    {
        found(Kind::User, user);
        found(Kind::Secret, password);
        found(Kind::Secret, pair);
    }
    for part in credentials.split(',') {
        part.split_once('=').into_iter().for_each(|(_, value)| found(Kind::Likely, value.trim().trim_matches('"')));
    }
    let begin = credentials.char_indices().nth(LONGEST).and_then(|(end, _)| credentials.get(..end));
    found(Kind::Secret, begin.unwrap_or(credentials));
}

fn decoded(credentials: &str) -> Option<String> {
    String::from_utf8(BASE64_STANDARD.decode(credentials).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_secret_if_it_has_a_word_anywhere() {
        let is_secret = |name: &'static str| is_secret_name(&HeaderName::from_static(name));
        for word in WORDS {
            for name in [word.to_owned(), format!("x-{word}"), format!("{word}-id"), format!("x{word}x")] {
                assert!(is_secret_name(&HeaderName::from_bytes(name.as_bytes()).unwrap()), "{name}");
            }
        }
        for name in ["accept", "content-type", "soapaction", "user-agent", "x-tenant", "ke", "toke", "x-ke-y"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
