//! TLS of connections.

use std::fmt;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use rustls_platform_verifier::Verifier;

/// Whom connections trust, and the certificate that they show. The default is what the operating system trusts, and no certificate.
#[derive(Clone, Default)]
#[must_use = "settings do nothing until a stack has them"]
pub struct Tls {
    trusted: Vec<CertificateDer<'static>>,
    identity: Option<Arc<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>)>>,
    accepts_all: bool,
    own: Option<ClientConfig>,
}

/// The error of text in PEM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PemError {
    /// A certificate is missing or malformed.
    #[error("there are no certificates in PEM")]
    Certificate,
    /// The private key is missing or malformed.
    #[error("there is no private key in PEM")]
    Key,
}

impl Tls {
    /// Trusts the authorities of these certificates (PEM) too.
    ///
    /// # Errors
    ///
    /// The text has no certificate, or a malformed one.
    pub fn trust(mut self, pem: &[u8]) -> Result<Self, PemError> {
        self.trusted.extend(certificates(pem)?);
        Ok(self)
    }

    /// Shows this certificate to servers that ask for one. The text (PEM) has the certificate, those of its authorities, and the private key.
    ///
    /// # Errors
    ///
    /// A part is missing or malformed.
    pub fn identity(mut self, pem: &[u8]) -> Result<Self, PemError> {
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|_| PemError::Key)?;
        self.identity = Some(Arc::new((certificates(pem)?, key)));
        Ok(self)
    }

    /// Accepts every certificate: whoever is on the way can read and change everything.
    pub const fn accept_all_certificates(mut self) -> Self {
        self.accepts_all = true;
        self
    }

    pub(crate) fn config(&self) -> Result<Arc<ClientConfig>, Error> {
        let mut config = match &self.own {
            Some(own) => own.clone(),
            None => self.made()?,
        };
        // Signing in is a matter of a connection, which HTTP/2 shares between requests.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }

    fn made(&self) -> Result<ClientConfig, Error> {
        let installed = CryptoProvider::get_default().cloned();
        let provider = installed.unwrap_or_else(|| Arc::new(rustls::crypto::ring::default_provider()));
        let verifier: Arc<dyn ServerCertVerifier> = if self.accepts_all {
            Arc::new(AcceptsAll(Arc::clone(&provider)))
        } else {
            Arc::new(Verifier::new_with_extra_roots(self.trusted.clone(), Arc::clone(&provider))?)
        };
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let config = config.dangerous().with_custom_certificate_verifier(verifier);
        match self.identity.as_deref() {
            None => Ok(config.with_no_client_auth()),
            Some((certificates, key)) => config.with_client_auth_cert(certificates.clone(), key.clone_key()),
        }
    }
}

/// Settings of rustls as they are, but for the protocol of ALPN, which is HTTP/1.1.
impl From<ClientConfig> for Tls {
    fn from(config: ClientConfig) -> Self {
        Self { own: Some(config), ..Self::default() }
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tls").field("accepts_all", &self.accepts_all).finish_non_exhaustive()
    }
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, PemError> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    all.ok().filter(|all| !all.is_empty()).ok_or(PemError::Certificate)
}

#[derive(Debug)]
struct AcceptsAll(Arc<CryptoProvider>);

impl ServerCertVerifier for AcceptsAll {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls12_signature(
            message,
            certificate,
            signature,
            &self.0.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls13_signature(
            message,
            certificate,
            signature,
            &self.0.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
