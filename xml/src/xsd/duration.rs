//! `xs:duration`.

use std::fmt::Write as _;
use std::ops::Range;

use compact_str::CompactString;

use super::lexical::keeps_text;
use super::scan;

/// `xs:duration`: `P1DT2H3M4.005S`, as in a `TimeSpan` column of a `DataSet`. The default is `PT0S`.
#[derive(Clone)]
pub struct Duration {
    text: CompactString,
    is_negative: bool,
    years: u64,
    months: u64,
    days: u64,
    hours: u64,
    minutes: u64,
    seconds: u64,
    fraction: Range<usize>,
}

keeps_text!(Duration, "duration", "it is written P1Y2M3DT4H5M6.7S, each part optional");

macro_rules! parts {
    ($($(#[doc = $doc:literal])* $part:ident: $type:ty;)*) => {
        impl Duration {
            $(
                $(#[doc = $doc])*
                #[must_use]
                pub fn $part(&self) -> $type {
                    self.$part
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
    const ZERO: Self = Self {
        text: CompactString::const_new("PT0S"),
        is_negative: false,
        years: 0,
        months: 0,
        days: 0,
        hours: 0,
        minutes: 0,
        seconds: 0,
        fraction: 0..0,
    };

    /// The digits of the seconds' fraction, as sent.
    #[must_use]
    pub fn fraction(&self) -> &str {
        self.text.get(self.fraction.clone()).unwrap_or_default()
    }

    /// The fraction in nanoseconds; digits past the ninth are dropped.
    #[must_use]
    pub fn nanosecond(&self) -> u32 {
        scan::nanoseconds(self.fraction())
    }

    /// The length without its sign; `None` if it has years or months, whose length varies, or is too long.
    #[must_use]
    pub fn to_std(&self) -> Option<std::time::Duration> {
        if self.years > 0 || self.months > 0 {
            return None;
        }
        let hours = self.days.checked_mul(24)?.checked_add(self.hours)?;
        let minutes = hours.checked_mul(60)?.checked_add(self.minutes)?;
        let seconds = minutes.checked_mul(60)?.checked_add(self.seconds)?;
        Some(std::time::Duration::new(seconds, self.nanosecond()))
    }

    fn read(text: &str) -> Option<Self> {
        let mut duration = Self { text: text.into(), ..Self::ZERO };
        let mut rest = text;
        duration.is_negative = scan::mark(&mut rest, '-').is_some();
        scan::mark(&mut rest, 'P')?;
        // The letters of Y M D, then of H M S, that may still come.
        let mut expected = "YMD";
        let mut in_time = false;
        let mut has_part = false;
        while !rest.is_empty() {
            if !in_time && scan::mark(&mut rest, 'T').is_some() {
                (in_time, expected, has_part) = (true, "HMS", false);
                continue;
            }
            let number = scan::leading_digits(&mut rest).parse().ok()?;
            if in_time && scan::mark(&mut rest, '.').is_some() {
                let start = text.len() - rest.len();
                let digits = scan::leading_digits(&mut rest).len();
                if digits == 0 || rest != "S" {
                    return None;
                }
                duration.fraction = start..start + digits;
            }
            let unit = rest.chars().next()?;
            let place = expected.find(unit)?;
            rest = rest.get(1..)?;
            expected = expected.get(place + 1..)?;
            has_part = true;
            match (in_time, unit) {
                (false, 'Y') => duration.years = number,
                (false, 'M') => duration.months = number,
                (false, _) => duration.days = number,
                (true, 'H') => duration.hours = number,
                (true, 'M') => duration.minutes = number,
                (true, _) => duration.seconds = number,
            }
        }
        has_part.then_some(duration)
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
