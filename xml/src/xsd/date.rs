//! `xs:date`.

use std::borrow::Cow;

use super::error::InvalidText;
use super::lexical::{Lexical, keeps_text};
use super::scan;
use super::zone::Zone;

/// `xs:date`: `2024-02-29`, with or without a zone. Years 1 to 9999. The default is `0001-01-01`.
///
/// Beware: a genuine server converts a date with a zone to its own, which may shift the day.
#[derive(Clone)]
pub struct Date {
    text: Cow<'static, str>,
    parts: DateParts,
    zone: Option<Zone>,
}

keeps_text!(Date);

/// Year, month, day.
#[derive(Clone, Copy)]
pub(super) struct DateParts {
    pub(super) year: u16,
    pub(super) month: u8,
    pub(super) day: u8,
}

impl DateParts {
    pub(super) const FIRST: Self = Self { year: 1, month: 1, day: 1 };

    /// Takes `YYYY-MM-DD` off the front.
    pub(super) fn read(rest: &mut &str) -> Option<Self> {
        let year = scan::number(rest, 4, 1, 9999)?;
        scan::mark(rest, '-')?;
        let month = scan::small(rest, 1, 12)?;
        scan::mark(rest, '-')?;
        let day = scan::small(rest, 1, days_of(year, month))?;
        Some(Self { year, month, day })
    }

    pub(super) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let valid =
            (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        valid.then_some(Self { year, month, day })
    }

    pub(super) fn written(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// How many days this month has.
pub fn days_of(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Date {
    /// The date without a zone; `None` if there is no such day, or the year is not in 1 to 9999.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let parts = DateParts::new(year, month, day)?;
        Some(Self { text: Cow::Owned(parts.written()), parts, zone: None })
    }

    /// The year, 1 to 9999.
    #[must_use]
    pub fn year(&self) -> u16 {
        self.parts.year
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(&self) -> u8 {
        self.parts.month
    }

    /// The day of the month, 1 to 31.
    #[must_use]
    pub fn day(&self) -> u8 {
        self.parts.day
    }

    /// The zone, if one is stated.
    #[must_use]
    pub fn zone(&self) -> Option<Zone> {
        self.zone
    }
}

impl Default for Date {
    fn default() -> Self {
        Self { text: Cow::Borrowed("0001-01-01"), parts: DateParts::FIRST, zone: None }
    }
}

impl Lexical for Date {
    const TYPE_NAME: &'static str = "date";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        let trimmed = crate::trim_white_space(text);
        let mut rest = trimmed;
        DateParts::read(&mut rest)
            .and_then(|parts| Some((parts, Zone::read(rest)?)))
            .map(|(parts, zone)| Self { text: Cow::Owned(trimmed.to_owned()), parts, zone })
            .ok_or_else(|| InvalidText::new(Self::TYPE_NAME, text, "it is written 2024-02-29, with or without a zone"))
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}
