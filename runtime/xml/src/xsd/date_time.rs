//! `xs:date`, `xs:time` and `xs:dateTime`.

use asmx_types::lexical::dates::{self, DateParts, TimeParts};
use asmx_types::lexical::{Reason, scan, trim_white_space};
use compact_str::CompactString;

use super::lexical::keeps_text;

pub use asmx_types::lexical::dates::{Zone, days_of};

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

keeps_text!(Date, "date");
keeps_text!(Time, "time");
keeps_text!(DateTime, "dateTime");

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
    ($name:ident: $($time:tt)*) => {
        accessors! {
            $name:
            /// The year, 1 to 9999.
            date.year: u16;
            /// The month, 1 to 12.
            date.month: u8;
            /// The day of the month, 1 to 31.
            date.day: u8;
            $($time)*
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

    fn read(text: &str) -> Result<Self, Reason> {
        let (date, zone) = dates::date(text)?;
        Ok(Self { date, zone, text: trim_white_space(text).into() })
    }
}

impl Time {
    /// The time without a zone; `None` if there is no such time of day.
    #[must_use]
    pub fn new(hour: u8, minute: u8, second: u8) -> Option<Self> {
        let time = TimeParts::new(hour, minute, second)?;
        Some(Self { text: time.written().into(), time, zone: None })
    }

    fn read(text: &str) -> Result<Self, Reason> {
        let (time, zone) = dates::time(text)?;
        Ok(Self { time, zone, text: trim_white_space(text).into() })
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

    fn read(text: &str) -> Result<Self, Reason> {
        let (date, time, zone) = dates::date_time(text)?;
        Ok(Self { date, time, zone, text: trim_white_space(text).into() })
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
