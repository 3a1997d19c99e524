//! Figures of many rounds in one: the median, and the quartiles around it.

use std::fmt;

use figures::Figure;

/// A median with its quartiles.
pub(crate) struct Spread {
    median: f64,
    lower: f64,
    upper: f64,
}

impl Spread {
    /// Of the rounds but the first, which is for warming up.
    pub(crate) fn of(rounds: &[f64]) -> Self {
        let mut sorted: Vec<f64> = rounds.iter().skip(1).copied().collect();
        sorted.sort_by(f64::total_cmp);
        let at = |quarter: usize| {
            let last = sorted.len().saturating_sub(1);
            sorted.get(last * quarter / 4).copied().unwrap_or_default()
        };
        Self { median: at(2), lower: at(1), upper: at(3) }
    }

    /// Of a value of each round of one side beside the same round of the other: what else the machine does meets both.
    pub(crate) fn of_pairs(one: &[f64], other: &[f64], compare: impl Fn(f64, f64) -> f64) -> Self {
        let compared: Vec<f64> = one.iter().zip(other).map(|(one, other)| compare(*one, *other)).collect();
        Self::of(&compared)
    }
}

impl Spread {
    /// The median.
    pub(crate) const fn median(&self) -> f64 {
        self.median
    }

    /// The figure of that name.
    pub(crate) fn figure(&self, what: &str) -> Figure {
        Figure::new(what, self.median).spread(self.lower, self.upper)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = if self.median.abs() >= 1000.0 { 0 } else { 2 };
        let Self { median, lower, upper } = self;
        write!(formatter, "{median:.decimals$} ({lower:.decimals$} to {upper:.decimals$})")
    }
}
