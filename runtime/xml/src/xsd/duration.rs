//! `xs:duration`.

use std::fmt::Write as _;

use asmx_types::lexical::duration::{self, DurationParts};
use asmx_types::lexical::{Reason, scan, trim_white_space};
use compact_str::CompactString;

use super::lexical::keeps_text;

/// `xs:duration`: `P1DT2H3M4.005S`, as in a `TimeSpan` column of a `DataSet`. The default is `PT0S`.
#[derive(Clone)]
pub struct Duration {
    text: CompactString,
    parts: DurationParts,
}

keeps_text!(Duration, "duration");

macro_rules! parts {
    ($($(#[doc = $doc:literal])* $part:ident: $type:ty;)*) => {
        impl Duration {
            $(
                $(#[doc = $doc])*
                #[must_use]
                pub fn $part(&self) -> $type {
                    self.parts.$part
                }
            )*
        }
    };
}

parts! {
    /// Whether the whole duration is negative.
    is_negative: bool;
    /// The years.
    years: u64;
    /// The months.
    months: u64;
    /// The days.
    days: u64;
    /// The hours.
    hours: u64;
    /// The minutes.
    minutes: u64;
    /// The whole seconds.
    seconds: u64;
}

impl Duration {
    const ZERO: Self = Self { text: CompactString::const_new("PT0S"), parts: DurationParts::ZERO };

    /// The digits of the seconds' fraction, as sent.
    #[must_use]
    pub fn fraction(&self) -> &str {
        self.text.get(self.parts.fraction.clone()).unwrap_or_default()
    }

    /// The fraction in nanoseconds; digits past the ninth are dropped.
    #[must_use]
    pub fn nanosecond(&self) -> u32 {
        scan::nanoseconds(self.fraction())
    }

    /// The length without its sign; `None` if it has years or months, whose length varies, or is too long.
    #[must_use]
    pub fn to_std(&self) -> Option<std::time::Duration> {
        if self.parts.years > 0 || self.parts.months > 0 {
            return None;
        }
        let hours = self.parts.days.checked_mul(24)?.checked_add(self.parts.hours)?;
        let minutes = hours.checked_mul(60)?.checked_add(self.parts.minutes)?;
        let seconds = minutes.checked_mul(60)?.checked_add(self.parts.seconds)?;
        Some(std::time::Duration::new(seconds, self.nanosecond()))
    }

    fn read(text: &str) -> Result<Self, Reason> {
        Ok(Self { parts: duration::duration(text)?, text: trim_white_space(text).into() })
    }
}

impl Default for Duration {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<std::time::Duration> for Duration {
    /// Written as genuine servers write a `TimeSpan`: days, hours, minutes and seconds that are not zero.
    fn from(span: std::time::Duration) -> Self {
        let seconds = span.as_secs();
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
        let fraction = scan::fraction(span.subsec_nanos());
        let mut text = String::from("P");
        // Writing to a String cannot fail.
        if days > 0 {
            let _ = write!(text, "{days}D");
        }
        let mut time = String::new();
        if hours > 0 {
            let _ = write!(time, "{hours}H");
        }
        if minutes > 0 {
            let _ = write!(time, "{minutes}M");
        }
        if !seconds.is_multiple_of(60) || !fraction.is_empty() || (days == 0 && time.is_empty()) {
            let _ = write!(time, "{}{fraction}S", seconds % 60);
        }
        if !time.is_empty() {
            text.push('T');
            text.push_str(&time);
        }
        // The text was written as a duration above.
        Self::read(&text).unwrap_or(Self::ZERO)
    }
}
