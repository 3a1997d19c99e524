//! How a service reads the dates of a time frame.

use std::fmt;

const UNITS: [(&str, u32); 5] = [("d", DAY), ("h", 3_600_000), ("m", 60_000), ("s", SECOND), ("ms", 1)];
const DAY: u32 = 86_400_000;
const SECOND: u32 = 1000;

/// Whether records at the end date belong to a response. Services seldom document it: try yours with one day, and with the day before and
/// after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndDate {
    /// The response ends before the end date. Ranges with a common border then fit without gap and overlap, whatever the precision of the
    /// records.
    Excluded,
    /// The whole step of the end date belongs to the response: all of that day, or all of that second. The next range begins one step later. If a
    /// service compares with the instant instead, and its records are more precise than the step, use a finer step.
    Included,
}

impl EndDate {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Excluded, Self::Included];

    /// The word in specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Excluded => "exclusive",
            Self::Included => "inclusive",
        }
    }

    /// The one of that word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == word)
    }
}

/// The smallest difference between two times that a service tells apart: `1d`, `1h`, `1m`, `1s`, `3ms`. A day is a whole number of them. It is
/// never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resolution {
    milliseconds: u32,
}

impl Resolution {
    /// Dates without a time.
    pub const DAY: Self = Self { milliseconds: DAY };

    /// A number of milliseconds; `None` if a day is no whole number of them.
    #[must_use]
    pub const fn of_milliseconds(milliseconds: u32) -> Option<Self> {
        if milliseconds > 0 && DAY.is_multiple_of(milliseconds) { Some(Self { milliseconds }) } else { None }
    }

    /// The one that is written like this: a number, and `d`, `h`, `m`, `s` or `ms`.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let unit = text.find(|character: char| !character.is_ascii_digit())?;
        let (number, unit) = text.split_at_checked(unit)?;
        let (_, milliseconds) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
        Self::of_milliseconds(number.parse::<u32>().ok()?.checked_mul(milliseconds)?)
    }

    /// Its length.
    #[must_use]
    pub const fn milliseconds(self) -> u32 {
        self.milliseconds
    }

    /// The shortest range that can be requested. SQL Server rounds a `datetime` to thirds of ten milliseconds, so that only borders at whole seconds
    /// are 3 ms away from the value before.
    #[must_use]
    pub const fn shortest_range(self) -> u32 {
        if self.milliseconds >= SECOND || SECOND.is_multiple_of(self.milliseconds) { self.milliseconds } else { SECOND }
    }
}

impl fmt::Display for Resolution {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, milliseconds) =
            UNITS.into_iter().find(|(_, length)| self.milliseconds.is_multiple_of(*length)).unwrap_or(("ms", 1));
        write!(out, "{}{unit}", self.milliseconds / milliseconds)
    }
}

impl fmt::Debug for Resolution {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolutions_are_read_and_written() {
        for text in ["1d", "12h", "1h", "30m", "1m", "1s", "500ms", "3ms", "1ms"] {
            assert_eq!(Resolution::named(text).unwrap().to_string(), text);
        }
        assert_eq!(Resolution::named("24h"), Some(Resolution::DAY));
        for text in ["", "1", "d", "0s", "7ms", "2d", "1us", "-1s", "1.5s", "99999999999999s", "50000d", "1 s", "é"] {
            assert_eq!(Resolution::named(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_of_datetime_have_whole_seconds() {
        let shortest = |text| Resolution::named(text).unwrap().shortest_range();
        assert_eq!([shortest("3ms"), shortest("1ms"), shortest("1s"), shortest("1d")], [1000, 1, 1000, DAY]);
    }
}
