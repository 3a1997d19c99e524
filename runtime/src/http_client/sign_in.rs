//! Signing in below the messages: what requests carry, and what a refusal says about it.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{LOCATION, SET_COOKIE, WWW_AUTHENTICATE};
use http::response::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};

use super::certificate_report::ClientCertificateReport;
use super::http_settings::{Authorization, HttpSettings};
use super::redirect_kind::{RedirectKind, redirect_kind};
use super::sign_in_report::{SignInEnd, SignInReport};
use crate::account::{Builder, Client};
use crate::error::{Sentence, Setting};

impl<C: From<Client>> Builder<C> {
    /// Signs in with HTTP Basic: user name and password are in a header of each request. They are apart from
    /// [`credentials`](Self::credentials), which stand in the messages. As all credentials they go over `https://` only, or over `http://` with
    /// [permission](Self::allow_plain_http), and are shown nowhere.
    ///
    /// A user name with a colon is a mistake that [`build`](Self::build) reports.
    pub fn basic(self, username: &str, password: impl Into<SecretString>) -> Self {
        self.authorize("Basic", basic_authorization(username, &password.into()))
    }

    /// Signs in with a bearer token, a header of each request, as [`basic`](Self::basic).
    ///
    /// A token that a header cannot carry is a mistake that [`build`](Self::build) reports.
    pub fn bearer(self, token: impl Into<SecretString>) -> Self {
        self.authorize("Bearer", bearer_authorization(&token.into()))
    }

    fn authorize(mut self, scheme: &'static str, value: Result<HeaderValue, &'static str>) -> Self {
        match value {
            Ok(value) => {
                self.wire.change(|http: &mut HttpSettings| http.authorization = Some(Authorization { scheme, value }));
            }
            Err(mistake) => self.mistakes.push(mistake.into()),
        }
        self
    }

    /// Keeps the cookies of responses and sends them with later calls, for services that know their callers by a cookie. Without it cookies are
    /// dropped, and the error of a call that is led to a sign-in page says so.
    #[cfg(feature = "cookies")]
    pub fn cookies(mut self, cookies: crate::Cookies) -> Self {
        self.cookies = Some(cookies);
        self
    }
}

/// The value of the header `Authorization` for HTTP Basic. It is marked as a secret.
///
/// # Errors
///
/// The user name has a colon.
pub fn basic_authorization(username: &str, password: &SecretString) -> Result<HeaderValue, &'static str> {
    if username.contains(':') {
        return Err("the user name for HTTP Basic has a colon, which Basic cannot carry");
    }
    let pair = SecretString::from(format!("{username}:{}", password.expose_secret()));
    let encoded = SecretString::from(BASE64_STANDARD.encode(pair.expose_secret()));
    authorization("Basic", &encoded)
}

/// The value of the header `Authorization` for a bearer token. It is marked as a secret.
///
/// # Errors
///
/// No header can carry the token.
pub fn bearer_authorization(token: &SecretString) -> Result<HeaderValue, &'static str> {
    authorization("Bearer", token)
}

fn authorization(scheme: &str, value: &SecretString) -> Result<HeaderValue, &'static str> {
    let mut value = HeaderValue::try_from(format!("{scheme} {}", value.expose_secret()))
        .map_err(|_| "the Bearer credentials have characters that no header can carry")?;
    value.set_sensitive(true);
    Ok(value)
}

