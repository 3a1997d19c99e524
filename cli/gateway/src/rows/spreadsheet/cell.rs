//! The text of a cell as a value of a spreadsheet.

use asmx_runtime::json::CellKind;
use asmx_runtime::results::table::Column;
use rust_xlsxwriter::ExcelDateTime;

use crate::rows::texts::is_number;

/// Excel calculates with so many digits.
const MOST_DIGITS: usize = 15;

/// The kind of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Boolean,
    Date,
    Time,
    Text,
}

impl Kind {
    pub(super) fn of(column: &Column) -> Self {
        match column.type_name() {
            "xs:date" => Self::Date,
            _ if column.is_date_time_offset() => Self::Time,
            "xs:dateTime" => Self::Time,
            name if is_number(name) => Self::Number,
            name if CellKind::of(name) == CellKind::Boolean => Self::Boolean,
            _ => Self::Text,
        }
    }
}

#[derive(Debug, PartialEq)]
pub(super) enum Cell {
    Number(f64),
    Boolean(bool),
    /// Days since the end of 1899.
    Date(f64),
    Time(f64),
    /// The text as it came.
    Text,
}

/// A loss of a cell, or the reason why it is a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    ManyDigits,
    NoNumber,
    EarlyDate,
    NoDate,
    ZoneLeftOut,
    FractionCut,
    /// The column is left out, and why.
    LeftOut(&'static str),
}

/// Those of one cell: a time may be cut and lose its zone too.
pub(super) type Facts = [Option<Fact>; 2];

const NO_FACTS: Facts = [None, None];

impl Cell {
    pub(super) fn of(kind: Kind, text: &str) -> (Self, Facts) {
        let text = text.trim();
        match kind {
            Kind::Text => (Self::Text, NO_FACTS),
            _ if text.is_empty() => (Self::Text, NO_FACTS),
            Kind::Boolean => match text {
                "true" | "1" => (Self::Boolean(true), NO_FACTS),
                "false" | "0" => (Self::Boolean(false), NO_FACTS),
                _ => (Self::Text, NO_FACTS),
            },
            Kind::Number => match number(text) {
                Ok(number) => (Self::Number(number), NO_FACTS),
                Err(fact) => (Self::Text, [Some(fact), None]),
            },
            Kind::Date | Kind::Time => match time(text) {
                Ok((time, facts)) if kind == Kind::Date => (Self::Date(time), facts),
                Ok((time, facts)) => (Self::Time(time), facts),
                Err(fact) => (Self::Text, [Some(fact), None]),
            },
        }
    }
}

fn number(text: &str) -> Result<f64, Fact> {
    let is_of_digits = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let number: f64 = text.parse().ok().filter(|_| is_of_digits).ok_or(Fact::NoNumber)?;
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if digits.trim_matches('0').len() > MOST_DIGITS {
        return Err(Fact::ManyDigits);
    }
    if number.is_finite() { Ok(number) } else { Err(Fact::NoNumber) }
}

/// The wall clock of a date or time.
fn time(text: &str) -> Result<(f64, Facts), Fact> {
    let (date, clock) = text.split_once('T').map_or((text, None), |(date, clock)| (date, Some(clock)));
    // The year may be negative, which is before 1900 too.
    let [year, month, day] = numbers(date.get(..10).unwrap_or_default(), '-').ok_or_else(|| early_or_none(date))?;
    let rest = date.get(10..).unwrap_or_default();
    if year < 1900 {
        return Err(Fact::EarlyDate);
    }
    let small = |number: u32| u8::try_from(number).map_err(|_| Fact::NoDate);
    let day = ExcelDateTime::from_ymd(u16::try_from(year).map_err(|_| Fact::NoDate)?, small(month)?, small(day)?);
    let day = day.map_err(|_| Fact::NoDate)?;
    let Some(clock) = clock else {
        return zone(rest).map(|zone| (day.to_excel(), [zone, None])).ok_or(Fact::NoDate);
    };
    let [hour, minute, second] = numbers(clock.get(..8).unwrap_or_default(), ':').ok_or(Fact::NoDate)?;
    // The library takes the end of a day for the next one, which readers of a dateTime refuse.
    if hour > 23 {
        return Err(Fact::NoDate);
    }
    let (fraction, rest) = fraction(clock.get(8..).unwrap_or_default()).ok_or(Fact::NoDate)?;
    let zone = zone(rest).filter(|_| date.len() == 10).ok_or(Fact::NoDate)?;
    let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
    let is_cut = fraction.get(3..).is_some_and(|more| more.contains(|digit| digit != '0'));
    let time = day.and_hms_milli(
        hour.try_into().map_err(|_| Fact::NoDate)?,
        small(minute)?,
        small(second)?,
        millis.parse().unwrap_or_default(),
    );
    Ok((time.map_err(|_| Fact::NoDate)?.to_excel(), [zone, is_cut.then_some(Fact::FractionCut)]))
}

