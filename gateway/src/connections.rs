//! How connections are made, beside the system's settings.

use asmx_runtime::SecretString;
use asmx_runtime::reqwest::{Certificate, ClientBuilder, Identity, Proxy, Url};
use asmx_runtime::stack::pem_of_pfx;
use asmx_windows_auth::Tls;

use crate::error::TargetError;

/// Certificates and the proxy of connections. The default is what the system trusts, and the proxy of the environment.
#[derive(Clone, Default)]
#[must_use = "settings do nothing until a target has them"]
pub struct Connections {
    trusted: Vec<Certificate>,
    identity: Option<Identity>,
    proxy: Option<Proxy>,
    /// The same for connections that sign in.
    tls: Tls,
    accepts_all: bool,
    /// Passwords of a certificate and of the proxy.
    secrets: Vec<SecretString>,
}

impl Connections {
    /// Trusts the authorities of these certificates (PEM) too.
    ///
    /// # Errors
    ///
    /// The text has no certificate, or a malformed one.
    pub fn trust(mut self, pem: &[u8]) -> Result<Self, TargetError> {
        let certificates = Certificate::from_pem_bundle(pem).unwrap_or_default();
        if certificates.is_empty() {
            return Err(TargetError::Connection("there are no certificates in PEM".to_owned()));
        }
        self.trusted.extend(certificates);
        self.tls =
            self.tls.trust(pem).map_err(|_| TargetError::Connection("there are no certificates in PEM".to_owned()))?;
        Ok(self)
    }

    /// Shows this certificate to servers that ask for one. The text (PEM) has the certificate, those of its authorities, and the private key.
    ///
    /// # Errors
    ///
    /// A part is missing or malformed.
    pub fn identity(mut self, pem: &[u8]) -> Result<Self, TargetError> {
        let unfit = |_| TargetError::Connection("there is no certificate with its private key in PEM".to_owned());
        self.identity = Some(Identity::from_pem(pem).map_err(unfit)?);
        self.tls =
            self.tls.identity(pem).map_err(|_| TargetError::Connection("there is no private key in PEM".to_owned()))?;
        Ok(self)
    }

    /// Shows the certificate of a `.pfx` file (PKCS #12) to servers that ask for one.
    ///
    /// # Errors
    ///
    /// The password is wrong, or the file is malformed or has no private key.
    pub fn identity_of_pfx(mut self, file: &[u8], password: impl Into<SecretString>) -> Result<Self, TargetError> {
        let password = password.into();
        let pem = pem_of_pfx(file, &password).map_err(|error| TargetError::Connection(error.to_string()))?;
        self.secrets.push(password);
        self.identity(&pem)
    }

    /// Connects through this proxy, such as `http://proxy.example:3128`, instead of the environment's.
    ///
    /// # Errors
    ///
    /// The address is malformed.
    pub fn proxy(mut self, url: &str) -> Result<Self, TargetError> {
        let unfit = |_| TargetError::Connection("the address of the proxy is malformed".to_owned());
        self.proxy = Some(Proxy::all(url).map_err(unfit)?);
        if let Some(password) = Url::parse(url).ok().as_ref().and_then(Url::password) {
            self.secrets.push(password.into());
        }
        Ok(self)
    }

    /// Accepts every certificate: whoever is on the way can read and change everything.
    pub fn accept_all_certificates(mut self) -> Self {
        self.tls = self.tls.accept_all_certificates();
        self.accepts_all = true;
        self
    }

    pub(crate) const fn accepts_all_certificates(&self) -> bool {
        self.accepts_all
    }

    /// For servers that the client certificate is not for.
    pub(crate) fn without_identity(mut self) -> Self {
        self.identity = None;
        self
    }

    pub(crate) const fn is_default(&self) -> bool {
        self.trusted.is_empty() && self.identity.is_none() && self.proxy.is_none() && !self.accepts_all
    }

    pub(crate) fn secrets(&self) -> &[SecretString] {
        &self.secrets
    }

    /// The TLS of connections that sign in.
    pub(crate) fn tls(&self) -> Result<Tls, TargetError> {
        if self.proxy.is_some() {
            return Err(TargetError::Connection("Windows sign-in goes through no proxy: leave `proxy` out".to_owned()));
        }
        Ok(self.tls.clone())
    }

    pub(crate) fn applied(self, mut http: ClientBuilder) -> ClientBuilder {
        if !self.trusted.is_empty() {
            http = http.tls_certs_merge(self.trusted);
        }
        if let Some(identity) = self.identity {
            http = http.identity(identity);
        }
        if let Some(proxy) = self.proxy {
            http = http.proxy(proxy);
        }
        if self.accepts_all { http.tls_danger_accept_invalid_certs(true) } else { http }
    }
}

// The private key is a secret, and so may be a part of the proxy's address.
debug_only!(Connections: accepts_all);
