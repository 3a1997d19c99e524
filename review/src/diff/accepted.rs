//! Changes that somebody accepted, with a reason.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::Change;

/// The file in which a project accepts changes and sets the levels of the others.
pub const CONFIGURATION_FILE: &str = "asmx.toml";

/// Identifies a change. It is made of the kind, the operation, the path and [`Change::what`], not of lines, files or consequences. The same edit has
/// the same fingerprint wherever it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of a change.
    #[must_use]
    pub fn of(change: &Change) -> Self {
        let operation = change.operation.as_deref().unwrap_or_default();
        let parts = [change.kind.as_str(), operation, &change.path, &change.what];
        Self(parts.into_iter().fold(OFFSET, |hash, part| fnv(fnv(hash, part.as_bytes()), &[0])))
    }
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a in 64 bits: nobody is kept from making two changes with one fingerprint, who would gain nothing by it.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl fmt::Display for Fingerprint {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// A text that is no fingerprint.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoFingerprint;

impl fmt::Display for NoFingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a fingerprint has sixteen digits from 0 to f, as `diff` shows them")
    }
}

impl std::error::Error for NoFingerprint {}

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Self, NoFingerprint> {
        let is_one = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = is_one.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.map(Self).ok_or(NoFingerprint)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A change that was accepted: it is in the report, and never fails a run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Accepted {
    /// Which change.
    pub fingerprint: Fingerprint,
    /// The reason, for later readers.
    #[serde(deserialize_with = "reason")]
    pub reason: String,
}

/// A reason that says something.
fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let reason = String::deserialize(deserializer)?;
    if reason.trim().is_empty() {
        return Err(de::Error::custom("an accepted change needs a reason: say why it is meant"));
    }
    Ok(reason)
}

impl Accepted {
    /// Accepts the change with that fingerprint.
    #[must_use]
    pub fn new(fingerprint: Fingerprint, reason: impl Into<String>) -> Self {
        Self { fingerprint, reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // The published values of the empty text, `a` and `foobar`.
        assert_eq!(fnv(OFFSET, b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(OFFSET, b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv(OFFSET, b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_fingerprint_is_sixteen_digits() {
        let fingerprint: Fingerprint = "00d5cc2f0a7be319".parse().unwrap();
        assert_eq!(fingerprint.to_string(), "00d5cc2f0a7be319");
        for other in ["", "0", "00D5CC2F0A7BE319", "00d5cc2f0a7be3190", "+0d5cc2f0a7be319", "größe0000000000"] {
            assert_eq!(other.parse::<Fingerprint>(), Err(NoFingerprint), "{other}");
        }
    }
}
