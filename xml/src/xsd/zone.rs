//! The time zone at the end of dates and times.

use super::scan;

/// The zone a date or time states.
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

    /// Reads all of `rest`: nothing, `Z` or an offset. The outer `None` means it is none of these.
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
