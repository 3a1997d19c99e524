//! Texts of files and requests in the encodings that editors and shells write.

use std::borrow::Cow;

/// Why bytes are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotText {
    /// The bytes are neither UTF-8 nor marked as UTF-16.
    #[error("it is not UTF-8: save it as UTF-8, or as UTF-16 with a byte order mark")]
    Utf8,
    /// The bytes have the byte order mark of UTF-16, and half a character.
    #[error("it has the byte order mark of UTF-16 and is not UTF-16: save it as UTF-8")]
    Utf16,
}

/// The text in bytes: UTF-8 with or without a byte order mark, or UTF-16 with one, as Windows PowerShell writes it. The text has no mark.
///
/// # Errors
///
/// The bytes are in another encoding.
pub fn text_of(bytes: Vec<u8>) -> Result<String, NotText> {
    match utf8_of(&bytes)? {
        Cow::Owned(text) => String::from_utf8(text),
        Cow::Borrowed(text) if text.len() < bytes.len() => String::from_utf8(text.to_vec()),
        Cow::Borrowed(_) => String::from_utf8(bytes),
    }
    .map_err(|_| NotText::Utf8)
}

/// The bytes without a byte order mark; UTF-16 as UTF-8. Bytes without a mark are not checked.
pub(crate) fn utf8_of(bytes: &[u8]) -> Result<Cow<'_, [u8]>, NotText> {
    match bytes {
        [0xEF, 0xBB, 0xBF, text @ ..] => Ok(text.into()),
        [0xFF, 0xFE, units @ ..] => of_utf16(units, u16::from_le_bytes),
        [0xFE, 0xFF, units @ ..] => of_utf16(units, u16::from_be_bytes),
        _ => Ok(bytes.into()),
    }
}

fn of_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, [u8]>, NotText> {
    let (pairs, half) = bytes.as_chunks::<2>();
    let text: Result<String, _> = char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect();
    match text {
        Ok(text) if half.is_empty() => Ok(text.into_bytes().into()),
        _ => Err(NotText::Utf16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_part_of_the_text() {
        let wide = |text: &str, unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        let text = "{\"é\": \"😀\"}\r\n";
        for bytes in [
            text.as_bytes().to_vec(),
            ["\u{feff}", text].concat().into_bytes(),
            wide(&["\u{feff}", text].concat(), u16::to_le_bytes),
            wide(&["\u{feff}", text].concat(), u16::to_be_bytes),
        ] {
            assert_eq!(text_of(bytes).as_deref(), Ok(text));
        }
        assert_eq!(text_of(vec![0xFF, 0xFE]).as_deref(), Ok(""));
        assert_eq!(text_of(b"caf\xE9".to_vec()), Err(NotText::Utf8));
        for broken in [&b"\xFF\xFEa"[..], b"\xFF\xFE\x00\xD8", b"\xFE\xFF\xDC\x00\x00a"] {
            assert_eq!(text_of(broken.to_vec()), Err(NotText::Utf16));
        }
    }
}
