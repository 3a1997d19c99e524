//! Finds requests that servers refuse, or may refuse, before they are sent.

use std::collections::HashSet;

use bytes::Bytes;
use http::{Method, Request};

use super::get_post::form;
use super::outgoing::Outgoing;
use crate::error::{Error, ErrorKind};
use crate::value::field::{Field, View};

/// The limits of a server, beside the query limit of GET. The defaults are those of genuine servers. A call above a limit is not sent, and
/// its error names a transport that would work.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerLimits {
    /// The longest URL, in bytes. `None` means no limit. The default is 16 KiB.
    pub url: Option<usize>,
    /// The largest body, in bytes. The default is `None`, no limit. Genuine servers accept 4 MiB unless `maxRequestLength` is higher, as it
    /// usually is for imports.
    pub body: Option<usize>,
    /// The most different names of parameters over GET and POST. An array counts once. `None` means no limit. The default is 1,000
    /// (`aspnet:MaxHttpCollectionKeys`).
    pub form_keys: Option<usize>,
    /// Whether the server may refuse values that look like HTML over GET and POST: `<` before a letter, `!`, `/` or `?`, and `&#`
    /// (`validateRequest`, since ASP.NET 4 for every request). `Transport::Auto` then sends them over SOAP if it can. A call with an explicit
    /// transport is sent; if the server refuses it, the error names a transport that would work. The default is `true`.
    pub request_validation: bool,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self { url: Some(16 * 1024), body: None, form_keys: Some(1000), request_validation: true }
    }
}

impl ServerLimits {
    /// No limits, for servers without these restrictions, such as those made with this crate.
    pub const fn none() -> Self {
        Self { url: None, body: None, form_keys: None, request_validation: false }
    }

    /// Sets the limit for bodies, in bytes. `None` means no limit.
    #[must_use]
    pub fn body(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.body = bytes.into();
        self
    }

    /// Sets the limit for URLs, in bytes. `None` means no limit.
    #[must_use]
    pub fn url(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.url = bytes.into();
        self
    }

    /// Sets the limit of names over GET and POST. `None` means no limit.
    #[must_use]
    pub fn form_keys(mut self, names: impl Into<Option<usize>>) -> Self {
        self.form_keys = names.into();
        self
    }

    /// Sets whether the server may refuse values that look like HTML.
    #[must_use]
    pub fn request_validation(mut self, validates: bool) -> Self {
        self.request_validation = validates;
        self
    }

    pub(crate) fn check(&self, call: Outgoing<'_>, request: &Request<Bytes>) -> Result<(), Error> {
        let path = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
        let address = request.uri().authority().map_or(0, |authority| authority.as_str().len());
        let scheme = request.uri().scheme_str().map_or(0, |scheme| scheme.len() + "://".len());
        let body = request.body();
        within(self.url, scheme + address + path, "the URL has", "bytes")?;
        within(self.body, body.len(), "the request's body has", "bytes")?;
        if call.transport.is_soap() {
            return Ok(());
        }
        let pairs = match (request.method(), request.uri().query()) {
            (&Method::GET, query) => query.unwrap_or_default().as_bytes(),
            _ => body,
        };
        // There are no more names than pairs, so usually no names have to be counted.
        if self.form_keys.is_none_or(|limit| memchr::memchr_iter(b'&', pairs).count() < limit) {
            return Ok(());
        }
        within(self.form_keys, count_names(pairs), "the request has", "different names")
    }
}

fn within(limit: Option<usize>, found: usize, what: &str, unit: &str) -> Result<(), Error> {
    match limit {
        Some(limit) if found > limit => {
            let message = format!("{what} {found} {unit}, more than the {limit} that the server takes");
            Err(Error::new(ErrorKind::InvalidRequest, message))
        }
        _ => Ok(()),
    }
}

/// The first parameter whose value looks like HTML to request validation. `None` over SOAP, which is not validated.
pub(crate) fn looks_like_html(call: Outgoing<'_>) -> Option<String> {
    if call.transport.is_soap() {
        return None;
    }
    if let Some((parameter, _)) = call.common.iter().find(|(_, value)| is_suspicious(*value)) {
        return Some(parameter.name.to_owned());
    }
    if let Some((parameter, _)) = call.request.declared().find(|(_, field)| is_suspicious(*field)) {
        return Some(parameter.name.to_owned());
    }
    call.undeclared.iter().find(|(_, value)| is_suspicious(value)).map(|(name, _)| name.clone())
}

/// The number of different names in a query string or form. Like genuine servers it ignores case.
fn count_names(pairs: &[u8]) -> usize {
    let names = form::pairs(pairs).map(|(name, _)| form::decode(name, None).to_lowercase());
    names.collect::<HashSet<_>>().len()
}

fn is_suspicious(field: &dyn Field) -> bool {
    match field.view() {
        View::Text(text) => is_suspicious_text(&text),
        View::Items(_) => field.members().any(is_suspicious),
        // GET and POST carry no other values.
        _ => false,
    }
}

/// Whether the text contains two characters that ASP.NET's request validation takes for the beginning of a tag, comment or reference.
fn is_suspicious_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'<', b'&', bytes).any(|at| match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'<'), Some(next)) => next.is_ascii_alphabetic() || matches!(next, b'!' | b'/' | b'?'),
        (Some(b'&'), Some(next)) => *next == b'#',
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_validation_refuses() {
        for (text, refused) in [
            ("<b>", true),
            ("a < b && <!-- x", true),
            ("1 <2 </p>", true),
            ("<?xml", true),
            ("&#65;", true),
            ("a<", false),
            ("a < b & c &amp; <1 <é <", false),
            ("", false),
        ] {
            assert_eq!(is_suspicious_text(text), refused, "{text}");
        }
    }
}
