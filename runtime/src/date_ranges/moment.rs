//! Dates and times on the clock of the service.

use std::fmt;
use std::str::FromStr;

use asmx_types::Resolution;
use asmx_types::lexical::dates::{NUMBER_OF_1970, date_of_number, day_number};

use crate::xsd::{DateTime, Lexical};

/// A date with a time of day, in milliseconds, on the clock of the service. It has no zone, as in the messages of such services. Years 1 to
/// 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// Milliseconds since the begin of 1970 on that clock.
    milliseconds: i64,
}

/// The precision of the dates in a request. The service must be able to read it. It should be at least as fine as the times of its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Dates without a time: `2026-01-31`.
    Day,
    /// Whole minutes: `2026-01-31T09:30:00`.
    Minute,
    /// Whole seconds: `2026-01-31T09:30:05`.
    Second,
    /// Thousandths of a second: `2026-01-31T09:30:05.120`.
    Millisecond,
}

impl From<Step> for Resolution {
    fn from(step: Step) -> Self {
        let milliseconds = match step {
            Step::Day => return Self::DAY,
            Step::Minute => 60_000,
            Step::Second => 1000,
            Step::Millisecond => 1,
        };
        // Each divides a day.
        Self::of_milliseconds(milliseconds).unwrap_or(Self::DAY)
    }
}

pub(super) const DAY: i64 = 86_400_000;
const FIRST: i64 = -62_135_596_800_000;
const LAST: i64 = 253_402_300_799_999;

/// The error of a text that is not a [`Moment`].
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a date without a zone: write 2026-01-31 or 2026-01-31T09:30:05")]
pub struct InvalidMoment(String);

asmx_types::debug_is_a_sentence!(InvalidMoment);

impl Moment {
    pub(crate) const FIRST: Self = Self { milliseconds: FIRST };

    /// The beginning of a day; `None` if the day does not exist.
    pub fn date(year: u16, month: u8, day: u8) -> Option<Self> {
        Self::new(year, month, day, 0, 0, 0)
    }

    /// A moment; `None` if the day or time does not exist.
    pub fn new(year: u16, month: u8, day: u8, hour: u8, minute: u8, second: u8) -> Option<Self> {
        DateTime::new(year, month, day, hour, minute, second).map(|valid| Self::of(&valid))
    }

    /// Adds milliseconds; `None` outside the years 1 to 9999.
    pub fn plus_milliseconds(self, milliseconds: i64) -> Option<Self> {
        Self::from_milliseconds(self.milliseconds.checked_add(milliseconds)?)
    }

    /// The milliseconds since an earlier moment.
    pub const fn since(self, earlier: Self) -> i64 {
        self.milliseconds - earlier.milliseconds
    }

    fn of(valid: &DateTime) -> Self {
        let days = days_since_1970(valid.year(), valid.month(), valid.day());
        let seconds = (i64::from(valid.hour()) * 60 + i64::from(valid.minute())) * 60 + i64::from(valid.second());
        Self { milliseconds: days * DAY + seconds * 1000 + i64::from(valid.nanosecond() / 1_000_000) }
    }

    pub(crate) const fn milliseconds(self) -> i64 {
        self.milliseconds
    }

    /// A moment from milliseconds since the begin of 1970; `None` outside the years 1 to 9999.
    pub(crate) fn from_milliseconds(milliseconds: i64) -> Option<Self> {
        (FIRST..=LAST).contains(&milliseconds).then_some(Self { milliseconds })
    }

    /// Year, month and day.
    pub fn year_month_day(self) -> (u16, u8, u8) {
        date_of(self.milliseconds.div_euclid(DAY))
    }

    /// Hour, minute, second and millisecond.
    pub fn time_of_day(self) -> (u8, u8, u8, u16) {
        let of_day = self.milliseconds.rem_euclid(DAY);
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        let millisecond = u16::try_from(of_day % 1000).unwrap_or_default();
        (small(of_day / 3_600_000), small(of_day / 60_000 % 60), small(of_day / 1000 % 60), millisecond)
    }

    /// The ISO 8601 text, with the precision of the step: a date, or a date with whole seconds or with milliseconds.
    pub fn written(self, step: impl Into<Resolution>) -> String {
        let (year, month, day) = self.year_month_day();
        let (hour, minute, second, millisecond) = self.time_of_day();
        match step.into() {
            Resolution::DAY => format!("{year:04}-{month:02}-{day:02}"),
            step if step.milliseconds().is_multiple_of(1000) => {
                format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
            }
            _ => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}"),
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = if self.milliseconds % 1000 == 0 { Step::Second } else { Step::Millisecond };
        out.pad(&self.written(step))
    }
}

impl fmt::Debug for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for Moment {
    type Err = InvalidMoment;

    /// Reads `2026-01-31`, `2026-01-31T09:30:05` and `2026-01-31T09:30:05.120`.
    fn from_str(text: &str) -> Result<Self, InvalidMoment> {
        match DateTime::parse(text) {
            Ok(valid) if valid.zone().is_none() && valid.nanosecond() % 1_000_000 == 0 => Ok(Self::of(&valid)),
            _ => Err(InvalidMoment(text.chars().take(80).collect())),
        }
    }
}

/// Days since 1970-01-01.
pub(super) fn days_since_1970(year: u16, month: u8, day: u8) -> i64 {
    i64::from(day_number(year, month, day)) - i64::from(NUMBER_OF_1970)
}

/// The date of a day since 1970-01-01, which is not before the year 1.
pub(super) fn date_of(days: i64) -> (u16, u8, u8) {
    date_of_number(u32::try_from(days + i64::from(NUMBER_OF_1970)).unwrap_or_default())
}
