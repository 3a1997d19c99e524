//! `xs:date`, `xs:time` and `xs:dateTime`.

use std::ops::Range;

use compact_str::CompactString;

use super::lexical::keeps_text;
use super::scan;

/// `xs:date`: `2024-02-29`, with or without a zone. Years 1 to 9999. The default is `0001-01-01`.
///
/// Genuine servers convert a date with a zone to their own zone, which may change the day.
#[derive(Clone)]
#[allow(clippy::struct_field_names, reason = "the same names as in a date with a time")]
pub struct Date {
    text: CompactString,
    date: DateParts,
    zone: Option<Zone>,
}

/// `xs:time`: `13:45:56.789`, with or without a zone. The default is `00:00:00`.
#[derive(Clone)]
#[allow(clippy::struct_field_names, reason = "the same names as in a date with a time")]
pub struct Time {
    text: CompactString,
    time: TimeParts,
    zone: Option<Zone>,
}

/// `xs:dateTime`: `2024-02-29T13:45:56.789-05:00`, with or without fraction and zone. Years 1 to 9999.
///
/// A date without a time means midnight, as for genuine servers. (They also accept a time without a date, on the
/// current day; this type does not.) The default is `0001-01-01T00:00:00`, which a server takes for an absent one.
#[derive(Clone)]
pub struct DateTime {
    text: CompactString,
    date: DateParts,
    time: TimeParts,
    zone: Option<Zone>,
}

keeps_text!(Date, "date", "it is written 2024-02-29, with or without a zone");
keeps_text!(Time, "time", "it is written 13:45:56, with or without a zone");
keeps_text!(DateTime, "dateTime", "it is written 2024-02-29T13:45:56, with or without a fraction and a zone");

/// Year, month, day.
#[derive(Clone, Copy)]
struct DateParts {
    year: u16,
    month: u8,
    day: u8,
}

impl DateParts {
    const FIRST: Self = Self { year: 1, month: 1, day: 1 };

    /// Takes `YYYY-MM-DD` off the front.
    fn read(rest: &mut &str) -> Option<Self> {
        let year = scan::number(rest, 4, 1, 9999)?;
        scan::mark(rest, '-')?;
        let month = scan::small(rest, 1, 12)?;
        scan::mark(rest, '-')?;
        let day = scan::small(rest, 1, days_of(year, month))?;
        Some(Self { year, month, day })
    }

    fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let valid =
            (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        valid.then_some(Self { year, month, day })
    }

