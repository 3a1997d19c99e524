//! Booleans and numbers.

use std::str::FromStr;

use super::scan;
use super::text::{Reason, trim_white_space};

/// Reads a boolean.
///
/// # Errors
///
/// The text is not `true`, `false`, `1` or `0`.
pub fn boolean(text: &str) -> Result<bool, Reason> {
    match trim_white_space(text) {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("a boolean is true, false, 1 or 0"),
    }
}

/// Reads a whole number of fixed width.
///
/// # Errors
///
/// The text is not a whole number, or it is out of range.
pub fn fixed_width<T: FromStr>(text: &str) -> Result<T, Reason> {
    // Nearly all texts have the form that `str::parse` takes.
    text.parse().or_else(|_| digits(text)?.parse().map_err(|_| "it is out of range"))
}

/// The digits of a whole number as `str::parse` takes them.
fn digits(text: &str) -> Result<&str, Reason> {
    let trimmed = trim_white_space(text);
    let (_, digits) = scan::sign(trimmed);
    match digits {
        "" => Err("there are no digits"),
        digits if !scan::is_digits(digits) => Err("a whole number holds only digits and one sign"),
        // Types without negative numbers accept `-0` too.
        digits if digits.bytes().all(|digit| digit == b'0') => Ok("0"),
        _ => Ok(trimmed),
    }
}

/// Checks a whole number of any length. Returns it without the white space around it.
///
/// # Errors
///
/// The text is not a whole number.
pub fn integer(text: &str) -> Result<&str, Reason> {
    let trimmed = trim_white_space(text);
    let (_, digits) = scan::sign(trimmed);
    if digits.is_empty() || !scan::is_digits(digits) {
        return Err("a whole number holds only digits and one sign");
    }
    Ok(trimmed)
}

/// Checks a decimal number of any length. Returns it without the white space around it.
///
/// # Errors
///
/// The text is not a decimal number.
pub fn decimal(text: &str) -> Result<&str, Reason> {
    let trimmed = trim_white_space(text);
    let (_, number) = scan::sign(trimmed);
    let (integer_part, fraction) = number.split_once('.').unwrap_or((number, ""));
    if !scan::is_digits(integer_part) || !scan::is_digits(fraction) {
        return Err("a decimal holds only digits, one sign and one point");
    }
    if integer_part.is_empty() && fraction.is_empty() {
        return Err("there are no digits");
    }
    Ok(trimmed)
}

macro_rules! floating_point {
    ($($name:ident: $type:ident;)*) => {$(
        /// Reads a number, or `INF`, `-INF`, `NaN`, also `Infinity` and `-Infinity`.
        ///
        /// # Errors
        ///
        /// The text is not a number, or it is out of range.
        pub fn $name(text: &str) -> Result<$type, Reason> {
            match trim_white_space(text) {
                "INF" | "Infinity" => Ok($type::INFINITY),
                "-INF" | "-Infinity" => Ok($type::NEG_INFINITY),
                "NaN" => Ok($type::NAN),
                // Rust also reads `nan` and `inf`, which are not allowed here.
                number if !number.bytes().all(is_of_number) => Err("this is not a number"),
                number => match number.parse::<$type>() {
                    Ok(number) if number.is_finite() => Ok(number),
                    Ok(_) => Err("it is out of range"),
                    Err(_) => Err("this is not a number"),
                },
            }
        }
    )*};
}

floating_point! {
    float: f32;
    double: f64;
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')
}
