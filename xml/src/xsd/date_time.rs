//! `xs:dateTime`.

use std::borrow::Cow;

use super::date::DateParts;
use super::error::InvalidText;
use super::lexical::{Lexical, keeps_text};
use super::scan;
use super::time::TimeParts;
use super::zone::Zone;

/// `xs:dateTime`: `2024-02-29T13:45:56.789-05:00`, with or without fraction and zone. Years 1 to 9999.
///
/// A date without a time is accepted, as genuine servers do, and means midnight. (They also accept a time without a date and
/// take the current day; this type does not.) The default is `0001-01-01T00:00:00`, what a server takes for an absent one.
#[derive(Clone)]
pub struct DateTime {
    text: Cow<'static, str>,
    date: DateParts,
    time: TimeParts,
    zone: Option<Zone>,
}

keeps_text!(DateTime);

const TIME_STARTS: usize = "yyyy-mm-ddT".len();

impl DateTime {
    /// The moment without fraction and zone; `None` if there is no such day or time, or the year is not in 1 to 9999.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8, hour: u8, minute: u8, second: u8) -> Option<Self> {
        let date = DateParts::new(year, month, day)?;
        let time = TimeParts::new(hour, minute, second)?;
        Some(Self::written(date, &time, 0, None))
    }

    /// The same with this fraction of a second, in nanoseconds below one second (more is taken modulo one second). Trailing
    /// zeros are not written; genuine servers keep seven digits.
    #[must_use]
    pub fn with_nanosecond(self, nanosecond: u32) -> Self {
        Self::written(self.date, &self.time, nanosecond % 1_000_000_000, self.zone)
    }

    /// The same, stating this zone or none; the other parts are not converted.
    #[must_use]
    pub fn with_zone(self, zone: Option<Zone>) -> Self {
        Self::written(self.date, &self.time, self.nanosecond(), zone)
    }

    fn written(date: DateParts, time: &TimeParts, nanosecond: u32, zone: Option<Zone>) -> Self {
        let fraction = scan::fraction(nanosecond);
        let text = format!("{}T{}{fraction}{}", date.written(), time.written(), Zone::written(zone));
        let start = "hh:mm:ss.".len();
        let fraction = if fraction.is_empty() { 0..0 } else { start..start + fraction.len() - 1 };
        Self { text: Cow::Owned(text), date, time: TimeParts { fraction, ..time.clone() }, zone }
    }

    /// The year, 1 to 9999.
    #[must_use]
    pub fn year(&self) -> u16 {
        self.date.year
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(&self) -> u8 {
        self.date.month
    }

    /// The day of the month, 1 to 31.
    #[must_use]
    pub fn day(&self) -> u8 {
        self.date.day
    }

    /// The hour, 0 to 23.
    #[must_use]
    pub fn hour(&self) -> u8 {
        self.time.hour
    }

    /// The minute, 0 to 59.
    #[must_use]
    pub fn minute(&self) -> u8 {
        self.time.minute
    }

    /// The second, 0 to 59.
    #[must_use]
    pub fn second(&self) -> u8 {
        self.time.second
    }

    /// The digits behind the point, as sent.
    #[must_use]
    pub fn fraction(&self) -> &str {
        self.text.get(TIME_STARTS..).and_then(|time| time.get(self.time.fraction.clone())).unwrap_or_default()
    }

    /// The fraction in nanoseconds; digits past the ninth are dropped.
    #[must_use]
    pub fn nanosecond(&self) -> u32 {
        scan::nanoseconds(self.fraction())
    }

    /// The zone, if one is stated.
    #[must_use]
    pub fn zone(&self) -> Option<Zone> {
        self.zone
    }
}

impl Default for DateTime {
    fn default() -> Self {
        let text = Cow::Borrowed("0001-01-01T00:00:00");
        Self { text, date: DateParts::FIRST, time: TimeParts::MIDNIGHT, zone: None }
    }
}

impl Lexical for DateTime {
    const TYPE_NAME: &'static str = "dateTime";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        let trimmed = crate::trim_white_space(text);
        let mut rest = trimmed;
        let parts = DateParts::read(&mut rest).and_then(|date| {
            let time = match scan::mark(&mut rest, 'T') {
                Some(()) => TimeParts::read(&mut rest)?,
                None => TimeParts::MIDNIGHT,
            };
            Some((date, time, Zone::read(rest)?))
        });
        parts.map(|(date, time, zone)| Self { text: Cow::Owned(trimmed.to_owned()), date, time, zone }).ok_or_else(
            || {
                let reason = "it is written 2024-02-29T13:45:56, with or without a fraction and a zone";
                InvalidText::new(Self::TYPE_NAME, text, reason)
            },
        )
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}
