//! The level of a change: ignored, a warning or an error. And which changes fail a run.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::{Change, Class, Kind, Step};

/// The level at which a change is reported. It does not affect the version: an ignored change needs its step like any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It is counted, and told in JSON only.
    Ignore,
    /// It is told.
    Warning,
    /// It is told, and the run fails.
    Error,
}

impl Level {
    /// Its word: `ignore`, `warning` or `error`.
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
    /// The level of a kind, if it was given one.
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

/// Which changes fail a run: those that are at least so severe. Read from the word of a class (`wire`) or of a step (`major`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailOn {
    /// Changes of this class and of more severe ones.
    Class(Class),
    /// Changes that need this step of the version or a larger one.
    Step(Step),
}

impl FailOn {
    /// The words that there are: classes and steps, the most severe first.
    pub const WORDS: [&str; 9] = ["silent", "wire", "rust", "behaviour", "add", "docs", "major", "minor", "patch"];

    /// Whether the change is at least so severe.
    #[must_use]
    pub fn meets(self, change: &Change) -> bool {
        match self {
            Self::Class(class) => change.class() >= class,
            Self::Step(step) => change.step >= step,
        }
    }
}

/// A text that names neither a class nor a step.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSeverity;

impl fmt::Display for UnknownSeverity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "use a class or a step: {}", FailOn::WORDS.join(", "))
    }
}

impl std::error::Error for UnknownSeverity {}

impl FromStr for FailOn {
    type Err = UnknownSeverity;

    fn from_str(word: &str) -> Result<Self, UnknownSeverity> {
        let class = Class::ALL.into_iter().find(|class| class.as_str() == word).map(Self::Class);
        let step = [Step::Major, Step::Minor, Step::Patch].into_iter().find(|step| step.as_str() == word);
        class.or(step.map(Self::Step)).ok_or(UnknownSeverity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_and_no_other() {
        let read: Vec<_> = FailOn::WORDS.iter().map(|word| word.parse::<FailOn>()).collect();
        let classes = Class::ALL.map(|class| Ok(FailOn::Class(class)));
        let steps = [Step::Major, Step::Minor, Step::Patch].map(|step| Ok(FailOn::Step(step)));
        assert_eq!(read, [&classes[..], &steps[..]].concat());
        for other in ["", "none", "Silent", "silent "] {
            assert_eq!(other.parse::<FailOn>(), Err(UnknownSeverity), "{other:?}");
        }
    }
}
