//! Checks the certificates of servers: by a chain of authorities, or without one for very certificates that a person named, or for all.

use std::sync::{Arc, OnceLock};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{DigitallySignedStruct, Error, SignatureScheme};
use rustls_platform_verifier::Verifier;

use super::certificate;

#[derive(Debug)]
pub(super) struct ServerVerifier {
    accepted: Accepted,
    /// Checks the signatures of handshakes.
    provider: Arc<CryptoProvider>,
}

#[derive(Debug)]
enum Accepted {
    All,
    /// These certificates. Others need the chain.
    These(Vec<CertificateDer<'static>>, Chain),
}

/// The authorities of the operating system, and others. Those of the system are read for the first certificate that needs them: that takes
/// milliseconds, which a call over `http://` does not pay.
#[derive(Debug)]
struct Chain {
    authorities: Vec<CertificateDer<'static>>,
    verifier: OnceLock<Result<Verifier, Error>>,
}

impl ServerVerifier {
    pub(super) const fn of_all(provider: Arc<CryptoProvider>) -> Self {
        Self { accepted: Accepted::All, provider }
    }

    /// Accepts these certificates of servers, and those for which these authorities or the system's vouch.
    ///
    /// # Errors
    ///
    /// An authority is malformed.
    pub(super) fn new(
        servers: Vec<CertificateDer<'static>>,
        authorities: Vec<CertificateDer<'static>>,
        provider: Arc<CryptoProvider>,
    ) -> Result<Self, Error> {
        let is_stated = !authorities.is_empty();
        let chain = Chain { authorities, verifier: OnceLock::new() };
        if is_stated {
            chain.verifier(&provider)?;
        }
        Ok(Self { accepted: Accepted::These(servers, chain), provider })
    }
}

impl Chain {
    fn verifier(&self, provider: &Arc<CryptoProvider>) -> Result<&Verifier, Error> {
        let make = || Verifier::new_with_extra_roots(self.authorities.clone(), Arc::clone(provider));
        self.verifier.get_or_init(make).as_ref().map_err(Clone::clone)
    }
}

impl ServerCertVerifier for ServerVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Accepted::These(certificates, chain) = &self.accepted {
            if !certificates.iter().any(|own| own.as_ref() == end_entity.as_ref()) {
                let chain = chain.verifier(&self.provider)?;
                return chain.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
            }
            certificate::check_server(end_entity, now)?;
            verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
