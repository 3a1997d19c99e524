//! What genuine servers with default settings refuse: found before it is sent.

use bytes::Bytes;
use http::{Method, Request};

use crate::Transport;
use crate::call::handler::Call;
use crate::error::{Error, ErrorKind};
use crate::operation::Parameter;
use crate::value::Value;

/// What a server takes, beside the query limit of GET. The default is what a genuine server with default settings does; a call
/// that it would refuse is then not sent, and the error names the transport that would work.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerLimits {
    /// The longest URL, in bytes; `None` is without limit. The default is 16 KiB.
    pub url: Option<usize>,
    /// The largest body, in bytes; `None`, the default, is without limit. Genuine servers take 4 MiB unless they are set to take more
    /// (`maxRequestLength`), as those that take imports and messages usually are.
    pub body: Option<usize>,
    /// The most `name=value` pairs over GET and POST, each item of an array being one; `None` is without limit. The default is
    /// 1,000 (`aspnet:MaxHttpCollectionKeys`).
    pub form_keys: Option<usize>,
    /// Whether values that look like HTML are refused over GET and POST (`validateRequest`): `<` before a letter, `!`, `/` or
    /// `?`, and `&#`. The default is yes.
    pub request_validation: bool,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self { url: Some(16 * 1024), body: None, form_keys: Some(1000), request_validation: true }
    }
}

impl ServerLimits {
    /// No limits: for servers that are known to take everything, such as those made with this crate.
    pub const fn none() -> Self {
        Self { url: None, body: None, form_keys: None, request_validation: false }
    }

    /// The same with another limit for bodies, in bytes; `None` is without limit.
    #[must_use]
    pub fn body(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.body = bytes.into();
        self
    }

    /// The same with another limit for URLs, in bytes; `None` is without limit.
    #[must_use]
    pub fn url(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.url = bytes.into();
        self
    }

    /// The same with another limit of `name=value` pairs over GET and POST; `None` is without limit.
    #[must_use]
    pub fn form_keys(mut self, pairs: impl Into<Option<usize>>) -> Self {
        self.form_keys = pairs.into();
        self
    }

    /// The same for a server that validates requests or does not.
    #[must_use]
    pub fn request_validation(mut self, validates: bool) -> Self {
        self.request_validation = validates;
        self
    }

    /// Refuses `call`, encoded as `request`, if the server would.
    pub(crate) fn check(&self, call: &Call, request: &Request<Bytes>) -> Result<(), Error> {
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
        let count = if pairs.is_empty() { 0 } else { memchr::memchr_iter(b'&', pairs).count() + 1 };
        within(self.form_keys, count, "the request has", "pairs of names and values")?;
        if self.request_validation { validate(call) } else { Ok(()) }
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

/// Refuses values that a server's request validation takes for HTML.
fn validate(call: &Call) -> Result<(), Error> {
    for (parameter, value) in call.common.iter() {
        if value.is_some_and(|value| suspicious(value).is_some()) {
            return Err(refused(parameter.name, None, call.transport));
        }
    }
    let refuse_in = |name: &str, secret: bool, value: &Value<'_>| match suspicious_value(value) {
        Some(found) => Err(refused(name, (!secret).then_some(found), call.transport)),
        None => Ok(()),
    };
    for (Parameter { name, secret, .. }, field) in call.operation().parameters.iter().zip(call.request.fields()) {
        refuse_in(name, *secret, &field.get())?;
    }
    call.undeclared.iter().try_for_each(|(name, value)| refuse_in(name, false, value))
}

fn refused(name: &str, found: Option<&str>, transport: Transport) -> Error {
    let found = found.map_or_else(|| "what looks like HTML".to_owned(), |found| format!("`{found}`"));
    Error::parameter_refused(
        name,
        format!("holds {found}, which servers that validate requests refuse over {transport}"),
    )
}

fn suspicious_value<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::Null => None,
        Value::Text(text) => suspicious(text),
        Value::Array(items) | Value::Structure(items) => items.iter().find_map(suspicious_value),
    }
}

/// The first two characters that ASP.NET's request validation takes for the begin of a tag, comment or reference.
fn suspicious(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let found = memchr::memchr2_iter(b'<', b'&', bytes).find(|at| match (bytes.get(*at), bytes.get(at + 1)) {
        (Some(b'<'), Some(next)) => next.is_ascii_alphabetic() || matches!(next, b'!' | b'/' | b'?'),
        (Some(b'&'), Some(next)) => *next == b'#',
        _ => false,
    })?;
    text.get(found..found + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_validation_refuses() {
        for (text, found) in [
            ("<b>", Some("<b")),
            ("a < b && <!-- x", Some("<!")),
            ("1 <2 </p>", Some("</")),
            ("<?xml", Some("<?")),
            ("&#65;", Some("&#")),
            ("a<", None),
            ("a < b & c &amp; <1 <é <", None),
            ("", None),
        ] {
            assert_eq!(suspicious(text), found, "{text}");
        }
    }
}
