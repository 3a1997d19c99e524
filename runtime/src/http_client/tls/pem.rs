//! Certificates and private keys in PEM.

use std::sync::Arc;

use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use rustls::{Error, InconsistentKeys};

use super::certificate;

/// The error of text in PEM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PemError {
    /// A certificate is missing or malformed.
    #[error("there are no certificates in PEM")]
    Certificate,
    /// The private key is missing or malformed.
    #[error("there is no certificate with its private key in PEM")]
    Key,
    /// The private key is encrypted, and no password was given.
    #[error("the private key is encrypted: its password is missing")]
    Encrypted,
    /// The private key cannot be decrypted.
    #[error(
        "the encrypted private key cannot be read: its password is wrong, or it is encrypted in a way that is unknown here"
    )]
    Password,
    /// The private key is encrypted in the form that OpenSSL had before PKCS #8.
    #[error(
        "the private key is encrypted in the old form of OpenSSL (`DEK-Info`): `openssl pkcs8 -topk8 -in KEY` writes the present one"
    )]
    OldEncryption,
    /// The private key belongs to another certificate, or the certificate of the key is not the first one.
    #[error("the private key is not that of the first certificate")]
    AnotherKey,
    /// The certificate is one of this version of X.509.
    #[error("the certificate is one of X.509 version {0}, which TLS refuses: have it issued as version 3")]
    Version(u8),
}

pub(super) fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, PemError> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    all.ok().filter(|all| !all.is_empty()).ok_or(PemError::Certificate)
}

/// A certificate with its chain and its private key.
pub(super) fn identity(pem: &[u8], provider: &Arc<CryptoProvider>) -> Result<CertifiedKey, PemError> {
    if let Some(encrypted) = encryption(pem) {
        return Err(encrypted);
    }
    let certificates = certificates(pem).map_err(|_| PemError::Key)?;
    let key = PrivateKeyDer::from_pem_slice(pem).map_err(|_| PemError::Key)?;
    let old = certificates.first().and_then(|first| certificate::version(first)).filter(|version| *version < 3);
    if let Some(version) = old {
        return Err(PemError::Version(version));
    }
    let key = provider.key_provider.load_private_key(key).map_err(|_| PemError::Key)?;
    let certified = CertifiedKey::new(certificates, key);
    match certified.keys_match() {
        Ok(()) | Err(Error::InconsistentKeys(InconsistentKeys::Unknown)) => Ok(certified),
        Err(Error::InconsistentKeys(_)) => Err(PemError::AnotherKey),
        Err(_) => Err(PemError::Key),
    }
}

/// How the key is encrypted; `None` if it is not.
fn encryption(pem: &[u8]) -> Option<PemError> {
    let has = |words: &[u8]| pem.windows(words.len()).any(|window| window == words);
    if has(ENCRYPTED) {
        Some(PemError::Encrypted)
    } else {
        has(b"Proc-Type: 4,ENCRYPTED").then_some(PemError::OldEncryption)
    }
}

const ENCRYPTED: &[u8] = b"-----BEGIN ENCRYPTED PRIVATE KEY-----";

/// The text with its encrypted key, if it has one, in plain.
#[cfg(feature = "pfx")]
pub(super) fn decrypted(
    pem: &[u8],
    password: &secrecy::SecretString,
) -> Result<secrecy::zeroize::Zeroizing<Vec<u8>>, PemError> {
    use pkcs8::EncryptedPrivateKeyInfoRef;
    use secrecy::ExposeSecret as _;
    use secrecy::zeroize::Zeroizing;

    const END: &[u8] = b"-----END ENCRYPTED PRIVATE KEY-----";
    let find = |words: &[u8], from: usize| {
        let rest = pem.get(from..)?;
        rest.windows(words.len()).position(|window| window == words).map(|at| from + at)
    };
    let Some(begin) = find(ENCRYPTED, 0) else { return Ok(Zeroizing::new(pem.to_vec())) };
    let end = find(END, begin).ok_or(PemError::Key)?;
    let text = pem.get(begin + ENCRYPTED.len()..end).unwrap_or_default();
    let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let der = crate::http_client::pfx::from_base64(&text).ok_or(PemError::Key)?;
    let encrypted = EncryptedPrivateKeyInfoRef::try_from(der.as_slice()).map_err(|_| PemError::Key)?;
    let key = encrypted.decrypt(password.expose_secret()).map_err(|_| PemError::Password)?;
    let mut unencrypted = Zeroizing::new(pem.get(..begin).unwrap_or_default().to_vec());
    crate::http_client::pfx::block(&mut unencrypted, "PRIVATE KEY", key.as_bytes());
    unencrypted.extend_from_slice(pem.get(end + END.len()..).unwrap_or_default());
    Ok(unencrypted)
}
