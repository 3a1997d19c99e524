//! A response or failure in the place of a result, and its request.

use std::cell::OnceCell;

use http::header::{ALLOW, LOCATION, SET_COOKIE, WWW_AUTHENTICATE};
use http::{HeaderMap, StatusCode};

use crate::Transport;
use crate::page::{Page, is_page, one_line, without_hidden};

/// The bytes of a body that are looked through.
const READ: usize = 64 * 1024;

/// The most characters of markup whose text is compared.
const MARKUP: usize = 16 * 1024;

/// A request without a result, and what came for it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FailedRequest<'a> {
    /// The request.
    pub asked: Asked<'a>,
    /// The response, or its absence.
    pub came: Came<'a>,
}

/// The facts of a request.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of a request")]
pub struct Asked<'a> {
    /// The transport of a call; `None` for a document or the page of a service.
    pub transport: Option<Transport>,
    /// Whether it went over `http://`.
    pub is_plain: bool,
    /// The host of its address.
    pub host: Option<&'a str>,
    /// The bytes of its body.
    pub sent: usize,
    /// The bytes of its query.
    pub query: usize,
    /// The scheme by which it signed in, such as `Basic` or `NTLM`.
    pub tried: Option<&'a str>,
    /// The end of that sign-in.
    pub end: Trial,
    /// Whether a client certificate was set.
    pub has_certificate: bool,
    /// Whether the server asked for one at the start of the connection.
    pub certificate_asked: bool,
    /// Whether the connection ended because none was set.
    pub lacks_certificate: bool,
    /// Whether cookies are kept.
    pub keeps_cookies: bool,
    /// A parameter whose value looks like HTML.
    pub html: Option<&'a str>,
}

/// The end of a sign-in of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Trial {
    /// The status tells, or nothing is known.
    #[default]
    Unknown,
    /// The server accepted the user.
    Accepted,
    /// The server rejected a user whose sign-in was bound to its certificate.
    RejectedBound,
    /// This status ended the sign-in. The response is that of the request, which followed without one.
    Declined(StatusCode),
    /// The response is that of a step of the sign-in. The request was not sent.
    Ended,
}

/// The response to a request, or its absence.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Came<'a> {
    /// A response that is no result.
    Response {
        /// The status.
        status: StatusCode,
        /// The reason phrase, if it is not that of the status.
        reason: Option<&'a str>,
        /// The headers.
        headers: &'a HeaderMap,
        /// The body, or its beginning.
        body: &'a [u8],
    },
    /// A fault with this message.
    Fault(&'a str),
    /// No response.
    Nothing {
        /// The texts of the causes.
        causes: &'a str,
        /// Whether a connection was made.
        is_connected: bool,
    },
}

#[cfg(feature = "client")]
impl<'a> Asked<'a> {
    /// The facts of a request to this address, with so many bytes in its body.
    #[must_use]
    pub fn at(mut self, url: &'a reqwest::Url, sent: usize) -> Self {
        self.host = url.host_str();
        self.is_plain = url.scheme() == "http";
        self.query = url.query().map_or(0, str::len);
        self.sent = sent;
        self
    }
}

impl Asked<'_> {
    /// The facts of a call over a transport.
    #[must_use]
    pub fn of_call(transport: Transport) -> Self {
        Self { transport: Some(transport), ..Self::default() }
    }
}

impl<'a> FailedRequest<'a> {
    /// The response to a request, or its absence.
    #[must_use]
    pub const fn new(asked: Asked<'a>, came: Came<'a>) -> Self {
        Self { asked, came }
    }
}

/// [`FailedRequest`] with the texts that rows compare.
pub(super) struct Looked<'a> {
    pub(super) failed: &'a FailedRequest<'a>,
    texts: OnceCell<Texts>,
}

#[derive(Default)]
struct Texts {
    /// The first line of a page, in lower case: its title.
    title: String,
    /// The text of the page or the body, in lower case.
    all: String,
    is_page: bool,
    /// Whether a page has a field for a password.
    asks_password: bool,
}

impl<'a> Looked<'a> {
    pub(super) const fn at(failed: &'a FailedRequest<'a>) -> Self {
        Self { failed, texts: OnceCell::new() }
    }

    pub(super) const fn status(&self) -> Option<StatusCode> {
        match self.failed.came {
            Came::Response { status, .. } => Some(status),
            _ => None,
        }
    }

