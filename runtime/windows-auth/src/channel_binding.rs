//! The channel binding `tls-server-end-point` of RFC 5929: a hash of the server's certificate, which ties an authentication to the TLS
//! connection that carries it. A relay has another certificate, so that the server refuses what it forwards.

use der::asn1::{AnyRef, ObjectIdentifier};
use der::{Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use md5::Md5;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

/// The data that ties an authentication to a TLS connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelBinding {
    application_data: Vec<u8>,
}

/// Why a certificate has no binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BindingError {
    /// It is not a certificate.
    #[error("the server's certificate cannot be read")]
    Malformed,
    /// RFC 5929 defines no binding: the signature has no hash of its own, as of Ed25519, or one that is not known here.
    ///
    /// Authenticate without a binding then. A server that demands one refuses.
    #[error("the signature of the server's certificate uses no hash that a channel binding can use")]
    Undefined,
}

impl ChannelBinding {
    /// The binding to the server's certificate, in DER.
    ///
    /// The hash is that of the certificate's signature, with SHA-256 in place of MD5 and SHA-1 (RFC 5929, 4.1).
    pub(crate) fn tls_server_end_point(certificate: &[u8]) -> Result<Self, BindingError> {
        let hash = match signature_hash(certificate).map_err(|_| BindingError::Malformed)? {
            Some(Hash::Sha224) => Sha224::digest(certificate).to_vec(),
            Some(Hash::Sha256) => Sha256::digest(certificate).to_vec(),
            Some(Hash::Sha384) => Sha384::digest(certificate).to_vec(),
            Some(Hash::Sha512) => Sha512::digest(certificate).to_vec(),
            None => return Err(BindingError::Undefined),
        };
        Ok(Self { application_data: [b"tls-server-end-point:".as_slice(), &hash].concat() })
    }

    /// The application data of GSS-API's channel bindings.
    pub(crate) fn application_data(&self) -> &[u8] {
        &self.application_data
    }

    /// The value of NTLM's `MsvAvChannelBindings`: MD5 of a `gss_channel_bindings_struct` without addresses (MS-NLMP 2.2.2.1).
    pub(crate) fn ntlm_hash(&self) -> [u8; 16] {
        let length = u32::try_from(self.application_data.len()).unwrap_or_default();
        // Type and length of the initiator's address, and of the acceptor's.
        Md5::new()
            .chain_update([0; 16])
            .chain_update(length.to_le_bytes())
            .chain_update(&self.application_data)
            .finalize()
            .into()
    }
}

#[derive(Clone, Copy)]
enum Hash {
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

const RSASSA_PSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10");

/// Algorithms of signatures, and hashes as RSASSA-PSS names them, with the hash of the binding.
const HASHES: [(ObjectIdentifier, Hash); 22] = {
    const fn oid(text: &str) -> ObjectIdentifier {
        ObjectIdentifier::new_unwrap(text)
    }
    [
        // MD5 and SHA-1, with RSA, DSA and ECDSA. The third is what Microsoft's `makecert` wrote.
        (oid("1.2.840.113549.1.1.4"), Hash::Sha256),
        (oid("1.2.840.113549.1.1.5"), Hash::Sha256),
        (oid("1.3.14.3.2.29"), Hash::Sha256),
        (oid("1.2.840.10040.4.3"), Hash::Sha256),
        (oid("1.2.840.10045.4.1"), Hash::Sha256),
        // RSA.
        (oid("1.2.840.113549.1.1.14"), Hash::Sha224),
        (oid("1.2.840.113549.1.1.11"), Hash::Sha256),
        (oid("1.2.840.113549.1.1.12"), Hash::Sha384),
        (oid("1.2.840.113549.1.1.13"), Hash::Sha512),
        // ECDSA.
        (oid("1.2.840.10045.4.3.1"), Hash::Sha224),
        (oid("1.2.840.10045.4.3.2"), Hash::Sha256),
        (oid("1.2.840.10045.4.3.3"), Hash::Sha384),
        (oid("1.2.840.10045.4.3.4"), Hash::Sha512),
        // DSA.
        (oid("2.16.840.1.101.3.4.3.1"), Hash::Sha224),
        (oid("2.16.840.1.101.3.4.3.2"), Hash::Sha256),
        // Hashes by themselves: MD5, SHA-1, SHA-2.
        (oid("1.2.840.113549.2.5"), Hash::Sha256),
        (oid("1.3.14.3.2.26"), Hash::Sha256),
        (oid("2.16.840.1.101.3.4.2.4"), Hash::Sha224),
        (oid("2.16.840.1.101.3.4.2.1"), Hash::Sha256),
        (oid("2.16.840.1.101.3.4.2.2"), Hash::Sha384),
        (oid("2.16.840.1.101.3.4.2.3"), Hash::Sha512),
        // The hash of RSASSA-PSS that names none is SHA-1 (RFC 4055, 3.1).
        (RSASSA_PSS, Hash::Sha256),
    ]
};

/// `Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signature }`; only the second is read.
fn signature_hash(certificate: &[u8]) -> der::Result<Option<Hash>> {
    let (_, algorithm) = sequence(AnyRef::from_der(certificate)?, |parts| {
        let to_be_signed: AnyRef<'_> = parts.decode()?;
        to_be_signed.tag().assert_eq(Tag::Sequence)?;
        let algorithm = parts.decode()?;
        let signature: AnyRef<'_> = parts.decode()?;
        signature.tag().assert_eq(Tag::BitString)?;
        Ok((to_be_signed, algorithm))
    })?;
    let (name, parameters) = algorithm_identifier(algorithm)?;
    let name = match parameters {
        Some(parameters) if name == RSASSA_PSS => pss_hash(parameters)?.unwrap_or(name),
        _ => name,
    };
    Ok(HASHES.iter().find(|(known, _)| *known == name).map(|(_, hash)| *hash))
}

/// `RSASSA-PSS-params ::= SEQUENCE { hashAlgorithm [0] AlgorithmIdentifier DEFAULT sha1, … }`.
fn pss_hash(parameters: AnyRef<'_>) -> der::Result<Option<ObjectIdentifier>> {
    let hash = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };
    sequence(parameters, |parts| {
        let mut found = None;
        while !parts.is_finished() {
            let part: AnyRef<'_> = parts.decode()?;
            if part.tag() == hash {
                found = Some(algorithm_identifier(AnyRef::from_der(part.value())?)?.0);
            }
        }
        Ok(found)
    })
}

/// `AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }`.
fn algorithm_identifier(value: AnyRef<'_>) -> der::Result<(ObjectIdentifier, Option<AnyRef<'_>>)> {
    sequence(value, |parts| {
        let name = parts.decode()?;
        let parameters = if parts.is_finished() { None } else { Some(parts.decode()?) };
        Ok((name, parameters))
    })
}

fn sequence<'a, T>(value: AnyRef<'a>, read: impl FnOnce(&mut SliceReader<'a>) -> der::Result<T>) -> der::Result<T> {
    value.tag().assert_eq(Tag::Sequence)?;
    let mut parts = SliceReader::new(value.value())?;
    let read = read(&mut parts)?;
    parts.finish()?;
    Ok(read)
}

#[cfg(test)]
mod tests;
