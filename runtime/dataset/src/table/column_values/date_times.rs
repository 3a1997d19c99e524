//! The values of a dateTime column, and their Gregorian calendar.

use super::numbers::keep;
use super::values::{Bits, Fit, Growth, TypedValue, Values};
use asmx_types::lexical::dates::{NUMBER_OF_1970, date_of_number, day_number};
use asmx_xml::xsd::{DateTime, Lexical as _, Zone, days_of};

/// Dates with times, in microseconds since 1970: in UTC if a value states its zone, else in local time.
#[derive(Clone, Debug, Default)]
pub struct DateTimes {
    microseconds: Vec<i64>,
    fraction: Fraction,
    /// The zone of all values, once there is one.
    same: Option<i16>,
    each: Vec<i16>,
}

/// The zones that the values of a column state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zones<'a> {
    /// No value states a zone, or there are no values.
    Unstated,
    /// All values state this zone.
    Same(Zone),
    /// The zones differ: for each value the minutes east of UTC, 0 for `Z`, or [`Zones::NONE`].
    Each(&'a [i16]),
}

impl Zones<'_> {
    /// The mark of a value without a zone.
    pub const NONE: i16 = i16::MIN;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fraction {
    #[default]
    Unknown,
    /// All fractions have this number of digits, none with a zero at the end.
    Either(u8),
    /// All fractions have this number of digits.
    Digits(u8),
    /// No fraction has a zero at the end, as genuine servers write them.
    Trimmed,
}

impl Fraction {
    /// Whether a fraction with so many digits, with or without a zero at the end, can be given back like the ones before.
    fn admit(&mut self, digits: u8, is_trimmed: bool) -> bool {
        *self = match *self {
            Self::Unknown if is_trimmed => Self::Either(digits),
            Self::Unknown => Self::Digits(digits),
            Self::Either(known) if known == digits && is_trimmed => return true,
            Self::Either(known) if known == digits => Self::Digits(digits),
            Self::Either(_) if is_trimmed => Self::Trimmed,
            Self::Either(_) => return false,
            Self::Digits(known) => return known == digits,
            Self::Trimmed => return is_trimmed,
        };
        true
    }
}

impl DateTimes {
    /// Microseconds since 1970: in UTC if the value states a zone, else in local time.
    #[must_use]
    pub fn microseconds(&self) -> &[i64] {
        &self.microseconds
    }

    /// The zones that the values state.
    #[must_use]
    pub fn zones(&self) -> Zones<'_> {
        match self.same {
            _ if !self.each.is_empty() => Zones::Each(&self.each),
            None | Some(Zones::NONE) => Zones::Unstated,
            Some(0) => Zones::Same(Zone::Utc),
            Some(minutes) => Zones::Same(Zone::Offset(minutes)),
        }
    }

    /// Microseconds since 1970.
    #[must_use]
    pub fn into_microseconds(self) -> Vec<i64> {
        self.microseconds
    }

    fn zone(&self, slot: usize) -> i16 {
        self.each.get(slot).copied().or(self.same).unwrap_or(Zones::NONE)
    }
}

impl Values for DateTimes {
    type Read = (i64, i16);

    #[inline]
    fn read(&mut self, text: &[u8], start: usize, end: usize) -> Option<(i64, i16)> {
        let (moment, digits, is_trimmed) = parse_date_time(text.get(start..end)?)?;
        self.fraction.admit(digits, is_trimmed).then_some(moment)
    }

    #[inline]
    fn add(&mut self, (local, zone): (i64, i16)) {
        let same = *self.same.get_or_insert(zone);
        if same != zone && self.each.is_empty() {
            self.each.resize(self.microseconds.len(), same);
        }
        if same != zone || !self.each.is_empty() {
            self.each.push(zone);
        }
        self.microseconds.push(local - shift(zone));
    }

    fn add_other(&mut self, text: &str) -> Option<Fit> {
        let Ok(moment) = DateTime::parse(text) else {
            self.push_empty(1);
            return Some(Fit::Invalid);
        };
        let parts = Parts {
            year: moment.year(),
            month: moment.month(),
            day: moment.day(),
            hour: moment.hour(),
            minute: moment.minute(),
            second: moment.second(),
            microsecond: moment.nanosecond() / 1_000,
        };
        self.add((microseconds_of(&parts), moment.zone().map_or(Zones::NONE, Zone::minutes)));
        let cut = moment.fraction().get(6..).unwrap_or_default();
        Some(if cut.bytes().all(|digit| digit == b'0') { Fit::Same } else { Fit::Beyond })
    }

