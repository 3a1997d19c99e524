//! Percent encoding of texts, as `EscapeDataString` of .NET writes it.

use std::fmt::Write as _;

/// The text in ASCII letters, digits, `-`, `.`, `_`, `~` and percent signs.
pub(super) fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// The text before its encoding; `None` if it is not in this encoding.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
            bytes.push(high * 16 + low);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in ["", "a b", "50%", "Größe", "$(touch x)", "a\"b'c`"] {
            let encoded = encoded(text);
            assert!(encoded.is_ascii() && !encoded.contains([' ', '"', '\'']), "{encoded}");
            assert_eq!(decoded(&encoded).as_deref(), Some(text));
        }
        for broken in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }
}
