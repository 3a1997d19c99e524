//! How connections are made, beside the system's settings.

use asmx_runtime::SecretString;
use asmx_runtime::reqwest::{ClientBuilder, Proxy, Url};
use asmx_runtime::stack::{PemError, Tls, pem_of_pfx};

use crate::calls::address::decoded;
use crate::calls::error::TargetError;

/// Certificates and the proxy of connections. The default is what the system trusts, and the proxy of the environment.
#[derive(Clone, Default)]
#[must_use = "settings do nothing until a target has them"]
pub struct Connections {
    tls: Tls,
    proxy: Option<Proxy>,
    accepts_all: bool,
    /// Passwords of a certificate and of the proxy.
    secrets: Vec<SecretString>,
}

impl Connections {
    /// Trusts the authorities of these certificates (PEM) too, and accepts a server that presents one of the certificates as its own, byte for
    /// byte, without an authority.
    ///
    /// # Errors
    ///
    /// The text has no certificate, or a malformed one.
    pub fn trust(mut self, pem: &[u8]) -> Result<Self, TargetError> {
        self.tls = self.tls.trust_or_accept(pem).map_err(unfit)?;
        Ok(self)
    }

    /// Shows this certificate to servers that ask for one. The text (PEM) has the certificate, those of its authorities, and the private key.
    ///
    /// # Errors
    ///
    /// A part is missing or malformed.
    pub fn identity(mut self, pem: &[u8]) -> Result<Self, TargetError> {
        self.tls = self.tls.identity(pem).map_err(unfit)?;
        Ok(self)
    }

    /// As [`identity`](Self::identity), with a private key that may be encrypted with this password.
    ///
    /// # Errors
    ///
    /// As [`identity`](Self::identity), or the password is wrong.
    pub fn identity_with_password(
        mut self,
        pem: &[u8],
        password: impl Into<SecretString>,
    ) -> Result<Self, TargetError> {
        let password = password.into();
        self.tls = self.tls.identity_with_password(pem, &password).map_err(unfit)?;
        self.secrets.push(password);
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
            // Only queries have blanks for `+`.
            self.secrets.push(decoded(&password.replace('+', "%2B")).into());
            self.secrets.push(password.into());
        }
        Ok(self)
    }

    /// Accepts every certificate: anyone on the network path can read and change everything.
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
        self.tls = self.tls.without_identity();
        self
    }

    pub(crate) fn secrets(&self) -> &[SecretString] {
        &self.secrets
    }

    pub(crate) fn tls(&self) -> Tls {
        self.tls.clone()
    }

    /// The TLS of connections that sign in.
    pub(crate) fn direct_tls(&self) -> Result<Tls, TargetError> {
        if self.proxy.is_some() {
            return Err(TargetError::Connection("Windows sign-in goes through no proxy: leave `proxy` out".to_owned()));
        }
        Ok(self.tls.clone())
    }

    pub(crate) fn proxied(&self, http: ClientBuilder) -> ClientBuilder {
        match &self.proxy {
            None => http,
            Some(proxy) => http.proxy(proxy.clone()),
        }
    }

    pub(crate) const fn has_proxy(&self) -> bool {
        self.proxy.is_some()
    }
}

fn unfit(error: PemError) -> TargetError {
    TargetError::Connection(error.to_string())
}

// The private key is a secret, and so may be a part of the proxy's address.
debug_only!(Connections: accepts_all);