    fn push_empty(&mut self, count: usize) {
        let length = self.microseconds.len() + count;
        self.microseconds.resize(length, 0);
        if !self.each.is_empty() {
            self.each.resize(length, Zones::NONE);
        }
    }

    fn value(&self, slot: usize) -> TypedValue<'_> {
        let zone = match self.zone(slot) {
            Zones::NONE => None,
            0 => Some(Zone::Utc),
            minutes => Some(Zone::Offset(minutes)),
        };
        TypedValue::DateTime(self.microseconds.get(slot).copied().unwrap_or(0), zone)
    }

    fn write(&self, slot: usize, out: &mut String) {
        let zone = self.zone(slot);
        let parts = parts_of(self.microseconds.get(slot).copied().unwrap_or(0) + shift(zone));
        let [[y1, y2], [y3, y4]] = [parts.year / 100, parts.year % 100].map(two_digits);
        let [[m1, m2], [d1, d2]] = [parts.month, parts.day].map(two_digits);
        let [[h1, h2], [n1, n2], [s1, s2]] = [parts.hour, parts.minute, parts.second].map(two_digits);
        let [[f1, f2], [f3, f4], [f5, f6]] =
            [10_000, 100, 1].map(|unit| two_digits(u8::try_from(parts.microsecond / unit % 100).unwrap_or(0)));
        let text = [
            y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2, b'.', f1, f2, f3, f4,
            f5, f6,
        ];
        let text = str::from_utf8(&text).unwrap_or_default();
        let length = match self.fraction {
            Fraction::Either(digits) | Fraction::Digits(digits) if digits > 0 => 20 + usize::from(digits),
            Fraction::Trimmed if parts.microsecond > 0 => text.trim_end_matches('0').len(),
            _ => 19,
        };
        out.push_str(text.get(..length).unwrap_or_default());
        match zone {
            Zones::NONE => {}
            0 => out.push('Z'),
            minutes => {
                let [[h1, h2], [n1, n2]] = [minutes.unsigned_abs() / 60, minutes.unsigned_abs() % 60].map(two_digits);
                let text = [if minutes < 0 { b'-' } else { b'+' }, h1, h2, b':', n1, n2];
                out.push_str(str::from_utf8(&text).unwrap_or_default());
            }
        }
    }

    fn keep(&mut self, mask: &Bits) {
        keep(&mut self.microseconds, mask);
        keep(&mut self.each, mask);
    }

    fn reserve(&mut self, growth: Growth) {
        growth.reserve(&mut self.microseconds);
        growth.reserve(&mut self.each);
    }

    fn clear(&mut self) {
        self.microseconds.clear();
        self.each.clear();
        self.same = None;
        self.fraction = Fraction::default();
    }
}

/// The difference of a zone's local time to UTC, in microseconds.
fn shift(zone: i16) -> i64 {
    if zone == Zones::NONE { 0 } else { i64::from(zone) * 60_000_000 }
}

#[inline]
fn two_digits(number: impl Into<u16>) -> [u8; 2] {
    let number = number.into();
    [number / 10, number % 10].map(|digit| b'0' | u8::try_from(digit).unwrap_or(0))
}

