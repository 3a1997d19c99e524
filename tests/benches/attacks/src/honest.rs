//! Measures honest clients during an attack: how many are served, and how long they wait.

use std::fmt;
use std::time::Duration;

/// How long those who were served waited, and how many were not served.
#[derive(Default)]
pub(crate) struct Honest {
    waited: Vec<Duration>,
    failed: usize,
}

impl Honest {
    pub(crate) fn served(&mut self, after: Duration) {
        self.waited.push(after);
    }

    pub(crate) fn failed(&mut self) {
        self.failed += 1;
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.waited.extend(other.waited);
        self.failed += other.failed;
    }

    /// Columns of a table: served, failed, and milliseconds of the median, of 99 of 100, and of the longest.
    pub(crate) const COLUMNS: &str = "served | failed | p50, ms | p99, ms | longest, ms";
}

impl fmt::Display for Honest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut waited = self.waited.clone();
        waited.sort_unstable();
        let at = |hundredth: usize| {
            let last = waited.len().saturating_sub(1);
            waited.get(last * hundredth / 100).copied().unwrap_or_default().as_secs_f64() * 1e3
        };
        write!(formatter, "{} | {} | {:.2} | {:.2} | {:.1}", waited.len(), self.failed, at(50), at(99), at(100))
    }
}