    fn written(self) -> String {
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

/// Hour, minute, second, and the place of the fraction's digits in the text.
#[derive(Clone)]
struct TimeParts {
    hour: u8,
    minute: u8,
    second: u8,
    fraction: Range<usize>,
}

impl TimeParts {
    const MIDNIGHT: Self = Self { hour: 0, minute: 0, second: 0, fraction: 0..0 };

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

    fn new(hour: u8, minute: u8, second: u8) -> Option<Self> {
        (hour < 24 && minute < 60 && second < 60).then_some(Self { hour, minute, second, fraction: 0..0 })
    }

    fn written(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

macro_rules! accessors {
    ($name:ident: $($(#[doc = $doc:literal])* $field:ident.$part:ident: $type:ty;)*) => {
        impl $name {
            $(
                $(#[doc = $doc])*
                #[must_use]
                pub fn $part(&self) -> $type {
                    self.$field.$part
                }
            )*

            /// The zone, if the text has one.
            #[must_use]
            pub fn zone(&self) -> Option<Zone> {
                self.zone
            }
        }
    };
}

macro_rules! with_date {
    ($name:ident: $($others:tt)*) => {
        accessors! {
            $name:
            /// The year, 1 to 9999.
            date.year: u16;
            /// The month, 1 to 12.
            date.month: u8;
            /// The day of the month, 1 to 31.
            date.day: u8;
            $($others)*
        }
    };
}

macro_rules! with_time {
    ($accessors:ident $name:ident) => {
        $accessors! {
            $name:
            /// The hour, 0 to 23.
            time.hour: u8;
            /// The minute, 0 to 59.
            time.minute: u8;
            /// The second, 0 to 59.
            time.second: u8;
        }

        impl $name {
            /// The digits behind the point, as sent.
            #[must_use]
            pub fn fraction(&self) -> &str {
                self.text.get(self.time.fraction.clone()).unwrap_or_default()
            }

            /// The fraction in nanoseconds; digits past the ninth are dropped.
            #[must_use]
            pub fn nanosecond(&self) -> u32 {
                scan::nanoseconds(self.fraction())
            }
        }
    };
}

with_date!(Date:);
with_time!(accessors Time);
with_time!(with_date DateTime);

impl Date {
    /// The date without a zone; `None` if there is no such day, or the year is not in 1 to 9999.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let date = DateParts::new(year, month, day)?;
        Some(Self { text: date.written().into(), date, zone: None })
    }

    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let date = DateParts::read(&mut rest)?;
        Some(Self { date, zone: Zone::read(rest)?, text: text.into() })
    }
}

impl Time {
    /// The time without a zone; `None` if there is no such time of day.
    #[must_use]
    pub fn new(hour: u8, minute: u8, second: u8) -> Option<Self> {
        let time = TimeParts::new(hour, minute, second)?;
        Some(Self { text: time.written().into(), time, zone: None })
    }

    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let time = TimeParts::read(text, &mut rest)?;
        Some(Self { time, zone: Zone::read(rest)?, text: text.into() })
    }
}

impl DateTime {
    /// The moment without fraction and zone; `None` if there is no such day or time, or the year is not in 1 to 9999.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8, hour: u8, minute: u8, second: u8) -> Option<Self> {
        let date = DateParts::new(year, month, day)?;
        let time = TimeParts::new(hour, minute, second)?;
        Some(Self::written(date, &time, 0, None))
    }

    /// Replaces the fraction of the second, in nanoseconds below one second (a larger one is taken modulo one
    /// second). Trailing zeros are not written; genuine servers keep seven digits.
    #[must_use]
    pub fn with_nanosecond(self, nanosecond: u32) -> Self {
        Self::written(self.date, &self.time, nanosecond % 1_000_000_000, self.zone)
    }

    /// Replaces or removes the zone. The other parts are not converted.
    #[must_use]
    pub fn with_zone(self, zone: Option<Zone>) -> Self {
        Self::written(self.date, &self.time, self.nanosecond(), zone)
    }

    fn written(date: DateParts, time: &TimeParts, nanosecond: u32, zone: Option<Zone>) -> Self {
        let digits = scan::fraction(nanosecond);
        let text = format!("{}T{}{digits}{}", date.written(), time.written(), Zone::written(zone));
        let start = "yyyy-mm-ddThh:mm:ss.".len();
        let fraction = if digits.is_empty() { 0..0 } else { start..start + digits.len() - 1 };
        Self { text: text.into(), date, time: TimeParts { fraction, ..*time }, zone }
    }

    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let date = DateParts::read(&mut rest)?;
        let time = match scan::mark(&mut rest, 'T') {
            Some(()) => TimeParts::read(text, &mut rest)?,
            None => TimeParts::MIDNIGHT,
        };
        Some(Self { date, time, zone: Zone::read(rest)?, text: text.into() })
    }
}

impl Default for Date {
    fn default() -> Self {
        Self { text: CompactString::const_new("0001-01-01"), date: DateParts::FIRST, zone: None }
    }
}

impl Default for Time {
    fn default() -> Self {
        Self { text: CompactString::const_new("00:00:00"), time: TimeParts::MIDNIGHT, zone: None }
    }
}

impl Default for DateTime {
    fn default() -> Self {
        let text = CompactString::const_new("0001-01-01T00:00:00");
        Self { text, date: DateParts::FIRST, time: TimeParts::MIDNIGHT, zone: None }
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
    #[allow(clippy::option_option, reason = "not a zone, no zone, a zone")]
    pub(super) fn read(mut rest: &str) -> Option<Option<Self>> {
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

    pub(super) fn written(zone: Option<Self>) -> String {
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
