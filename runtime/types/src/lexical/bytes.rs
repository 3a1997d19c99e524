//! Bytes as text.

use super::text::{Reason, is_white_space, trim_white_space};

/// Checks base64. White space may be anywhere, and padding may be missing, as for genuine servers.
///
/// # Errors
///
/// The text is not base64, or its last digit has bits that belong to no byte: they would be lost.
pub fn base64(text: &str) -> Result<(), Reason> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut digits, mut padding, mut last) = (0_usize, 0_usize, b'A');
    for byte in text.bytes().filter(|byte| !is_white_space(*byte)) {
        match byte {
            b'=' => padding += 1,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => {
                digits += 1;
                last = byte;
            }
            _ => return Err(NOT_BASE64),
        }
    }
    // The last group of digits holds one, two or three bytes.
    let (room, values_without_rest) = match digits % 4 {
        0 => (0, 1),
        2 => (2, 16),
        3 => (1, 4),
        _ => return Err(NOT_BASE64),
    };
    let value = DIGITS.iter().position(|digit| *digit == last).unwrap_or_default();
    if padding <= room && value % values_without_rest == 0 { Ok(()) } else { Err(NOT_BASE64) }
}

/// The reason why a text is not base64.
pub const NOT_BASE64: Reason = "this is not base64";

/// Reads hexadecimal digits.
///
/// # Errors
///
/// The text is not pairs of hexadecimal digits.
pub fn hexadecimal(text: &str) -> Result<Vec<u8>, Reason> {
    const NOT_PAIRS: Reason = "two hexadecimal digits make a byte";
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = trim_white_space(text).as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err(NOT_PAIRS);
    }
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect::<Option<_>>().ok_or(NOT_PAIRS)
}
