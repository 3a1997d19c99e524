//! Dates and times on the clock of the service.

use std::fmt;
use std::str::FromStr;

use asmx_types::Resolution;

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
        let days = days_from_civil(valid.year().into(), valid.month().into(), valid.day().into());
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
        let (year, month, day) = civil_from_days(self.milliseconds.div_euclid(DAY));
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        (u16::try_from(year).unwrap_or_default(), small(month), small(day))
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

/// Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that the leap day is the last day.
pub(super) const fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The reverse of [`days_from_civil`].
pub(super) const fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let of_year = day_of_era - (365 * of_era + of_era / 4 - of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + of_era;
    (if month <= 2 { year + 1 } else { year }, month, day)
}
