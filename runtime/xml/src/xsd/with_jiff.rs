//! Dates and times of `jiff`.
//!
//! Values without a zone become civil dates and times, unconverted, and so do dates and times of day with one.
//! Moments need a zone. Digits of a second past the ninth are dropped.

use jiff::Timestamp;
use jiff::civil;

use super::lexical::{InvalidText, NO_ZONE, from_text, invalid};
use super::{Date, DateTime, Time, Zone};

const UNKNOWN: &str = "jiff has no such value";

fn small(number: u8) -> i8 {
    i8::try_from(number).unwrap_or(i8::MAX)
}

impl TryFrom<&Date> for civil::Date {
    type Error = InvalidText;

    /// The day as written; a zone is ignored.
    fn try_from(date: &Date) -> Result<Self, InvalidText> {
        let year = i16::try_from(date.year()).unwrap_or(i16::MAX);
        Self::new(year, small(date.month()), small(date.day())).map_err(|_| invalid(date, UNKNOWN))
    }
}

impl TryFrom<&Time> for civil::Time {
    type Error = InvalidText;

    /// The time as written; a zone is ignored.
    fn try_from(time: &Time) -> Result<Self, InvalidText> {
        let nanosecond = i32::try_from(time.nanosecond()).unwrap_or(i32::MAX);
        Self::new(small(time.hour()), small(time.minute()), small(time.second()), nanosecond)
            .map_err(|_| invalid(time, UNKNOWN))
    }
}

impl TryFrom<&DateTime> for civil::DateTime {
    type Error = InvalidText;

    /// The local date and time as written; a zone is ignored.
    fn try_from(moment: &DateTime) -> Result<Self, InvalidText> {
        let year = i16::try_from(moment.year()).unwrap_or(i16::MAX);
        let (month, day) = (small(moment.month()), small(moment.day()));
        let (hour, minute, second) = (small(moment.hour()), small(moment.minute()), small(moment.second()));
        let nanosecond = i32::try_from(moment.nanosecond()).unwrap_or(i32::MAX);
        Self::new(year, month, day, hour, minute, second, nanosecond).map_err(|_| invalid(moment, UNKNOWN))
    }
}

impl TryFrom<&DateTime> for Timestamp {
    type Error = InvalidText;

    /// The instant; an error without a zone.
    fn try_from(moment: &DateTime) -> Result<Self, InvalidText> {
        let zone = moment.zone().ok_or_else(|| invalid(moment, NO_ZONE))?;
        let offset = jiff::tz::Offset::from_seconds(i32::from(Zone::minutes(zone)) * 60);
        let wall = civil::DateTime::try_from(moment)?;
        offset.and_then(|offset| offset.to_timestamp(wall)).map_err(|_| invalid(moment, UNKNOWN))
    }
}

// Years outside of 1 to 9999 are an error.
from_text! {
    civil::Date => Date;
    civil::Time => Time;
    civil::DateTime => DateTime;
    Timestamp => DateTime;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xsd::Lexical as _;

    fn moment(text: &str) -> DateTime {
        DateTime::parse(text).unwrap()
    }

    #[test]
    fn values_convert_both_ways() {
        for text in ["2024-02-29T13:45:56.789", "0001-01-01T00:00:00", "9999-12-31T23:59:59.999999999"] {
            let civil = civil::DateTime::try_from(&moment(text)).unwrap();
            assert_eq!(
                (civil.to_string().as_str(), DateTime::try_from(civil).unwrap().lexical().as_ref()),
                (text, text)
            );
        }
        let date = Date::parse("2024-02-29+14:00").unwrap();
        assert_eq!(Date::try_from(civil::Date::try_from(&date).unwrap()).unwrap().lexical(), "2024-02-29");
        let time = Time::parse("13:45:56.5Z").unwrap();
        assert_eq!(Time::try_from(civil::Time::try_from(&time).unwrap()).unwrap().lexical(), "13:45:56.5");
        let instant = Timestamp::try_from(&moment("2024-02-29T23:45:56.7-05:30")).unwrap();
        assert_eq!(DateTime::try_from(instant).unwrap().lexical(), "2024-03-01T05:15:56.7Z");
        let offset = civil::DateTime::try_from(&moment("2024-02-29T23:45:56.7-05:30")).unwrap();
        assert_eq!(offset.to_string(), "2024-02-29T23:45:56.7", "the local time");
    }

    #[test]
    fn values_without_a_counterpart_are_errors() {
        let error = Timestamp::try_from(&moment("2024-02-29T13:45:56")).unwrap_err();
        assert!(error.to_string().ends_with("a moment needs a zone, and it states none"), "{error}");
        assert!(Date::try_from(civil::date(-1, 1, 1)).is_err() && Date::try_from(civil::date(0, 1, 1)).is_err());
        assert!(DateTime::try_from(civil::DateTime::MIN).is_err());
    }
}
