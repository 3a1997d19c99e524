//! The declarations in a certificate of X.509 (RFC 5280).

use std::time::Duration;

use der::asn1::{AnyRef, BitStringRef, GeneralizedTime, ObjectIdentifier, OctetStringRef, UtcTime};
use der::{Decode as _, Reader as _, SliceReader, Tag, TagNumber, Tagged as _};
use rustls::pki_types::UnixTime;
use rustls::{CertificateError, Error};

const KEY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.15");
const BASIC_CONSTRAINTS: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.19");
const EXTENDED_KEY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.37");
const SERVER_AUTHENTICATION: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.1");

/// Bits of the first byte of a key usage.
const DIGITAL_SIGNATURE: u8 = 0x80;
const KEY_ENCIPHERMENT: u8 = 0x20;
const KEY_AGREEMENT: u8 = 0x08;
const KEY_CERT_SIGN: u8 = 0x04;

struct Facts {
    /// 1 or 3 in practice.
    version: u8,
    not_before: Duration,
    not_after: Duration,
    /// `None` without the extension.
    is_authority: Option<bool>,
    /// The first byte; `None` without the extension.
    key_usage: Option<u8>,
    /// Whether the extended usages have that of a server; `None` without the extension.
    serves: Option<bool>,
}

/// The version; `None` if it is not a certificate.
pub(super) fn version(certificate: &[u8]) -> Option<u8> {
    Facts::read(certificate).ok().map(|facts| facts.version)
}

/// Whether a certificate may vouch for others: it says so, or is as old as the first version, which cannot say it.
pub(super) fn may_be_authority(certificate: &[u8]) -> bool {
    Facts::read(certificate).is_ok_and(|facts| {
        let signs = facts.key_usage.is_some_and(|usage| usage & KEY_CERT_SIGN != 0);
        facts.is_authority.unwrap_or(facts.version == 1 || signs)
    })
}

/// Checks dates and stated uses of the certificate that a server presents for itself.
pub(super) fn check_server(certificate: &[u8], now: UnixTime) -> Result<(), Error> {
    let facts = Facts::read(certificate).map_err(|_| Error::from(CertificateError::BadEncoding))?;
    let now = Duration::from_secs(now.as_secs());
    let for_tls = DIGITAL_SIGNATURE | KEY_ENCIPHERMENT | KEY_AGREEMENT;
    if now < facts.not_before {
        Err(CertificateError::NotValidYet.into())
    } else if now > facts.not_after {
        Err(CertificateError::Expired.into())
    } else if facts.serves == Some(false) || facts.key_usage.is_some_and(|usage| usage & for_tls == 0) {
        Err(CertificateError::InvalidPurpose.into())
    } else {
        Ok(())
    }
}

impl Facts {
    /// `Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signature }`.
    fn read(certificate: &[u8]) -> der::Result<Self> {
        let mut parts = sequence(AnyRef::from_der(certificate)?)?;
        // version [0] DEFAULT v1, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, …, extensions [3].
        let mut signed = sequence(parts.decode()?)?;
        let mut first: AnyRef<'_> = signed.decode()?;
        let mut version = 1;
        if first.tag() == context(0) {
            version = u8::from_der(first.value())?.saturating_add(1);
            first = signed.decode()?;
        }
        first.tag().assert_eq(Tag::Integer)?;
        let [_, _]: [AnyRef<'_>; 2] = [signed.decode()?, signed.decode()?];
        let mut validity = sequence(signed.decode()?)?;
        let (not_before, not_after) = (time(validity.decode()?)?, time(validity.decode()?)?);
        let mut facts = Self { version, not_before, not_after, is_authority: None, key_usage: None, serves: None };
        while !signed.is_finished() {
            let part: AnyRef<'_> = signed.decode()?;
            if part.tag() == context(3) {
                let mut extensions = sequence(AnyRef::from_der(part.value())?)?;
                while !extensions.is_finished() {
                    facts.read_extension(extensions.decode()?)?;
                }
            }
        }
        Ok(facts)
    }

    /// `Extension ::= SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }`.
    fn read_extension(&mut self, extension: AnyRef<'_>) -> der::Result<()> {
        let mut parts = sequence(extension)?;
        let name: ObjectIdentifier = parts.decode()?;
        let mut value: AnyRef<'_> = parts.decode()?;
        if value.tag() == Tag::Boolean {
            value = parts.decode()?;
        }
        let value = value.decode_as::<&OctetStringRef>()?.as_bytes();
        match name {
            BASIC_CONSTRAINTS => {
                let mut parts = sequence(AnyRef::from_der(value)?)?;
                let first: Option<AnyRef<'_>> = if parts.is_finished() { None } else { Some(parts.decode()?) };
                let stated = first.filter(|first| first.tag() == Tag::Boolean);
                self.is_authority = Some(stated.map(AnyRef::decode_as).transpose()?.unwrap_or(false));
            }
            KEY_USAGE => {
                let bits = BitStringRef::from_der(value)?;
                self.key_usage = Some(bits.raw_bytes().first().copied().unwrap_or_default());
            }
            EXTENDED_KEY_USAGE => {
                let mut uses = sequence(AnyRef::from_der(value)?)?;
                let mut serves = false;
                while !uses.is_finished() {
                    serves |= uses.decode::<ObjectIdentifier>()? == SERVER_AUTHENTICATION;
                }
                self.serves = Some(serves);
            }
            _ => {}
        }
        Ok(())
    }
}

const fn context(number: u32) -> Tag {
    Tag::ContextSpecific { constructed: true, number: TagNumber(number) }
}

fn sequence(value: AnyRef<'_>) -> der::Result<SliceReader<'_>> {
    value.tag().assert_eq(Tag::Sequence)?;
    SliceReader::new(value.value())
}

/// `Time ::= CHOICE { utcTime, generalTime }`.
fn time(value: AnyRef<'_>) -> der::Result<Duration> {
    match value.tag() {
        Tag::UtcTime => value.decode_as::<UtcTime>().map(|time| time.to_unix_duration()),
        _ => value.decode_as::<GeneralizedTime>().map(|time| time.to_unix_duration()),
    }
}
