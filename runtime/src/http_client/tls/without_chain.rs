//! Servers that need no chain of authorities: all of them, or those with very certificates that a person named.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{DigitallySignedStruct, Error, SignatureScheme};

use super::certificate;

#[derive(Debug)]
pub(super) struct WithoutChain {
    accepted: Accepted,
    /// Checks the signatures of handshakes.
    provider: Arc<CryptoProvider>,
}

#[derive(Debug)]
enum Accepted {
    All,
    /// These certificates. Others need the chain.
    These(Vec<CertificateDer<'static>>, Arc<dyn ServerCertVerifier>),
}

impl WithoutChain {
    pub(super) const fn of_all(provider: Arc<CryptoProvider>) -> Self {
        Self { accepted: Accepted::All, provider }
    }

    pub(super) const fn of_these(
        certificates: Vec<CertificateDer<'static>>,
        chain: Arc<dyn ServerCertVerifier>,
        provider: Arc<CryptoProvider>,
    ) -> Self {
        Self { accepted: Accepted::These(certificates, chain), provider }
    }
}

impl ServerCertVerifier for WithoutChain {
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
