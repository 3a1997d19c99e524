//! Dates, times and zones.

use std::ops::Range;

use super::scan;
use super::text::{Reason, trim_white_space};

/// Reads a date, with or without a zone.
///
/// # Errors
///
/// The text is not a date.
pub fn date(text: &str) -> Result<(DateParts, Option<Zone>), Reason> {
    let mut rest = trim_white_space(text);
    DateParts::read(&mut rest)
        .and_then(|date| Some((date, Zone::read(rest)?)))
        .ok_or("it is written 2024-02-29, with or without a zone")
}

/// Reads a time, with or without a zone. The range of its fraction is that in the text without white space around it.
///
/// # Errors
///
/// The text is not a time.
pub fn time(text: &str) -> Result<(TimeParts, Option<Zone>), Reason> {
    let text = trim_white_space(text);
    let mut rest = text;
    TimeParts::read(text, &mut rest)
        .and_then(|time| Some((time, Zone::read(rest)?)))
        .ok_or("it is written 13:45:56, with or without a zone")
}

/// Reads a date and a time, with or without a zone. A date without a time means midnight. The range of the fraction is
/// that in the text without white space around it.
///
/// # Errors
///
/// The text is not a date with a time.
pub fn date_time(text: &str) -> Result<(DateParts, TimeParts, Option<Zone>), Reason> {
    let text = trim_white_space(text);
    let read = || {
        let mut rest = text;
        let date = DateParts::read(&mut rest)?;
        let time = match scan::mark(&mut rest, 'T') {
            Some(()) => TimeParts::read(text, &mut rest)?,
            None => TimeParts::MIDNIGHT,
        };
        Some((date, time, Zone::read(rest)?))
    };
    read().ok_or("it is written 2024-02-29T13:45:56, with or without a fraction and a zone")
}

/// A day of the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateParts {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl DateParts {
    /// The first day of the year 1.
    pub const FIRST: Self = Self { year: 1, month: 1, day: 1 };

    /// Takes `YYYY-MM-DD` off the front.
    fn read(rest: &mut &str) -> Option<Self> {
        let year = scan::number(rest, 4, 1, 9999)?;
        scan::mark(rest, '-')?;
        let month = scan::small(rest, 1, 12)?;
        scan::mark(rest, '-')?;
        let day = scan::small(rest, 1, days_of(year, month))?;
        Some(Self { year, month, day })
    }

    /// The day; `None` if there is no such day.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let valid =
            (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        valid.then_some(Self { year, month, day })
    }

    /// `YYYY-MM-DD`.
    #[must_use]
    pub fn written(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The number of days of this month.
#[must_use]
pub const fn days_of(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The [`day_number`] of 1970-01-01.
pub const NUMBER_OF_1970: u32 = 719_468;

/// The number of a day of the Gregorian calendar, counted from the begin of March of the year 0. The year is at least 1.
#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop of a column")]
#[inline(always)]
#[must_use]
pub const fn day_number(year: u16, month: u8, day: u8) -> u32 {
    // Years start in March, so that the leap day is the last one. Division of unsigned numbers is faster.
    let is_before_march = (month <= 2) as u32;
    let month = month as u32 + 12 * is_before_march - 3;
    let year = year as u32 - is_before_march;
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day as u32 - 1
}

/// The year, month and day of a [`day_number`] up to the year 65535.
#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop of a column")]
#[allow(clippy::cast_possible_truncation, reason = "parts of a date in these years are small")]
#[inline(always)]
#[must_use]
pub const fn date_of_number(number: u32) -> (u16, u8, u8) {
    let (era, day_of_era) = (number / 146_097, number % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    ((era * 400 + year_of_era + (month <= 2) as u32) as u16, month as u8, day as u8)
}

/// A time of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeParts {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// The bytes of the text that hold the digits of the fraction.
    pub fraction: Range<usize>,
}

impl TimeParts {
    /// 00:00:00.
    pub const MIDNIGHT: Self = Self { hour: 0, minute: 0, second: 0, fraction: 0..0 };

    /// Takes `hh:mm:ss` and a fraction off the front of the rest of `text`.
    fn read(text: &str, rest: &mut &str) -> Option<Self> {
        let hour = scan::small(rest, 0, 23)?;
        scan::mark(rest, ':')?;
        let minute = scan::small(rest, 0, 59)?;
        scan::mark(rest, ':')?;
        let second = scan::small(rest, 0, 59)?;
        let mut fraction = 0..0;
        if scan::mark(rest, '.').is_some() {
            let start = text.len() - rest.len();
            fraction = start..start + scan::leading_digits(rest).len();
            if fraction.is_empty() {
                return None;
            }
        }
        Some(Self { hour, minute, second, fraction })
    }

    /// The time without a fraction; `None` if there is no such time of day.
    #[must_use]
    pub fn new(hour: u8, minute: u8, second: u8) -> Option<Self> {
        (hour < 24 && minute < 60 && second < 60).then_some(Self { hour, minute, second, fraction: 0..0 })
    }

    /// `hh:mm:ss`.
    #[must_use]
    pub fn written(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

/// The zone of a date or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// `Z`.
    Utc,
    /// `+02:00`, `-04:57`: minutes east of UTC, at most 14 hours either way.
    Offset(i16),
}

impl Zone {
    /// Minutes east of UTC.
    #[must_use]
    pub fn minutes(self) -> i16 {
        match self {
            Self::Utc => 0,
            Self::Offset(minutes) => minutes,
        }
    }

    /// Reads all of `rest`: an empty text, `Z` or an offset. The outer `None` means that it is none of these.
    #[doc(hidden)]
    #[must_use]
    #[allow(clippy::option_option, reason = "not a zone, no zone, a zone")]
    pub fn read(mut rest: &str) -> Option<Option<Self>> {
        if rest.is_empty() {
            return Some(None);
        }
        if rest == "Z" {
            return Some(Some(Self::Utc));
        }
        let sign = if rest.starts_with('-') { -1 } else { 1 };
        rest = rest.strip_prefix(['+', '-'])?;
        let hours = i16::from(scan::small(&mut rest, 0, 14)?);
        scan::mark(&mut rest, ':')?;
        let minutes = i16::from(scan::small(&mut rest, 0, 59)?);
        let total = hours * 60 + minutes;
        (rest.is_empty() && total <= 14 * 60).then_some(Some(Self::Offset(sign * total)))
    }

    /// The text of a zone; empty for none.
    #[doc(hidden)]
    #[must_use]
    pub fn written(zone: Option<Self>) -> String {
        match zone {
            None => String::new(),
            Some(Self::Utc) => "Z".to_owned(),
            Some(Self::Offset(minutes)) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                let minutes = minutes.unsigned_abs();
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}
