//! Cookies of a session.

use std::fmt;
use std::io::{self, BufReader};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cookie_store::{Cookie, CookieStore};
use http::header::SET_COOKIE;
use http::{HeaderMap, HeaderValue, Uri};
use url::Url;

use crate::redaction::Secrets;

/// The most cookies of a jar.
const MOST_COOKIES: usize = 180;
/// The longest cookie with its attributes, in bytes.
const LONGEST_COOKIE: usize = 4096;

/// A jar of cookies, as browsers have it, for services that know their callers by a cookie (`EnableSession`, forms sign-in). Clones share
/// their cookies. Cookies are secrets: they are shown nowhere. A jar keeps 180 cookies of 4 kB, so that no server fills the memory.
///
/// [`Client::with_new_session`](crate::Client::with_new_session) gives a client a jar of its own.
#[derive(Clone, Default)]
pub struct Cookies(Arc<Mutex<CookieStore>>);

impl Cookies {
    /// An empty jar.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A jar with the cookies that [`to_json`](Self::to_json) wrote. Those that expired are left out.
    ///
    /// # Errors
    ///
    /// The text is not of that form.
    pub fn from_json(json: &str) -> io::Result<Self> {
        let unreadable = |_| io::Error::new(io::ErrorKind::InvalidData, "this is not a cookie jar");
        let store = cookie_store::serde::json::load(BufReader::new(json.as_bytes())).map_err(unreadable)?;
        Ok(Self(Arc::new(Mutex::new(store))))
    }

    /// All cookies as JSON, those of the session included. The text is a secret.
    ///
    /// # Errors
    ///
    /// None that is known: errors of the library are passed on.
    pub fn to_json(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        cookie_store::serde::json::save_incl_expired_and_nonpersistent(&self.store(), &mut bytes)
            .map_err(|_| io::Error::other("the cookies cannot be written"))?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    /// Forgets all cookies.
    pub fn clear(&self) {
        self.store().clear();
    }

    /// The header for a request to this address, unless there are no cookies for it.
    pub(crate) fn header(&self, uri: &Uri) -> Option<HeaderValue> {
        let url = Url::parse(&uri.to_string()).ok()?;
        let store = self.store();
        let pairs: Vec<_> = store.get_request_values(&url).map(|(name, value)| format!("{name}={value}")).collect();
        let mut header = HeaderValue::try_from(pairs.join("; ")).ok().filter(|header| !header.is_empty())?;
        header.set_sensitive(true);
        Some(header)
    }

    /// Keeps the cookies of a response from this address, as many as browsers keep.
    pub(crate) fn keep(&self, uri: &Uri, headers: &HeaderMap) {
        let Ok(url) = Url::parse(&uri.to_string()) else { return };
        let texts = headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        for text in texts.filter(|text| text.len() <= LONGEST_COOKIE) {
            let mut store = self.store();
            // A cookie of another site, or a malformed one, is not kept.
            let _ = store.parse(text, &url);
            if store.iter_any().count() > MOST_COOKIES {
                drop_one(&mut store, &url);
            }
        }
    }

    pub(crate) fn hide_in(&self, secrets: &Secrets) {
        self.store().iter_any().for_each(|cookie| secrets.hide_likely(cookie.value()));
    }

    /// A jar for another session.
    pub(crate) fn for_new_session(_: &Self) -> Self {
        Self::default()
    }

    /// A poisoned lock is used: each change is a single step.
    fn store(&self) -> MutexGuard<'_, CookieStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops a cookie that has expired or that requests to this address do not send; any, if there is no such cookie.
fn drop_one(store: &mut CookieStore, url: &Url) {
    let is_unused = |cookie: &&Cookie<'_>| cookie.is_expired() || !cookie.matches(url);
    let dropped = store.iter_any().find(is_unused).or_else(|| store.iter_any().next());
    let key =
        dropped.map(|cookie| (String::from(&cookie.domain), String::from(&cookie.path), cookie.name().to_owned()));
    if let Some((domain, path, name)) = key {
        store.remove(&domain, &path, &name);
    }
}

impl fmt::Debug for Cookies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.store().iter_unexpired().count();
        formatter.debug_struct("Cookies").field("count", &count).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_fills_no_jar() {
        let (jar, uri) = (Cookies::new(), "https://shop.example/a/b".parse().unwrap());
        let set = |cookie: String| {
            let mut headers = HeaderMap::new();
            headers.append(SET_COOKIE, HeaderValue::try_from(cookie).unwrap());
            jar.keep(&uri, &headers);
        };
        set("session=7; path=/".to_owned());
        set(format!("long={}", "x".repeat(LONGEST_COOKIE)));
        for number in 0..1000 {
            set(format!("c{number}=x; path=/nowhere/{number}"));
        }
        assert_eq!(jar.store().iter_any().count(), MOST_COOKIES);
        assert_eq!(jar.header(&uri).unwrap(), "session=7");
        for number in 0..1000 {
            set(format!("d{number}=x; path=/"));
        }
        assert_eq!(jar.store().iter_any().count(), MOST_COOKIES);
    }

    #[test]
    fn expired_cookies_are_left_out() {
        let (jar, uri) = (Cookies::new(), "https://shop.example/".parse().unwrap());
        let mut headers = HeaderMap::new();
        for cookie in
            ["a=1; expires=Fri, 31 Dec 2100 00:00:00 GMT", "b=2; expires=Sat, 01 Jan 2101 00:00:00 GMT", "c=3"]
        {
            headers.append(SET_COOKIE, HeaderValue::from_static(cookie));
        }
        jar.keep(&uri, &headers);
        let json = jar.to_json().unwrap();
        assert!(json.contains("2101"));
        let later = Cookies::from_json(&json.replace("2101", "2001")).unwrap();
        let pairs = later.header(&uri).unwrap();
        let mut pairs: Vec<_> = pairs.to_str().unwrap().split("; ").collect();
        pairs.sort_unstable();
        assert_eq!(pairs, ["a=1", "c=3"]);
        assert!(!later.to_json().unwrap().contains("2001"));
    }
}
