//! Signing in below the messages.

use std::fmt;

use asmx_runtime::stack::{basic_authorization, bearer_authorization};
use asmx_runtime::{Builder, Client, Cookies, SecretString};
use asmx_windows_auth::{Identity, WindowsAuth};
use http::HeaderValue;

use crate::calls::connections::Connections;
use crate::calls::error::TargetError;

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
    Windows(Identity),
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

    /// Signs in as Windows does: connections are of this identity. Proxies are not supported.
    pub fn windows(mut self, identity: Identity) -> Self {
        self.scheme = Some(Scheme::Windows(identity));
        self
    }

    /// Keeps cookies in this jar.
    pub fn cookies(mut self, cookies: Cookies) -> Self {
        self.cookies = Some(cookies);
        self
    }

    /// Whether requests sign in.
    #[cfg(feature = "server")]
    pub(crate) const fn is_set(&self) -> bool {
        self.scheme.is_some() || self.cookies.is_some()
    }

    /// The identity of connections.
    pub(crate) const fn identity(&self) -> Option<&Identity> {
        match &self.scheme {
            Some(Scheme::Windows(identity)) => Some(identity),
            Some(Scheme::Basic(..) | Scheme::Bearer(_)) | None => None,
        }
    }

    /// With the rejections that this identity met.
    pub(crate) fn after(mut self, earlier: &Identity) -> Self {
        if let Some(Scheme::Windows(identity)) = self.scheme {
            self.scheme = Some(Scheme::Windows(identity.after(earlier)));
        }
        self
    }

    /// Whether requests sign in, apart from cookies.
    pub(crate) const fn is_stated(&self) -> bool {
        self.scheme.is_some()
    }

    /// The scheme of the header `Authorization`; `None` for a sign-in of connections.
    pub(crate) const fn scheme(&self) -> Option<&'static str> {
        match &self.scheme {
            Some(Scheme::Basic(..)) => Some("Basic"),
            Some(Scheme::Bearer(_)) => Some("Bearer"),
            Some(Scheme::Windows(_)) | None => None,
        }
    }

    /// The header `Authorization` for requests that are no calls.
    pub(crate) fn authorization(&self) -> Result<Option<HeaderValue>, TargetError> {
        let value = match &self.scheme {
            Some(Scheme::Basic(username, password)) => Some(basic_authorization(username, password)),
            Some(Scheme::Bearer(token)) => Some(bearer_authorization(token)),
            Some(Scheme::Windows(_)) | None => None,
        };
        value.transpose().map_err(|mistake| TargetError::Header(mistake.to_owned()))
    }

    /// The HTTP stack for Windows sign-in, which authenticates connections; `None` for Basic and Bearer.
    pub(crate) fn stack(&self, connections: &Connections) -> Result<Option<WindowsAuth>, TargetError> {
        let Some(Scheme::Windows(identity)) = &self.scheme else { return Ok(None) };
        let tls = connections.direct_tls()?;
        Ok(Some(WindowsAuth::new(identity.clone()).tls(tls)))
    }

    pub(crate) fn applied(&self, mut builder: Builder<Client>) -> Builder<Client> {
        builder = match &self.scheme {
            Some(Scheme::Windows(_)) | None => builder,
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
            Scheme::Windows(_) => "Windows",
        });
        formatter.debug_struct("SignIn").field("scheme", &scheme).field("cookies", &self.cookies).finish()
    }
}
