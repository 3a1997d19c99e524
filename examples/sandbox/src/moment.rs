//! Moments, time frames and the clock: how dates in parameters are read and how the sandbox writes its own.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time};

use crate::parameters::{non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};

/// A second in time. Stored as seconds since 1970; the sandbox's own time zone is UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

impl Moment {
    /// From seconds since 1970.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds)
    }

    /// Seconds since 1970.
    pub const fn seconds(self) -> i64 {
        self.0
    }

    /// The moment so many seconds later.
    pub const fn later(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// `2026-01-31T09:30:00`, the form in data sets and XML documents: local time without a zone.
    pub fn iso(self) -> String {
        self.civil().strftime("%Y-%m-%dT%H:%M:%S").to_string()
    }

    /// `2026-01-31 09:30:00`, the form in delimited text and on pages.
    pub fn date_time(self) -> String {
        self.civil().strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// The form in the `Date` header of a message.
    pub fn mail_date(self) -> String {
        self.civil().strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
    }

    /// Saturates, because years have at most four digits.
    fn civil(self) -> DateTime {
        EPOCH.saturating_add(SignedDuration::from_secs(self.0))
    }

    /// Reads the usual forms of dates: ISO with or without time and offset, `M/d/yyyy` or `M-d-yyyy` with or without
    /// a time, which may end in AM or PM. A date alone is its first second.
    ///
    /// A time without an offset is in UTC.
    pub fn read(text: &str, parameter: &str) -> Result<Self> {
        Parsed::read(text, parameter).map(|parsed| parsed.moment)
    }
}

struct Parsed {
    moment: Moment,
    has_time: bool,
}

impl Parsed {
    fn read(text: &str, parameter: &str) -> Result<Self> {
        parse(text.trim()).ok_or_else(|| {
            let message = format!(
                "{parameter} `{}` is not a date: use yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss with or without an offset, or M/d/yyyy",
                shortened(text)
            );
            Refusal::new(Kind::InvalidDate, message)
        })
    }
}

fn parse(text: &str) -> Option<Parsed> {
    let end_of_date = text.find(['T', 't', ' ']).unwrap_or(text.len());
    let (date, rest) = text.split_at_checked(end_of_date)?;
    let date = parse_date(date)?;
    let rest = rest.strip_prefix(['T', 't', ' ']).unwrap_or(rest).trim();
    if rest.is_empty() {
        return Some(Parsed { moment: moment_of(date.to_datetime(Time::midnight()), 0)?, has_time: false });
    }
    let (time, offset) = split_offset(rest)?;
    let moment = moment_of(date.to_datetime(parse_time(time)?), offset)?;
    Some(Parsed { moment, has_time: true })
}

fn moment_of(civil: DateTime, offset: i64) -> Option<Moment> {
    // A time stamp would end a day before the year 9999 does. `9999-12-31` is .NET's last date and stands for "no
    // end".
    Some(Moment(civil.duration_since(EPOCH).as_secs().checked_sub(offset)?))
}

fn parse_date(text: &str) -> Option<Date> {
    let separator = if text.contains('/') { '/' } else { '-' };
    let mut parts = text.split(separator);
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (year, month, day) = match (first.len(), third.len()) {
        (4, _) => (first, second, third),
        (_, 4) => (third, first, second),
        _ => return None,
    };
    Date::new(number(year)?, number(month)?, number(day)?).ok()
}

/// Splits `Z`, `+01:00` or `-0500` off a time. The offset is in seconds.
fn split_offset(text: &str) -> Option<(&str, i64)> {
    if let Some(time) = text.strip_suffix(['Z', 'z']) {
        return Some((time, 0));
    }
    let Some(at) = text.rfind(['+', '-']) else { return Some((text, 0)) };
    let (time, offset) = text.split_at_checked(at)?;
    let digits: String = offset.chars().skip(1).filter(|letter| *letter != ':').collect();
    let (hours, minutes) = digits.split_at_checked(2)?;
    let minutes = if minutes.is_empty() { 0 } else { number::<i64>(minutes)? };
    let seconds = number::<i64>(hours)? * 3600 + minutes * 60;
    (seconds <= 14 * 3600 && minutes < 60).then_some((time, if offset.starts_with('-') { -seconds } else { seconds }))
}

fn parse_time(text: &str) -> Option<Time> {
    let lower = text.trim().to_ascii_lowercase();
    let (clock, half) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock, Some(0)),
        (_, Some(clock)) => (clock, Some(12)),
        _ => (lower.as_str(), None),
    };
    let mut parts = clock.trim().split(':');
    let (hour, minute) = (number::<i8>(parts.next()?)?, number::<i8>(parts.next()?)?);
    // Fractions of a second are dropped, but must be digits.
    let (second, fraction) = match parts.next() {
        Some(second) => second.split_once('.').unwrap_or((second, "0")),
        None => ("0", "0"),
    };
    if parts.next().is_some() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let hour = match half {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(half) => hour % 12 + half,
        None => hour,
    };
    Time::new(hour, minute, number(second)?, 0).ok()
}

fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// The time frame of a report, both ends included. The default is everything up to now. An end without a time
/// includes its whole day.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub begin: Moment,
    pub end: Moment,
}

impl Frame {
    /// Everything up to now.
    pub const fn until(now: Moment) -> Self {
        Self { begin: Moment(i64::MIN), end: now }
    }

    /// Reads `BeginDate` and `EndDate`. The end is at most now, because no report shows the future.
    pub fn read(begin: Option<&str>, end: Option<&str>, now: Moment) -> Result<Self> {
        let mut frame = Self::until(now);
        if let Some(text) = non_blank(begin) {
            frame.begin = Moment::read(text, "BeginDate")?;
        }
        if let Some(text) = non_blank(end) {
            let parsed = Parsed::read(text, "EndDate")?;
            let end = if parsed.has_time { parsed.moment } else { parsed.moment.later(24 * 3600 - 1) };
            if end < frame.begin {
                return Err(Refusal::new(Kind::InvalidDate, "EndDate is before BeginDate".to_owned()));
            }
            frame.end = end.min(now);
        }
        Ok(frame)
    }
}

/// A clock that follows the machine's or is stopped at a moment.
#[derive(Debug, Default)]
pub struct Clock(Mutex<Option<Moment>>);

impl Clock {
    pub fn now(&self) -> Moment {
        self.stopped_at().unwrap_or_else(machine)
    }

    /// Stops the clock at this moment.
    pub fn set(&self, moment: Moment) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
    }

    /// Lets the clock follow the machine's again.
    pub fn run(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether it is stopped.
    pub fn is_set(&self) -> bool {
        self.stopped_at().is_some()
    }

    fn stopped_at(&self) -> Option<Moment> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn machine() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_seconds(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn usual_forms_of_dates_are_read() {
        for (text, iso) in [
            ("2026-01-31", "2026-01-31T00:00:00"),
            ("2026-01-31T09:30:05", "2026-01-31T09:30:05"),
            ("2026-01-31 09:30", "2026-01-31T09:30:00"),
            ("2026-01-31T09:30:05.123Z", "2026-01-31T09:30:05"),
            ("2026-01-31T09:30:05+02:00", "2026-01-31T07:30:05"),
            ("2026-01-31T09:30:05-0500", "2026-01-31T14:30:05"),
            ("1/31/2026", "2026-01-31T00:00:00"),
            ("1/31/2026 2:05:00 PM", "2026-01-31T14:05:00"),
            ("1-31-2026 12:05:00 am", "2026-01-31T00:05:00"),
        ] {
            assert_eq!(Moment::read(text, "BeginDate").unwrap().iso(), iso, "{text}");
        }
    }

    #[test]
    fn refusals_of_dates_name_them() {
        for text in [
            "yesterday",
            "2026-13-01",
            "2026-02-30",
            "31/12/2026",
            "2026-01-31T25:00",
            "2026-01-31T10:00+99:00",
            "é",
            "1/2/3",
        ] {
            let refusal = Moment::read(text, "BeginDate").unwrap_err();
            assert_eq!(refusal.kind(), Kind::InvalidDate, "{text}");
            assert!(refusal.to_string().contains(text), "{refusal}");
        }
    }

    proptest! {
        #[test]
        fn any_date_is_read_or_refused(text in "[0-9TtZz:/+. apmé-]{0,30}") {
            let _ = Moment::read(&text, "BeginDate");
        }

        #[test]
        fn written_moments_are_read_back(seconds in -62_135_596_800_i64..253_402_300_799) {
            let moment = Moment::from_seconds(seconds);
            prop_assert_eq!(Moment::read(&moment.iso(), "BeginDate").unwrap(), moment);
            prop_assert_eq!(Moment::read(&moment.date_time(), "BeginDate").unwrap(), moment);
        }
    }

    #[test]
    fn the_last_day_is_included_and_the_future_is_not() {
        let now = Moment::read("2026-02-10T12:00:00", "now").unwrap();
        let frame = Frame::read(Some("2026-02-01"), Some("2026-02-02"), now).unwrap();
        assert_eq!((frame.begin.iso(), frame.end.iso()), ("2026-02-01T00:00:00".into(), "2026-02-02T23:59:59".into()));
        assert_eq!(Frame::read(None, Some("2030-01-01"), now).unwrap().end, now);
        assert!(Frame::read(Some("2026-02-03"), Some("2026-02-02"), now).is_err());
    }
}