fn early_or_none(date: &str) -> Fact {
    if date.starts_with('-') { Fact::EarlyDate } else { Fact::NoDate }
}

/// Three numbers, the last two with two digits.
fn numbers(text: &str, separator: char) -> Option<[u32; 3]> {
    let mut parts = text.split(separator).map(|part| {
        let is_of_digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_of_digits)
    });
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

/// The digits of a fraction, and what follows.
fn fraction(text: &str) -> Option<(&str, &str)> {
    let Some(rest) = text.strip_prefix('.') else { return Some(("", text)) };
    let end = rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
    (end > 0).then(|| rest.split_at(end))
}

/// Whether there is a zone; `None` if the text is none.
#[allow(clippy::option_option, reason = "the text may be no zone, a zone, or empty")]
fn zone(text: &str) -> Option<Option<Fact>> {
    match text {
        "" => Some(None),
        "Z" => Some(Some(Fact::ZoneLeftOut)),
        zone if zone.len() == 6 && zone.starts_with(['+', '-']) => Some(Some(Fact::ZoneLeftOut)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_spreadsheet_would_round_are_texts() {
        for (text, expected) in [
            ("7", Ok(7.0)),
            ("-1.50", Ok(-1.5)),
            ("123456789012345", Ok(123_456_789_012_345.0)),
            ("1234567890123456", Err(Fact::ManyDigits)),
            ("0.1234567890123456", Err(Fact::ManyDigits)),
            ("1000000000000000000", Ok(1e18)),
            ("1.500000000000000000", Ok(1.5)),
            ("1.5E3", Ok(1500.0)),
            ("INF", Err(Fact::NoNumber)),
            ("NaN", Err(Fact::NoNumber)),
            ("infinity", Err(Fact::NoNumber)),
            ("1e999", Err(Fact::NoNumber)),
            ("cheap", Err(Fact::NoNumber)),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn times_are_those_of_the_wall_and_early_ones_texts() {
        for (text, expected) in [
            ("1900-01-01", Ok((1.0, NO_FACTS))),
            ("2024-02-29T12:00:00", Ok((45351.5, NO_FACTS))),
            ("2024-02-29T12:00:00+02:00", Ok((45351.5, [Some(Fact::ZoneLeftOut), None]))),
            ("2024-02-29Z", Ok((45351.0, [Some(Fact::ZoneLeftOut), None]))),
            ("2024-02-29T12:00:00.0001", Ok((45351.5, [None, Some(Fact::FractionCut)]))),
            ("2024-02-29T12:00:00.0001+02:00", Ok((45351.5, [Some(Fact::ZoneLeftOut), Some(Fact::FractionCut)]))),
            ("2024-02-29T12:00:00.000", Ok((45351.5, NO_FACTS))),
            ("1899-12-31", Err(Fact::EarlyDate)),
            ("0001-01-01T00:00:00", Err(Fact::EarlyDate)),
            ("-0044-03-15", Err(Fact::EarlyDate)),
            ("2024-02-30", Err(Fact::NoDate)),
            ("2024-02-29x", Err(Fact::NoDate)),
            ("2024-02-29T12:00", Err(Fact::NoDate)),
            ("2024-02-29T24:00:00", Err(Fact::NoDate)),
            ("yesterday", Err(Fact::NoDate)),
            ("é", Err(Fact::NoDate)),
        ] {
            assert_eq!(time(text), expected, "{text}");
        }
    }
}
