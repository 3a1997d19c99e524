//! Numbers of JSON with the digits that were written. A [`Number`](serde_json::Number) has 64 bits. A number with other digits is a string that
//! begins with [`MARK`], between [`parse`](super::parse) and the reader of its type; no other string of a caller begins so.

use std::borrow::Cow;

use serde_json::{Number, Value as Json};

use crate::operation::{Scalar, Type};
use crate::results::for_xml;
use crate::results::json_tokens::{self, Token, with_tokens};

/// XML cannot hold this character, so that no text of a request begins with it.
const MARK: char = '\0';
/// The mark and the quotes around a number, in JSON.
const BEFORE: &str = "\"\\u0000";
const BEHIND: char = '"';

/// The most digits of a number whose digits are sent: 1e999999999 is short.
pub(super) const MOST_DIGITS: usize = 64;

/// The text has a string that would be taken for a number.
pub(super) struct MarkedString;

/// JSON whose numbers all keep their digits as values.
pub(super) fn mark_numbers(text: &str) -> Result<Cow<'_, str>, MarkedString> {
    let mut is_wrong = false;
    let text = with_tokens(text, |token| match token {
        Token::Number(number) => (!keeps_text(number)).then(|| format!("{BEFORE}{number}{BEHIND}")),
        Token::String(string) => {
            is_wrong |= number_in(string).is_some();
            None
        }
    });
    if is_wrong { Err(MarkedString) } else { Ok(text) }
}

/// Whether a number of 64 bits is written as this text. What is no number is left to the reader of JSON.
fn keeps_text(number: &str) -> bool {
    let is_short = number.len() < 18 && !number.starts_with('-') && number.bytes().all(|byte| byte.is_ascii_digit());
    is_short || serde_json::from_str::<Number>(number).map_or(true, |value| value.to_string() == number)
}

/// The number that a string of JSON carries.
fn number_in(string: &str) -> Option<&str> {
    string.strip_prefix(BEFORE)?.strip_suffix(BEHIND).filter(|number| json_tokens::is_number(number))
}

/// The digits of a number, as they were written; `None` if the value is not a number. Numbers of [`parse`](super::parse) keep all of them.
#[must_use]
pub fn number(json: &Json) -> Option<Cow<'_, str>> {
    match json {
        Json::Number(number) => Some(number.to_string().into()),
        Json::String(text) => {
            text.strip_prefix(MARK).filter(|number| json_tokens::is_number(number)).map(Cow::Borrowed)
        }
        _ => None,
    }
}

/// Whether a value is a [`number`].
#[must_use]
pub fn is_number(json: &Json) -> bool {
    number(json).is_some()
}

/// The JSON of a value, whose numbers keep their digits.
#[must_use]
pub fn to_text(json: &Json) -> String {
    let text = json.to_string();
    let restored = with_tokens(&text, |token| match token {
        Token::String(string) => number_in(string).map(str::to_owned),
        Token::Number(_) => None,
    });
    match restored {
        Cow::Owned(restored) => restored,
        Cow::Borrowed(_) => text,
    }
}

/// The JSON of a value within a string of XML.
pub(super) fn to_xml_text(json: &Json) -> String {
    for_xml(&to_text(json))
}

/// The text of a number for a type: without an exponent for integers and decimals, as it was written for others. `None` if it has more than
/// [`MOST_DIGITS`].
pub(super) fn text_of_number(kind: Type, number: &str) -> Option<String> {
    let scalar = if let Type::Scalar(scalar) = kind { scalar.base() } else { return Some(number.to_owned()) };
    match scalar {
        Scalar::Decimal => without_exponent(number),
        Scalar::Byte
        | Scalar::UnsignedByte
        | Scalar::Short
        | Scalar::UnsignedShort
        | Scalar::Int
        | Scalar::UnsignedInt
        | Scalar::Long
        | Scalar::UnsignedLong
        // A fraction is refused by the check of the type.
        | Scalar::Integer => integer(number).or_else(|| without_exponent(number)),
        _ => Some(number.to_owned()),
    }
}

/// The digits of a number that is an integer, without exponent and fraction: some writers of JSON give integers as `7.0`. `None` for any other
/// number, and for one of more than 64 digits.
#[must_use]
pub fn integer(number: &str) -> Option<String> {
    let text = without_exponent(number)?;
    match text.split_once('.') {
        Some((integer, fraction)) => fraction.bytes().all(|digit| digit == b'0').then(|| integer.to_owned()),
        None => Some(text),
    }
}

/// The digits of a number: `1.50e2` is `150`.
pub(super) fn without_exponent(number: &str) -> Option<String> {
    let (sign, unsigned) = number.strip_prefix('-').map_or(("", number), |unsigned| ("-", unsigned));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_exponential = mantissa.len() < unsigned.len();
    if !is_exponential {
        return (integer.len() + fraction.len() <= MOST_DIGITS).then(|| number.to_owned());
    }
    let all = format!("{integer}{fraction}");
    let digits = all.trim_start_matches('0');
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    let exponent: i64 = exponent.parse().ok().filter(|exponent: &i64| exponent.unsigned_abs() <= 1_000_000_000)?;
    let (length, before) = (i64::try_from(digits.len()).ok()?, i64::try_from(integer.len()).ok()?);
    let leading = i64::try_from(all.len()).ok()? - length;
    // The digits before the point; those of a small number are below zero.
    let point = before - leading + exponent;
    let (integers, fractions) = (point.max(1), (length - point).max(0));
    if usize::try_from(integers + fractions).ok()? > MOST_DIGITS {
        return None;
    }
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or_default());
    Some(match usize::try_from(point).ok().and_then(|point| digits.split_at_checked(point)) {
        Some((integer, "")) => format!("{sign}{integer}"),
        Some(("", fraction)) => format!("{sign}0.{fraction}"),
        Some((integer, fraction)) => format!("{sign}{integer}.{fraction}"),
        None if point > 0 => format!("{sign}{digits}{}", zeros(point - length)),
        None => format!("{sign}0.{}{digits}", zeros(-point)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_become_digits() {
        for (number, digits) in [
            ("1e2", "100"),
            ("1.50e2", "150"),
            ("1.50E+1", "15.0"),
            ("-1e-10", "-0.0000000001"),
            ("1.5e-1", "0.15"),
            ("0.5e1", "5"),
            ("0.05e1", "0.5"),
            ("0e999", "0"),
            ("12.50", "12.50"),
            ("-0", "-0"),
            ("7.9e28", "79000000000000000000000000000"),
            ("1e63", &format!("1{}", "0".repeat(63))),
        ] {
            assert_eq!(without_exponent(number).as_deref(), Some(digits), "{number}");
        }
        for number in ["1e64", "1e-64", "1e999999999999", "-1e-999999999999999999999", &"1".repeat(65)] {
            assert_eq!(without_exponent(number), None, "{number}");
        }
    }
}
