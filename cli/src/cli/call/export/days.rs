//! `--range 2026-01-01..yesterday`: days, resolved once.

use std::str::FromStr;

use asmx_gateway::date_ranges::Moment;

/// The first and the last day of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Days {
    pub(super) first: Moment,
    pub(super) last: Moment,
    /// Whether the last day moves on with the clock, so that its part may not be over.
    pub(super) is_open: bool,
    pub(super) today: Option<Moment>,
}

impl Days {
    fn read(text: &str, today: Option<Moment>) -> Result<Self, String> {
        let day = |text: &str| match text {
            "today" => today,
            "yesterday" => today.and_then(|today| today.plus_milliseconds(-86_400_000)),
            text if text.contains('T') => None,
            text => text.parse().ok(),
        };
        let (first, last) = text.split_once("..").ok_or("write FIRST..LAST, such as 2026-01-01..yesterday")?;
        let is_open = ["today", "yesterday"].contains(&last);
        let read = |text: &str| {
            day(text).ok_or_else(|| format!("`{text}` is not a day: write 2026-01-31, yesterday or today"))
        };
        Ok(Self { first: read(first)?, last: read(last)?, is_open, today })
    }
}

impl FromStr for Days {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let today = jiff::Zoned::now().date();
        let number = |number: i8| u8::try_from(number).ok();
        let today = u16::try_from(today.year()).ok().zip(number(today.month())).zip(number(today.day()));
        Self::read(text, today.and_then(|((year, month), day)| Moment::date(year, month, day)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_by_one_clock() {
        let today = Moment::date(2026, 3, 1);
        let read = |text: &str| {
            Days::read(text, today).map(|days| (days.first.to_string(), days.last.to_string(), days.is_open))
        };
        let days =
            |first: &str, last: &str, is_open| Ok((format!("{first}T00:00:00"), format!("{last}T00:00:00"), is_open));
        assert_eq!(read("2026-01-01..yesterday"), days("2026-01-01", "2026-02-28", true));
        assert_eq!(read("yesterday..today"), days("2026-02-28", "2026-03-01", true));
        assert_eq!(read("2026-01-01..2026-01-02"), days("2026-01-01", "2026-01-02", false));
        for text in [
            "2026-01-01",
            "2026-01-01..",
            "..today",
            "2026-02-29..today",
            "2026-01-01T00:00:00..today",
            "2026-01-01..tomorrow",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