/// The address to which a response points, without its query and whatever else may be secret.
pub fn redirect_target(headers: &HeaderMap) -> Option<String> {
    let target = String::from_utf8_lossy(headers.get(LOCATION)?.as_bytes()).into_owned();
    target.split(['?', '#', ';']).next().map(str::to_owned)
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

/// What a refusal says about signing in; empty if it says nothing.
pub(super) fn hint(head: &Parts, body: &[u8], given: Option<&Authorization>, keeps_cookies: bool) -> Sentence {
    let report = head.extensions.get::<SignInReport>();
    if let Some(end) = report.and_then(|report| ended(report, head.status)) {
        return end.into();
    }
    // IIS calls it 403.7; Apache reports it in the same words.
    if head.status == StatusCode::FORBIDDEN
        && body.to_ascii_lowercase().windows(18).any(|words| words == b"client certificate")
    {
        return wanted_certificate(head);
    }
    if head.status == StatusCode::UNAUTHORIZED {
        let tried = report.map(|report| report.scheme).or(given.map(|given| given.scheme));
        let text = demanded(&offered_schemes(&head.headers), tried);
        let is_bound = report.is_some_and(|report| report.is_bound && report.end == SignInEnd::Rejected);
        return if is_bound { text.text(BOUND) } else { text };
    }
    let is_login = head.status.is_redirection();
    let Some(target) = redirect_target(&head.headers).filter(|_| is_login) else { return Sentence::default() };
    let mut text = Sentence::from(format!("; it points to `{}`", crate::xml::shortened(&target, 200)));
    let location = head.headers.get(LOCATION).map(HeaderValue::as_bytes).unwrap_or_default();
    match redirect_kind(&String::from_utf8_lossy(location)) {
        RedirectKind::SignIn => {
            text = text.text(", a page for signing in: such a service knows its callers by a cookie, which ");
            text = if keeps_cookies {
                text.text("a call of its sign-in operation has to get first")
            } else {
                text.setting(Setting::Cookies).text(" keeps")
            };
        }
        RedirectKind::Session => {
            text = text.text("; the service keeps its session in the address: give the whole address with ");
            text = text.setting(Setting::Endpoint);
        }
        RedirectKind::ErrorPage => {
            text = text.text("; the service failed, and customErrors sends callers to a page");
        }
        RedirectKind::Other => {}
    }
    if !keeps_cookies && head.headers.contains_key(SET_COOKIE) {
        text = text.text("; it sets a cookie, which is dropped without ").setting(Setting::Cookies);
    }
    text
}

/// A cause that neither side can see.
const BOUND: &str = "; if the user and the password are right, look whether a proxy ends TLS before the server: Extended Protection refuses every \
                     sign-in through it";

/// A refusal that wants a client certificate.
fn wanted_certificate(head: &Parts) -> Sentence {
    if let Some(report) = head.extensions.get::<ClientCertificateReport>().filter(|report| report.is_set) {
        return Sentence::from(if report.was_requested {
            "; it wants another client certificate than the one that was set"
        } else {
            "; it wants a client certificate, and the one that was set did not reach the server, which asks for it too late for this program: \
             have it asked at the start of a connection (in IIS: `netsh http update sslcert … clientcertnegotiation=enable`)"
        });
    }
    Sentence::from("; it wants a client certificate: give it with ").setting(Setting::ClientCertificate)
}

/// The end of a sign-in that was broken off by another status than 401.
fn ended(report: &SignInReport, status: StatusCode) -> Option<String> {
    let scheme = report.scheme;
    match report.end {
        SignInEnd::Declined(step) => {
            let (step, status) = (step.as_u16(), status.as_u16());
            let text = format!("{scheme} was sent, and was not accepted (status {step})");
            Some(format!("; {text}; without it the server answered {status}"))
        }
        SignInEnd::Ended => {
            Some(format!("; it answered the first step of the sign-in by {scheme}, and the request was not sent"))
        }
        _ => None,
    }
}

fn demanded(offered: &[String], tried: Option<&str>) -> Sentence {
    let text = match offered {
        [] => Sentence::from("; it offers no scheme for signing in"),
        all => Sentence::from(format!("; it offers {}", all.join(", "))),
    };
    let offers = |name: &str| offered.iter().any(|scheme| scheme.eq_ignore_ascii_case(name));
    let windows = offers("Negotiate") || offers("NTLM");
    match tried {
        Some(scheme) => {
            let judged = if offers(scheme) { ", and was not accepted" } else { ", which it does not offer" };
            text.text(format!("; {scheme} was sent{judged}"))
        }
        None if offers("Basic") => text.text("; give Basic with ").setting(Setting::Basic),
        None if offers("Bearer") => text.text("; give Bearer with ").setting(Setting::Bearer),
        None if windows => text.text("; sign in with Windows' own schemes: ").setting(Setting::WindowsSignIn),
        None => text,
    }
}
