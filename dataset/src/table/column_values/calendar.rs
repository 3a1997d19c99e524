//! Days and microseconds since 1970, by the Gregorian calendar in both directions.

/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// A moment by its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) year: u16,
    pub(super) month: u8,
    pub(super) day: u8,
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    pub(super) microsecond: u32,
}

/// Microseconds since 1970.
#[allow(clippy::inline_always, reason = "measured: it stands in the innermost loop of a column")]
#[inline(always)]
pub(super) fn microseconds(parts: &Parts) -> i64 {
    // Years are counted from March, so that the leap day is the last of one. Unsigned numbers are divided faster.
    let is_before_march = u32::from(parts.month <= 2);
    let month = u32::from(parts.month) + 12 * is_before_march - 3;
    let year = u32::from(parts.year) - is_before_march;
    let day_of_year = (153 * month + 2) / 5 + u32::from(parts.day) - 1;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + day_of_year;
    let seconds = (u32::from(parts.hour) * 60 + u32::from(parts.minute)) * 60 + u32::from(parts.second);
    (i64::from(days) - 719_468) * DAY + i64::from(seconds) * 1_000_000 + i64::from(parts.microsecond)
}

/// The parts of a moment in microseconds since 1970, for the years 1 to 9999.
#[allow(clippy::cast_possible_truncation, reason = "parts of a date in these years are small")]
pub(super) fn parts(microseconds: i64) -> Parts {
    // Counted from a year before all of these, so that no number is negative.
    let microseconds = microseconds.wrapping_add(719_468 * DAY).cast_unsigned();
    let (days, rest) = (microseconds / DAY.unsigned_abs(), microseconds % DAY.unsigned_abs());
    let days = days as u32;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u32::from(month <= 2);
    let seconds = (rest / 1_000_000) as u32;
    Parts {
        year: year as u16,
        month: month as u8,
        day: day as u8,
        hour: (seconds / 3_600) as u8,
        minute: (seconds / 60 % 60) as u8,
        second: (seconds % 60) as u8,
        microsecond: (rest % 1_000_000) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asmx_xml::xsd::days_of;

    #[test]
    fn every_day_from_the_first_to_the_last_has_its_number() {
        let mut expected = -62_135_596_800_000_000_i64;
        for year in 1..=9999 {
            for month in 1..=12 {
                for day in 1..=days_of(year, month) {
                    let midnight = Parts { year, month, day, hour: 0, minute: 0, second: 0, microsecond: 0 };
                    assert_eq!(microseconds(&midnight), expected, "{midnight:?}");
                    let last = Parts { hour: 23, minute: 59, second: 59, microsecond: 999_999, ..midnight };
                    assert_eq!((parts(expected), parts(expected + DAY - 1)), (midnight, last));
                    expected += DAY;
                }
            }
        }
        assert_eq!(expected, 253_402_300_800_000_000);
    }
}
