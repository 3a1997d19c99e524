//! Durations.

use std::ops::Range;

use super::scan;
use super::text::{Reason, trim_white_space};

/// The parts of a duration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "each part has the name of its unit")]
pub struct DurationParts {
    /// Whether the whole duration is negative.
    pub is_negative: bool,
    pub years: u64,
    pub months: u64,
    pub days: u64,
    pub hours: u64,
    pub minutes: u64,
    pub seconds: u64,
    /// The bytes of the text that hold the digits of the seconds' fraction.
    pub fraction: Range<usize>,
}

impl DurationParts {
    /// No time.
    pub const ZERO: Self =
        Self { is_negative: false, years: 0, months: 0, days: 0, hours: 0, minutes: 0, seconds: 0, fraction: 0..0 };
}

/// Reads a duration. The range of its fraction is that in the text without white space around it.
///
/// # Errors
///
/// The text is not a duration, or a number in it is larger than a `u64`.
pub fn duration(text: &str) -> Result<DurationParts, Reason> {
    read(trim_white_space(text)).ok_or("it is written P1Y2M3DT4H5M6.7S, each part optional")
}

fn read(text: &str) -> Option<DurationParts> {
    let mut duration = DurationParts::ZERO;
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
        let position = expected.find(unit)?;
        rest = rest.get(1..)?;
        expected = expected.get(position + 1..)?;
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