    const fn body(&self) -> &'a [u8] {
        match self.failed.came {
            Came::Response { body, .. } => body,
            _ => &[],
        }
    }

    fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| {
            let body = self.body();
            let text = encoding_rs::UTF_8.decode(body.get(..READ).unwrap_or(body)).0.replace('\0', "");
            if is_page(&text) {
                let page = Page::of(&without_hidden(&text, MARKUP));
                return Texts {
                    title: page.title().to_lowercase(),
                    all: page.text().to_lowercase(),
                    is_page: true,
                    asks_password: has_password_field(&text),
                };
            }
            let beginning: String = text.chars().take(MARKUP).collect();
            Texts { all: one_line(&beginning).to_lowercase(), ..Texts::default() }
        })
    }

    pub(super) fn is_page(&self) -> bool {
        self.texts().is_page
    }

    pub(super) fn asks_password(&self) -> bool {
        self.texts().asks_password
    }

    pub(super) fn is_empty(&self) -> bool {
        self.body().is_empty()
    }

    /// Whether zero bytes follow the markup of a response. UTF-16 has them everywhere.
    pub(super) fn ends_with_zeros(&self) -> bool {
        let body = self.body();
        let length = body.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let (markup, zeros) = body.split_at_checked(length).unwrap_or_default();
        !zeros.is_empty() && markup.ends_with(b">") && !markup.contains(&0)
    }

    /// `words` are in lower case.
    pub(super) fn says(&self, words: &str) -> bool {
        self.texts().all.contains(words)
    }

    /// `words` are in lower case.
    pub(super) fn is_titled(&self, words: &str) -> bool {
        self.texts().title.contains(words)
    }

    pub(super) fn has_reason(&self, words: &str) -> bool {
        let Came::Response { reason: Some(reason), .. } = self.failed.came else { return false };
        reason.to_lowercase().contains(words)
    }

    pub(super) fn has_fault(&self, words: &str) -> bool {
        matches!(self.failed.came, Came::Fault(message) if message.contains(words))
    }

    pub(super) fn has_cause(&self, words: &str) -> bool {
        matches!(self.failed.came, Came::Nothing { causes, .. } if causes.contains(words))
    }

    const fn headers(&self) -> Option<&'a HeaderMap> {
        match self.failed.came {
            Came::Response { headers, .. } => Some(headers),
            _ => None,
        }
    }

    /// Whether a value of the header contains `words`, which are in lower case.
    pub(super) fn has_header(&self, name: &str, words: &str) -> bool {
        let values = self.headers().into_iter().flat_map(|headers| headers.get_all(name));
        values.into_iter().any(|value| String::from_utf8_lossy(value.as_bytes()).to_lowercase().contains(words))
    }

    /// Whether `Allow` is there, and lacks the method.
    pub(super) fn lacks_method(&self, method: &str) -> bool {
        let Some(allow) = self.headers().and_then(|headers| headers.get(ALLOW)) else { return false };
        let allow = String::from_utf8_lossy(allow.as_bytes()).into_owned();
        !allow.split(',').any(|one| one.trim().eq_ignore_ascii_case(method))
    }

    pub(super) fn sets_cookie(&self) -> bool {
        self.headers().is_some_and(|headers| headers.contains_key(SET_COOKIE))
    }

    pub(super) fn location(&self) -> Option<String> {
        let location = self.headers()?.get(LOCATION)?;
        self.status().filter(StatusCode::is_redirection)?;
        Some(String::from_utf8_lossy(location.as_bytes()).into_owned())
    }

    /// The schemes that the server offers.
    pub(super) fn offered(&self) -> Vec<String> {
        self.headers().map(offered_schemes).unwrap_or_default()
    }

    pub(super) fn offers(&self, name: &str) -> bool {
        self.offered().iter().any(|scheme| scheme.eq_ignore_ascii_case(name))
    }
}

/// Whether a page has a field for a password, in whatever language its words are.
fn has_password_field(markup: &str) -> bool {
    let markup = markup.to_ascii_lowercase();
    ["type=\"password\"", "type='password'", "type=password"].iter().any(|field| markup.contains(field))
}

/// Whether a body is a page with a field for a password.
pub fn asks_password(body: &[u8]) -> bool {
    let text = encoding_rs::UTF_8.decode(body.get(..READ).unwrap_or(body)).0;
    is_page(&text) && has_password_field(&text)
}

/// The address to which a response points, without its query and whatever else may be secret.
pub fn redirect_target(headers: &HeaderMap) -> Option<String> {
    let target = String::from_utf8_lossy(headers.get(LOCATION)?.as_bytes()).into_owned();
    target.split(['?', '#', ';']).next().map(str::to_owned)
}

/// Whether an address is probably that of a page for signing in, as ASP.NET and others name it.
pub fn is_sign_in_page(address: &str) -> bool {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let last = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let returns = |pair: &str| pair.split('=').next().unwrap_or_default().eq_ignore_ascii_case("ReturnUrl");
    query.split('&').any(returns)
        || ["login", "logon", "signin", "sign-in", "auth"].iter().any(|word| last.contains(word))
}

/// The schemes that a server offers for signing in: the first word of each challenge, without repetitions.
pub fn offered_schemes(headers: &HeaderMap) -> Vec<String> {
    let mut schemes: Vec<String> = Vec::new();
    let challenges = headers.get_all(WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
    // A comma separates challenges and parameters alike; a parameter has `=`.
    for word in challenges.flat_map(|value| value.split(',')).filter_map(|part| part.split_whitespace().next()) {
        let is_scheme = word.chars().all(|one| one.is_ascii_alphanumeric() || one == '-') && word.len() <= 40;
        if is_scheme && !schemes.iter().any(|known| known.eq_ignore_ascii_case(word)) && schemes.len() < 8 {
            schemes.push(word.to_owned());
        }
    }
    schemes
}
