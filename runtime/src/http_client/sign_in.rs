//! Signing in below the messages: what requests carry.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::{Extensions, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};

use super::certificate_report::ClientCertificateReport;
use super::http_settings::{Authorization, HttpSettings};
use super::sign_in_report::{SignInEnd, SignInReport};
use crate::client::{Builder, Client};
use crate::servers::{Asked, Trial};

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

/// Adds to the facts of a request what a stack reports of its sign-in.
#[must_use]
pub fn with_report<'a>(mut asked: Asked<'a>, extensions: &'a Extensions) -> Asked<'a> {
    if let Some(report) = extensions.get::<ClientCertificateReport>() {
        (asked.has_certificate, asked.certificate_asked) = (report.is_set, report.was_requested);
    }
    let Some(report) = extensions.get::<SignInReport>() else { return asked };
    asked.tried = match report.end {
        SignInEnd::NotDemanded | SignInEnd::Unjudged => None,
        _ => Some(report.scheme),
    };
    asked.end = match report.end {
        SignInEnd::Accepted => Trial::Accepted,
        SignInEnd::Declined(status) => Trial::Declined(status),
        SignInEnd::Ended => Trial::Ended,
        SignInEnd::Rejected if report.is_bound => Trial::RejectedBound,
        _ => Trial::Unknown,
    };
    asked
}
