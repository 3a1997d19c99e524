//! TLS by rustls: whom connections trust, and the certificate that they show.

mod certificate;
mod client_certificates;
mod pem;
mod verifier;

use std::fmt;
use std::sync::Arc;

use rustls::crypto::CryptoProvider;
use rustls::pki_types::CertificateDer;
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, Error};

pub use client_certificates::ClientCertificates;
pub(super) use client_certificates::SpokeFirst;
pub use pem::PemError;
use verifier::ServerVerifier;

/// Whom connections trust, and the certificate that they show. The default is what the operating system trusts, and no certificate.
#[derive(Clone, Default)]
#[must_use = "settings do nothing until a client or a stack has them"]
pub struct Tls {
    authorities: Vec<CertificateDer<'static>>,
    servers: Vec<CertificateDer<'static>>,
    identity: Option<Arc<CertifiedKey>>,
    accepts_all: bool,
    config: Option<ClientConfig>,
}

impl Tls {
    /// Trusts the authorities of these certificates (PEM) too.
    ///
    /// # Errors
    ///
    /// The text has no certificate, or a malformed one.
    pub fn trust(mut self, pem: &[u8]) -> Result<Self, PemError> {
        self.authorities.extend(pem::certificates(pem)?);
        Ok(self)
    }

    /// Accepts a server that presents one of these certificates (PEM) as its own, byte for byte. No authority has to vouch for it, and it may
    /// call itself an authority, as the certificates of `openssl req -x509` do. Its name, its dates, its stated uses and the signature of the
    /// handshake are checked. It vouches for no other certificate.
    ///
    /// # Errors
    ///
    /// The text has no certificate, or a malformed one.
    pub fn accept_server(mut self, pem: &[u8]) -> Result<Self, PemError> {
        self.servers.extend(pem::certificates(pem)?);
        Ok(self)
    }

    /// Trusts those of these certificates (PEM) that are authorities, and accepts each as that of a server: [`trust`](Self::trust) and
    /// [`accept_server`](Self::accept_server) for a file that may have both.
    ///
    /// # Errors
    ///
    /// The text has no certificate, or a malformed one.
    pub fn trust_or_accept(mut self, pem: &[u8]) -> Result<Self, PemError> {
        let certificates = pem::certificates(pem)?;
        let authorities = certificates.iter().filter(|one| certificate::may_be_authority(one)).cloned();
        self.authorities.extend(authorities);
        self.servers.extend(certificates);
        Ok(self)
    }

    /// Shows this certificate to servers that ask for one. The text (PEM) has the certificate, those of its authorities, and the private key.
    ///
    /// # Errors
    ///
    /// A part is missing or malformed, the key is encrypted or of another certificate, or the certificate is one of X.509 version 1.
    pub fn identity(mut self, pem: &[u8]) -> Result<Self, PemError> {
        self.identity = Some(Arc::new(pem::identity(pem, &provider())?));
        Ok(self)
    }

    /// As [`identity`](Self::identity), with a private key that may be encrypted with this password (PKCS #8, `ENCRYPTED PRIVATE KEY`).
    ///
    /// # Errors
    ///
    /// As [`identity`](Self::identity), or the password is wrong.
    #[cfg(feature = "pfx")]
    pub fn identity_with_password(self, pem: &[u8], password: &secrecy::SecretString) -> Result<Self, PemError> {
        self.identity(&pem::decrypted(pem, password)?)
    }

    /// Shows no certificate.
    pub fn without_identity(mut self) -> Self {
        self.identity = None;
        self
    }

    /// Accepts every certificate: anyone on the network path can read and change everything.
    pub const fn accept_all_certificates(mut self) -> Self {
        self.accepts_all = true;
        self
    }

    /// The settings of rustls for one client, with these protocols of ALPN, and what becomes of client certificates on its connections. A
    /// client on reqwest takes them by `tls_backend_preconfigured`. The certificates of the operating system are read for the first connection that
    /// needs them, unless there are others to trust.
    ///
    /// # Errors
    ///
    /// The certificates to trust, or with them those of the operating system, cannot be used.
    pub fn client_config(&self, protocols: &[&str]) -> Result<(ClientConfig, ClientCertificates), Error> {
        let certificates = ClientCertificates::new(self.identity.clone());
        let mut config = match &self.config {
            Some(config) => config.clone(),
            None => self.configured(&certificates)?,
        };
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        Ok((config, certificates))
    }

    fn configured(&self, certificates: &ClientCertificates) -> Result<ClientConfig, Error> {
        let provider = provider();
        let verifier = if self.accepts_all {
            ServerVerifier::of_all(Arc::clone(&provider))
        } else {
            ServerVerifier::new(self.servers.clone(), self.authorities.clone(), Arc::clone(&provider))?
        };
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let config = config.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
        Ok(config.with_client_cert_resolver(certificates.resolver()))
    }
}

/// *ring*, unless the program has installed another provider.
fn provider() -> Arc<CryptoProvider> {
    let installed = CryptoProvider::get_default().cloned();
    installed.unwrap_or_else(|| Arc::new(rustls::crypto::ring::default_provider()))
}

/// Settings of rustls as they are, but for the protocols of ALPN. What becomes of client certificates is then unknown.
impl From<ClientConfig> for Tls {
    fn from(config: ClientConfig) -> Self {
        Self { config: Some(config), ..Self::default() }
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tls").field("accepts_all", &self.accepts_all).finish_non_exhaustive()
    }
}
