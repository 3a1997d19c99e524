//! Floating-point numbers, written as .NET writes them.

use std::borrow::Cow;

use super::error::InvalidText;
use super::lexical::Lexical;

/// What the number formatting needs to know of `f32` and `f64`.
struct Precision {
    /// Digits that are tried first.
    friendly: usize,
    /// Digits that always suffice.
    exact: usize,
}

/// Reads a number, or one of the words for infinities and not-a-number.
fn parse<F>(
    type_name: &'static str,
    text: &str,
    words: [(&str, F); 5],
    is_finite: fn(F) -> bool,
) -> Result<F, InvalidText>
where
    F: std::str::FromStr + Copy,
{
    let trimmed = crate::trim_white_space(text);
    if let Some((_, value)) = words.into_iter().find(|(word, _)| *word == trimmed) {
        return Ok(value);
    }
    // Rust reads words that are none here, such as `nan` and `inf`.
    if !trimmed.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')) {
        return Err(InvalidText::new(type_name, text, "this is not a number"));
    }
    match trimmed.parse::<F>() {
        Ok(number) if is_finite(number) => Ok(number),
        Ok(_) => Err(InvalidText::new(type_name, text, "it is out of range")),
        Err(_) => Err(InvalidText::new(type_name, text, "this is not a number")),
    }
}

/// The "R" form: `friendly` significant digits if they give back the same number, else `exact` ones; an exponent if the number
/// has more digits before the point than that, or starts after four zeros behind it.
fn round_trip(precision: &Precision, scientific: impl Fn(usize) -> String, is_same: impl Fn(&str) -> bool) -> String {
    let friendly = scientific(precision.friendly - 1);
    let (form, limit) = if is_same(&friendly) {
        (friendly, precision.friendly)
    } else {
        (scientific(precision.exact - 1), precision.exact)
    };
    let (mantissa, exponent) = form.split_once('e').unwrap_or((&form, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        digits => digits,
    };
    let before_point = exponent + 1;
    if before_point > i32::try_from(limit).unwrap_or(i32::MAX) || before_point < -3 {
        let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
        let point = if rest.is_empty() { "" } else { "." };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{first}{point}{rest}E{exponent_sign}{:02}", exponent.unsigned_abs());
    }
    if digits == "0" {
        return format!("{sign}0");
    }
    let Ok(before) = usize::try_from(before_point) else {
        let zeros = usize::try_from(-before_point).unwrap_or(0);
        return format!("{sign}0.{}{digits}", "0".repeat(zeros));
    };
    match digits.split_at_checked(before) {
        Some(("", fraction)) => format!("{sign}0.{fraction}"),
        Some((whole, "")) => format!("{sign}{whole}"),
        Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{digits:0<before$}"),
    }
}

macro_rules! float {
    ($type:ident, $name:literal, $friendly:literal, $exact:literal) => {
        impl Lexical for $type {
            const TYPE_NAME: &'static str = $name;

            /// Accepts `INF`, `-INF`, `NaN`, also `Infinity` and `-Infinity`; a number beyond the range is refused.
            fn parse(text: &str) -> Result<Self, InvalidText> {
                let words = [
                    ("INF", $type::INFINITY),
                    ("-INF", $type::NEG_INFINITY),
                    ("NaN", $type::NAN),
                    ("Infinity", $type::INFINITY),
                    ("-Infinity", $type::NEG_INFINITY),
                ];
                parse($name, text, words, $type::is_finite)
            }

            /// As .NET's "R" format: `0.1`, `1E+16`, `1.7976931348623157E+308`, `-0`, `INF`, `NaN`.
            fn lexical(&self) -> Cow<'_, str> {
                if self.is_nan() {
                    return Cow::Borrowed("NaN");
                }
                if self.is_infinite() {
                    return Cow::Borrowed(if *self > 0.0 { "INF" } else { "-INF" });
                }
                let precision = Precision { friendly: $friendly, exact: $exact };
                let scientific = |digits: usize| format!("{self:.digits$e}");
                let is_same = |form: &str| form.parse::<$type>().is_ok_and(|read| read.to_bits() == self.to_bits());
                Cow::Owned(round_trip(&precision, scientific, is_same))
            }
        }
    };
}

float!(f32, "float", 7, 9);
float!(f64, "double", 15, 17);
