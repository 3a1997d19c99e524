//! Signing in below the messages.

use std::fmt;

use asmx_runtime::stack::{basic_authorization, bearer_authorization};
use asmx_runtime::{Builder, Client, Cookies, SecretString};
use http::HeaderValue;

use crate::error::TargetError;

/// How requests sign in, apart from credentials in messages.
#[derive(Clone, Default)]
#[must_use = "settings do nothing until a target has them"]
pub struct SignIn {
    scheme: Option<Scheme>,
    cookies: Option<Cookies>,
}

#[derive(Clone)]
enum Scheme {
    Basic(String, SecretString),
    Bearer(SecretString),
}

impl SignIn {
    /// Signs in with HTTP Basic.
    pub fn basic(mut self, username: impl Into<String>, password: impl Into<SecretString>) -> Self {
        self.scheme = Some(Scheme::Basic(username.into(), password.into()));
        self
    }

    /// Signs in with a bearer token.
    pub fn bearer(mut self, token: impl Into<SecretString>) -> Self {
        self.scheme = Some(Scheme::Bearer(token.into()));
        self
    }

    /// Keeps cookies in this jar.
    pub fn cookies(mut self, cookies: Cookies) -> Self {
        self.cookies = Some(cookies);
        self
    }

    /// The header `Authorization` for requests that are no calls.
    pub(crate) fn authorization(&self) -> Result<Option<HeaderValue>, TargetError> {
        let value = self.scheme.as_ref().map(|scheme| match scheme {
            Scheme::Basic(username, password) => basic_authorization(username, password),
            Scheme::Bearer(token) => bearer_authorization(token),
        });
        value.transpose().map_err(|mistake| TargetError::Header(mistake.to_owned()))
    }

    pub(crate) fn applied(&self, mut builder: Builder<Client>) -> Builder<Client> {
        builder = match &self.scheme {
            None => builder,
            Some(Scheme::Basic(username, password)) => builder.basic(username, password.clone()),
            Some(Scheme::Bearer(token)) => builder.bearer(token.clone()),
        };
        match &self.cookies {
            None => builder,
            Some(cookies) => builder.cookies(cookies.clone()),
        }
    }
}

impl fmt::Debug for SignIn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = self.scheme.as_ref().map(|scheme| match scheme {
            Scheme::Basic(..) => "Basic",
            Scheme::Bearer(_) => "Bearer",
        });
        formatter.debug_struct("SignIn").field("scheme", &scheme).field("cookies", &self.cookies).finish()
    }
}
