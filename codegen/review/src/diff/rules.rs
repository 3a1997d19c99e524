//! The rules of a project: the level of each kind of change, which changes fail a run, and which changes are accepted.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::{Bump, Change, Class, Kind};
use serde::{Deserialize, Deserializer, de};

/// The level at which a change is reported. Ignoring a change hides it; it does not lower the version bump that it requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The change is counted, and listed in JSON only.
    Ignore,
    /// The change is listed.
    Warning,
    /// The change is listed, and the run fails.
    Error,
}

impl Level {
    /// `ignore`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The levels that a project gives to kinds of change. For a kind without one, [`FailOn`] decides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Levels(BTreeMap<Kind, Level>);

impl Levels {
    /// The level that the project gives to a kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Option<Level> {
        self.0.get(&kind).copied()
    }
}

impl FromIterator<(Kind, Level)> for Levels {
    fn from_iter<I: IntoIterator<Item = (Kind, Level)>>(levels: I) -> Self {
        Self(levels.into_iter().collect())
    }
}

/// The least severity at which changes fail a run. Parsed from a class (`wire`) or a version bump (`major`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailOn {
    /// Changes of this class or a more severe one.
    Class(Class),
    /// Changes that need this version bump or a larger one.
    Bump(Bump),
}

impl FailOn {
    /// All words: classes and version bumps, the most severe first.
    pub const WORDS: [&str; 9] = ["silent", "wire", "rust", "behaviour", "add", "docs", "major", "minor", "patch"];

    /// Whether the change is severe enough to fail.
    #[must_use]
    pub fn meets(self, change: &Change) -> bool {
        match self {
            Self::Class(class) => change.class() >= class,
            Self::Bump(bump) => change.bump >= bump,
        }
    }
}

/// A text that is neither a class nor a version bump.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSeverity;

impl fmt::Display for UnknownSeverity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "use a class or a version bump: {}", FailOn::WORDS.join(", "))
    }
}

impl std::error::Error for UnknownSeverity {}

impl FromStr for FailOn {
    type Err = UnknownSeverity;

    fn from_str(word: &str) -> Result<Self, UnknownSeverity> {
        let class = Class::ALL.into_iter().find(|class| class.as_str() == word).map(Self::Class);
        let bump = [Bump::Major, Bump::Minor, Bump::Patch].into_iter().find(|bump| bump.as_str() == word);
        class.or(bump.map(Self::Bump)).ok_or(UnknownSeverity)
    }
}

/// The file in which a project accepts changes and sets the levels of the others.
pub const CONFIGURATION_FILE: &str = "asmx.toml";

/// Identifies a change by its kind, operation, path and [`Change::values`]. Sentences, lines and files do not count, so an edit has the same
/// fingerprint wherever it is made, and with every release of this crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of a change.
    #[must_use]
    pub fn of(change: &Change) -> Self {
        let operation = change.operation.as_deref().unwrap_or_default();
        let parts = [change.kind.as_str(), operation, &change.path];
        let parts = parts.into_iter().chain(change.values.iter().map(String::as_str));
        Self(parts.fold(OFFSET, |hash, part| fnv(fnv(hash, part.as_bytes()), &[0])))
    }
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a in 64 bits. It need not resist forgery: nobody gains from two changes with one fingerprint.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl fmt::Display for Fingerprint {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// A text that is not a fingerprint.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoFingerprint;

impl fmt::Display for NoFingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a fingerprint has sixteen digits from 0 to f: copy it from `asmx diff`")
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

/// An accepted change: it is reported, but never fails a run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Accepted {
    /// The change.
    pub fingerprint: Fingerprint,
    /// The reason, for later readers.
    #[serde(deserialize_with = "reason")]
    pub reason: String,
}

/// Refuses an empty reason.
fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let reason = String::deserialize(deserializer)?;
    if reason.trim().is_empty() {
        return Err(de::Error::custom("an accepted change needs a reason: write why it is intended"));
    }
    Ok(reason)
}

impl Accepted {
    /// Accepts the change with this fingerprint.
    #[must_use]
    pub fn new(fingerprint: Fingerprint, reason: impl Into<String>) -> Self {
        Self { fingerprint, reason: reason.into() }
    }
}

/// The rules of a project: levels, changes that fail a run, and accepted changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    /// Levels of kinds.
    pub levels: Levels,
    /// Changes that fail a run, for kinds without a level. One match is enough.
    pub fail_on: Vec<FailOn>,
    /// Changes that never fail a run.
    pub accepted: Vec<Accepted>,
}

impl Rules {
    pub(super) fn level(&self, change: &Change, is_accepted: bool) -> Level {
        let configured = self.levels.of(change.kind);
        let by_severity = || if self.fail_on.iter().any(|on| on.meets(change)) { Level::Error } else { Level::Warning };
        let level = configured.unwrap_or_else(by_severity);
        if is_accepted { level.min(Level::Warning) } else { level }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_and_others_are_refused() {
        let read: Vec<_> = FailOn::WORDS.iter().map(|word| word.parse::<FailOn>()).collect();
        let classes = Class::ALL.map(|class| Ok(FailOn::Class(class)));
        let bumps = [Bump::Major, Bump::Minor, Bump::Patch].map(|bump| Ok(FailOn::Bump(bump)));
        assert_eq!(read, [&classes[..], &bumps[..]].concat());
        for other in ["", "none", "Silent", "silent "] {
            assert_eq!(other.parse::<FailOn>(), Err(UnknownSeverity), "{other:?}");
        }
    }

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
