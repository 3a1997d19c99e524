//! `xs:time`.

use std::borrow::Cow;
use std::ops::Range;

use super::error::InvalidText;
use super::lexical::{Lexical, keeps_text};
use super::scan;
use super::zone::Zone;

/// `xs:time`: `13:45:56.789`, with or without a zone. The default is `00:00:00`.
#[derive(Clone)]
pub struct Time {
    text: Cow<'static, str>,
    parts: TimeParts,
    zone: Option<Zone>,
}

keeps_text!(Time);

/// Hour, minute, second, and where the digits of the fraction stand behind the start of the time.
#[derive(Clone)]
pub(super) struct TimeParts {
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    pub(super) fraction: Range<usize>,
}

impl TimeParts {
    pub(super) const MIDNIGHT: Self = Self { hour: 0, minute: 0, second: 0, fraction: 0..0 };

    /// Takes `hh:mm:ss` and a fraction off the front.
    pub(super) fn read(rest: &mut &str) -> Option<Self> {
        let hour = scan::small(rest, 0, 23)?;
        scan::mark(rest, ':')?;
        let minute = scan::small(rest, 0, 59)?;
        scan::mark(rest, ':')?;
        let second = scan::small(rest, 0, 59)?;
        let mut fraction = 0..0;
        if scan::mark(rest, '.').is_some() {
            let start = "hh:mm:ss.".len();
            let digits = scan::leading_digits(rest);
            if digits.is_empty() {
                return None;
            }
            fraction = start..start + digits.len();
        }
        Some(Self { hour, minute, second, fraction })
    }

    pub(super) fn new(hour: u8, minute: u8, second: u8) -> Option<Self> {
        (hour < 24 && minute < 60 && second < 60).then_some(Self { hour, minute, second, fraction: 0..0 })
    }

    pub(super) fn written(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

impl Time {
    /// The time without a zone; `None` if there is no such time of day.
    #[must_use]
    pub fn new(hour: u8, minute: u8, second: u8) -> Option<Self> {
        let parts = TimeParts::new(hour, minute, second)?;
        Some(Self { text: Cow::Owned(parts.written()), parts, zone: None })
    }

    /// The hour, 0 to 23.
    #[must_use]
    pub fn hour(&self) -> u8 {
        self.parts.hour
    }

    /// The minute, 0 to 59.
    #[must_use]
    pub fn minute(&self) -> u8 {
        self.parts.minute
    }

    /// The second, 0 to 59.
    #[must_use]
    pub fn second(&self) -> u8 {
        self.parts.second
    }

    /// The digits behind the point, as sent.
    #[must_use]
    pub fn fraction(&self) -> &str {
        self.text.get(self.parts.fraction.clone()).unwrap_or_default()
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

impl Default for Time {
    fn default() -> Self {
        Self { text: Cow::Borrowed("00:00:00"), parts: TimeParts::MIDNIGHT, zone: None }
    }
}

impl Lexical for Time {
    const TYPE_NAME: &'static str = "time";

    fn parse(text: &str) -> Result<Self, InvalidText> {
        let trimmed = crate::trim_white_space(text);
        let mut rest = trimmed;
        TimeParts::read(&mut rest)
            .and_then(|parts| Some((parts, Zone::read(rest)?)))
            .map(|(parts, zone)| Self { text: Cow::Owned(trimmed.to_owned()), parts, zone })
            .ok_or_else(|| InvalidText::new(Self::TYPE_NAME, text, "it is written 13:45:56, with or without a zone"))
    }

    fn lexical(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}
