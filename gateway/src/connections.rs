//! How connections are made, beside the system's settings.

use asmx_runtime::reqwest::{Certificate, ClientBuilder, Identity, Proxy};

use crate::error::TargetError;

/// Certificates and the proxy of connections. The default is what the system trusts, and the proxy of the environment.
#[derive(Clone, Default)]
#[must_use = "settings do nothing until a target has them"]
pub struct Connections {
    trusted: Vec<Certificate>,
    identity: Option<Identity>,
    proxy: Option<Proxy>,
    accepts_all: bool,
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
            return Err(TargetError::Connection("there are no certificates in PEM"));
        }
        self.trusted.extend(certificates);
        Ok(self)
    }

    /// Shows this certificate to servers that ask for one. The text (PEM) has the certificate, those of its authorities, and the private key.
    ///
    /// # Errors
    ///
    /// A part is missing or malformed.
    pub fn identity(mut self, pem: &[u8]) -> Result<Self, TargetError> {
        let unfit = |_| TargetError::Connection("there is no certificate with its private key in PEM");
        self.identity = Some(Identity::from_pem(pem).map_err(unfit)?);
        Ok(self)
    }

    /// Connects through this proxy, such as `http://proxy.example:3128`, instead of the environment's.
    ///
    /// # Errors
    ///
    /// The address is malformed.
    pub fn proxy(mut self, url: &str) -> Result<Self, TargetError> {
        let unfit = |_| TargetError::Connection("the address of the proxy is malformed");
        self.proxy = Some(Proxy::all(url).map_err(unfit)?);
        Ok(self)
    }

    /// Accepts every certificate: whoever is on the way can read and change everything.
    pub const fn accept_all_certificates(mut self) -> Self {
        self.accepts_all = true;
        self
    }

    pub(crate) const fn is_default(&self) -> bool {
        self.trusted.is_empty() && self.identity.is_none() && self.proxy.is_none() && !self.accepts_all
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