/// Parses `YYYY-MM-DDThh:mm:ss`, then a point with one to six digits or none, then `Z`, an offset other than zero, or no zone.
/// Returns the local time and the zone, the number of digits, and whether the last of them is not a zero.
#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop of a column")]
#[inline(always)]
fn parse_date_time(bytes: &[u8]) -> Option<((i64, i16), u8, bool)> {
    let (date, rest) = bytes.split_first_chunk::<8>()?;
    let (day_and_time, rest) = rest.split_first_chunk::<8>()?;
    let (colon_and_second, mut rest) = rest.split_first_chunk::<3>()?;
    let date = pairs(*date, *b"0000-00-")?;
    let day_and_time = pairs(*day_and_time, *b"00T00:00")?;
    let [b':', s1, s2] = *colon_and_second else {
        return None;
    };
    let ([y1, _, y2, _, _, month, ..], [day, _, _, hour, _, _, minute, _]) = (date, day_and_time);
    let year = u16::from(y1) * 100 + u16::from(y2);
    let second = pair(s1, s2)?;
    let is_date = year > 0 && (1..=12).contains(&month) && day > 0 && (day <= 28 || day <= days_of(year, month));
    if !is_date || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (mut digits, mut microsecond, mut is_trimmed) = (0, 0, true);
    if let [b'.', fraction @ ..] = rest {
        rest = fraction;
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            microsecond = microsecond * 10 + u32::from(digit - b'0');
            digits += 1;
            is_trimmed = *digit != b'0';
            rest = after;
            if digits > 6 {
                return None;
            }
        }
        if digits == 0 {
            return None;
        }
        microsecond *= 10_u32.pow(6 - u32::from(digits));
    }
    let zone = match rest {
        [] => Zones::NONE,
        [b'Z'] => 0,
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (i16::from(pair(*h1, *h2)?), i16::from(pair(*m1, *m2)?));
            let total = hours * 60 + minutes;
            if minutes > 59 || !(1..=14 * 60).contains(&total) {
                return None;
            }
            if *sign == b'-' { -total } else { total }
        }
        _ => return None,
    };
    let parts = Parts { year, month, day, hour, minute, second, microsecond };
    Some(((microseconds_of(&parts), zone), digits, is_trimmed))
}

/// For each byte, the number made of its digit and the next one. `None` unless there are digits where `pattern` has `0`, and equal
/// bytes elsewhere.
#[inline]
fn pairs(text: [u8; 8], pattern: [u8; 8]) -> Option<[u8; 8]> {
    let digits = u64::from_le_bytes(text) ^ u64::from_le_bytes(pattern);
    // A digit above 9, or any other byte above 0, sets the highest bit.
    let reach = u64::from_le_bytes(pattern.map(|byte| if byte == b'0' { 0x76 } else { 0x7F }));
    if (digits.wrapping_add(reach) | digits) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    Some(digits.wrapping_mul(10).wrapping_add(digits >> 8).to_le_bytes())
}

fn pair(tens: u8, ones: u8) -> Option<u8> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| tens * 10 + ones)
}

const DAY: i64 = 86_400_000_000;

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

#[allow(clippy::inline_always, reason = "measured: it is in the innermost loop of a column")]
#[inline(always)]
fn microseconds_of(parts: &Parts) -> i64 {
    let days = day_number(parts.year, parts.month, parts.day);
    let seconds = (u32::from(parts.hour) * 60 + u32::from(parts.minute)) * 60 + u32::from(parts.second);
    (i64::from(days) - i64::from(NUMBER_OF_1970)) * DAY + i64::from(seconds) * 1_000_000 + i64::from(parts.microsecond)
}

/// The inverse of [`microseconds_of`], for the years 1 to 9999.
#[allow(clippy::cast_possible_truncation, reason = "parts of a date in these years are small")]
pub(super) fn parts_of(microseconds: i64) -> Parts {
    // Counted from an earlier year than all of these, so that no number is negative.
    let microseconds = microseconds.wrapping_add(i64::from(NUMBER_OF_1970) * DAY).cast_unsigned();
    let (days, rest) = (microseconds / DAY.unsigned_abs(), microseconds % DAY.unsigned_abs());
    let (year, month, day) = date_of_number(days as u32);
    let seconds = (rest / 1_000_000) as u32;
    Parts {
        year,
        month,
        day,
        hour: (seconds / 3_600) as u8,
        minute: (seconds / 60 % 60) as u8,
        second: (seconds % 60) as u8,
        microsecond: (rest % 1_000_000) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_from_the_first_to_the_last_has_its_number() {
        let mut expected = -62_135_596_800_000_000_i64;
        for year in 1..=9999 {
            for month in 1..=12 {
                for day in 1..=days_of(year, month) {
                    let midnight = Parts { year, month, day, hour: 0, minute: 0, second: 0, microsecond: 0 };
                    assert_eq!(microseconds_of(&midnight), expected, "{midnight:?}");
                    let last = Parts { hour: 23, minute: 59, second: 59, microsecond: 999_999, ..midnight };
                    assert_eq!((parts_of(expected), parts_of(expected + DAY - 1)), (midnight, last));
                    expected += DAY;
                }
            }
        }
        assert_eq!(expected, 253_402_300_800_000_000);
    }
}
