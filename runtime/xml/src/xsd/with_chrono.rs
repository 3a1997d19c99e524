//! Dates and times of `chrono`.
//!
//! Values without a zone become naive dates and times, unconverted, and so do dates and times of day with one.
//! Moments need a zone and keep its offset. Digits of a second past the ninth are dropped.

use chrono::{FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Offset as _, SecondsFormat, TimeZone};

use super::lexical::{InvalidText, NO_ZONE, from_text, invalid};
use super::{Date, DateTime, Lexical, Time};

const UNKNOWN: &str = "chrono has no such value";

impl TryFrom<&Date> for NaiveDate {
    type Error = InvalidText;

    /// The day as written; a zone is ignored.
    fn try_from(date: &Date) -> Result<Self, InvalidText> {
        Self::from_ymd_opt(date.year().into(), date.month().into(), date.day().into())
            .ok_or_else(|| invalid(date, UNKNOWN))
    }
}

impl TryFrom<&Time> for NaiveTime {
    type Error = InvalidText;

    /// The time as written; a zone is ignored.
    fn try_from(time: &Time) -> Result<Self, InvalidText> {
        Self::from_hms_nano_opt(time.hour().into(), time.minute().into(), time.second().into(), time.nanosecond())
            .ok_or_else(|| invalid(time, UNKNOWN))
    }
}

impl TryFrom<&DateTime> for NaiveDateTime {
    type Error = InvalidText;

    /// The local date and time as written; a zone is ignored.
    fn try_from(moment: &DateTime) -> Result<Self, InvalidText> {
        let date = NaiveDate::from_ymd_opt(moment.year().into(), moment.month().into(), moment.day().into());
        let (hour, minute, second) = (moment.hour().into(), moment.minute().into(), moment.second().into());
        date.and_then(|date| date.and_hms_nano_opt(hour, minute, second, moment.nanosecond()))
            .ok_or_else(|| invalid(moment, UNKNOWN))
    }
}

impl TryFrom<&DateTime> for chrono::DateTime<FixedOffset> {
    type Error = InvalidText;

    /// The instant with its offset; an error without a zone.
    fn try_from(moment: &DateTime) -> Result<Self, InvalidText> {
        let zone = moment.zone().ok_or_else(|| invalid(moment, NO_ZONE))?;
        let offset = FixedOffset::east_opt(i32::from(zone.minutes()) * 60);
        let wall = NaiveDateTime::try_from(moment)?;
        offset.and_then(|offset| offset.from_local_datetime(&wall).single()).ok_or_else(|| invalid(moment, UNKNOWN))
    }
}

// Years outside of 1 to 9999 and leap seconds are an error.
from_text! {
    NaiveDate => Date;
    NaiveTime => Time;
}

impl TryFrom<NaiveDateTime> for DateTime {
    type Error = InvalidText;

    /// Years outside of 1 to 9999 and leap seconds are an error.
    fn try_from(moment: NaiveDateTime) -> Result<Self, InvalidText> {
        Self::parse(&format!("{}T{}", moment.date(), moment.time()))
    }
}

impl<Tz: TimeZone> TryFrom<chrono::DateTime<Tz>> for DateTime {
    type Error = InvalidText;

    /// With its offset, `Z` if that is zero. Errors are years outside of 1 to 9999, leap seconds, and offsets of
    /// fractions of a minute or of more than 14 hours.
    fn try_from(moment: chrono::DateTime<Tz>) -> Result<Self, InvalidText> {
        let moment = moment.with_timezone(&moment.offset().fix());
        if moment.offset().local_minus_utc() % 60 != 0 {
            let text = moment.naive_local().to_string();
            return Err(InvalidText::new(Self::TYPE_NAME, &text, "its offset from UTC has parts of a minute"));
        }
        Self::parse(&moment.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> DateTime {
        DateTime::parse(text).unwrap()
    }

    #[test]
    fn values_convert_both_ways() {
        for text in ["2024-02-29T13:45:56.789", "0001-01-01T00:00:00", "9999-12-31T23:59:59.999999999"] {
            let naive = NaiveDateTime::try_from(&moment(text)).unwrap();
            assert_eq!(DateTime::try_from(naive).unwrap().lexical(), text);
        }
        let date = Date::parse("2024-02-29+14:00").unwrap();
        assert_eq!(Date::try_from(NaiveDate::try_from(&date).unwrap()).unwrap().lexical(), "2024-02-29");
        let time = Time::parse("13:45:56.500Z").unwrap();
        assert_eq!(Time::try_from(NaiveTime::try_from(&time).unwrap()).unwrap().lexical(), "13:45:56.500");
        for text in ["2024-02-29T23:45:56.700-05:30", "2024-02-29T23:45:56Z", "2024-02-29T23:45:56+14:00"] {
            let fixed = chrono::DateTime::<FixedOffset>::try_from(&moment(text)).unwrap();
            assert_eq!(DateTime::try_from(fixed).unwrap().lexical(), text);
        }
        let fixed = chrono::DateTime::<FixedOffset>::try_from(&moment("2024-02-29T23:45:56-05:30")).unwrap();
        assert_eq!(fixed.to_utc().to_string(), "2024-03-01 05:15:56 UTC");
    }

    #[test]
    fn values_without_a_counterpart_are_errors() {
        let error = chrono::DateTime::<FixedOffset>::try_from(&moment("2024-02-29T13:45:56")).unwrap_err();
        assert!(error.to_string().ends_with("a moment needs a zone, and it states none"), "{error}");
        for year in [-1, 0, 10_000] {
            assert!(Date::try_from(NaiveDate::from_ymd_opt(year, 1, 1).unwrap()).is_err(), "{year}");
        }
        let leap = NaiveTime::from_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap();
        assert!(Time::try_from(leap).is_err());
        let odd = FixedOffset::east_opt(61).unwrap().with_ymd_and_hms(2024, 1, 1, 0, 0, 0).unwrap();
        assert!(DateTime::try_from(odd).is_err());
    }
}
