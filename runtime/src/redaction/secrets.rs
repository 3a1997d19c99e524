//! The secrets of a call that are outside of its message: sign-in, HTTP headers, cookies.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asmx_types::sessions;
use http::header::LOCATION;
use http::{Extensions, HeaderMap};
use secrecy::{ExposeSecret as _, SecretString};

use super::header_secrets::Kind;
use super::{MOST_SECRETS, Redaction, SHOWN, header_secrets};

/// The fewest characters of a text that is only likely to be a secret: a user name, the value of a cookie. `lang=en` is no secret, and
/// would be missed in any text.
const SHORTEST_LIKELY: usize = 8;

/// Texts that errors, logs and kept exchanges do not show, even if the server repeats them. Clones share their texts.
///
/// The client takes the secrets of a request's headers itself. A stack of [`build_on`](crate::Builder::build_on) that signs in by other means
/// reports its secrets with each request:
///
/// ```
/// # use asmx_runtime::{SecretString, stack::Secrets};
/// # fn send(request: &http::Request<bytes::Bytes>, password: SecretString) {
/// let secrets = Secrets::of(request.extensions());
/// secrets.hide(password);
/// secrets.hide_user("SHOP\\ann.example");
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Secrets(Arc<Mutex<Vec<SecretString>>>);

impl Secrets {
    /// No secrets yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The secrets of the call that a request with these extensions belongs to. If a layer has lost the extensions, texts that are hidden here
    /// have no effect.
    #[must_use]
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get().cloned().unwrap_or_default()
    }

    /// Passes these secrets on with a request: a stack below adds its own.
    pub fn attach(&self, extensions: &mut Extensions) {
        extensions.insert(self.clone());
    }

    /// Adds a secret: a password, a key, a token. One of fewer than 4 characters is not searched for, and withholds the bodies of exchanges.
    pub fn hide(&self, secret: impl Into<SecretString>) {
        let secret = secret.into();
        let mut texts = self.texts();
        // With more, no text of the server is shown.
        if texts.len() <= MOST_SECRETS && !texts.iter().any(|known| known.expose_secret() == secret.expose_secret()) {
            texts.push(secret);
        }
    }

    /// Adds a text that may be a secret, such as a user name or the value of a cookie. It is searched for if it has 8 characters or more.
    pub fn hide_likely(&self, text: &str) {
        if text.chars().count() >= SHORTEST_LIKELY {
            self.hide(text);
        }
    }

    /// Adds a user name, with and without its domain (`DOMAIN\user`, `user@domain`), as [`hide_likely`](Self::hide_likely) does.
    pub fn hide_user(&self, name: &str) {
        let user = name.split_once('\\').map_or(name, |(_, user)| user);
        let user = user.split_once('@').map_or(user, |(user, _)| user);
        self.hide_likely(name);
        self.hide_likely(user);
    }

    /// Adds all secrets of `other`.
    pub fn hide_all(&self, other: &Self) {
        if !Arc::ptr_eq(&self.0, &other.0) {
            let secrets = other.texts().clone();
            for secret in secrets {
                self.hide(secret);
            }
        }
    }

    /// Adds the secrets of a request's headers: those that are secret by name, values that
    /// [are sensitive](http::HeaderValue::set_sensitive) of 8 characters or more, and values of cookies.
    pub fn hide_headers(&self, headers: &HeaderMap) {
        header_secrets::of_request(headers, &mut |kind, text| self.add(kind, text));
    }

    /// Adds the sessions that ASP.NET keeps in an address: those in `/(S(…)F(…))/shop.asmx`.
    pub fn hide_address(&self, address: &str) {
        for id in sessions::ids(address.as_bytes()) {
            self.hide_likely(address.get(id).unwrap_or_default());
        }
    }

    /// Adds the values of the cookies that a response sets, and the sessions in the address that it points to.
    pub fn hide_new_cookies(&self, headers: &HeaderMap) {
        header_secrets::of_response(headers, &mut |kind, text| self.add(kind, text));
        for address in headers.get_all(LOCATION) {
            self.hide_address(&String::from_utf8_lossy(address.as_bytes()));
        }
    }

    /// The text with `[redacted]` for each secret. A text that ends with `…` is taken as cut there. At most 4,000 characters are returned.
    #[must_use]
    pub fn redacted(&self, text: &str) -> String {
        self.redaction().excerpt(text, SHOWN, true)
    }

    pub(crate) fn redaction(&self) -> Redaction {
        let mut secrets = Vec::new();
        self.push_to(&mut secrets);
        Redaction::of_secrets(&secrets)
    }

    fn add(&self, kind: Kind, text: &str) {
        match kind {
            Kind::Secret => self.hide(text),
            Kind::Likely => self.hide_likely(text),
            Kind::User => self.hide_user(text),
        }
    }

    pub(crate) fn push_to(&self, secrets: &mut Vec<String>) {
        secrets.extend(self.texts().iter().map(|secret| secret.expose_secret().to_owned()));
    }

    /// A poisoned lock is used: each change is a single step.
    fn texts(&self) -> MutexGuard<'_, Vec<SecretString>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Secrets").field("count", &self.texts().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

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
