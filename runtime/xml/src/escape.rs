//! Writing character data and attribute values so that a parser reads the same text again.

use std::fmt::Write as _;

use crate::bytes::marked_bytes::{self, ByteSet};
use crate::characters;

/// Appends `text` as element content: `&`, `<`, `>` escaped, a carriage return as `&#xD;` (a parser would read a raw
/// one as a line feed), and characters that XML 1.0 forbids as numeric references.
///
/// Genuine ASMX servers write such references, though the document is then not well-formed. Callers that do not want
/// them ask [`first_forbidden_character`](super::first_forbidden_character) before.
pub fn escape_text(out: &mut String, text: &str) {
    if !push_unescaped(out, text) {
        make_room(out, text);
        // This variant refuses no character.
        let _ = escape::<InText, false>(out, text);
    }
}

/// Appends `text` as [`escape_text`] does, unless XML 1.0 forbids one of its characters.
///
/// # Errors
///
/// The first forbidden character with its byte position. `out` then ends in an incomplete text.
#[inline]
pub fn escape_allowed_text(out: &mut String, text: &str) -> Result<(), (usize, char)> {
    if push_unescaped(out, text) {
        return Ok(());
    }
    make_room(out, text);
    escape::<InText, true>(out, text)
}

/// Appends `text` as an attribute value between double quotes: as [`escape_text`], and also `"`, tab and line feed,
/// which a parser would read as blanks.
pub fn escape_attribute(out: &mut String, text: &str) {
    if !push_unescaped(out, text) {
        let _ = escape::<InAttribute, false>(out, text);
    }
}

/// Appends `text` as [`escape_attribute`] does, unless XML 1.0 forbids one of its characters.
///
/// # Errors
///
/// The first forbidden character with its byte position. `out` then ends in an incomplete text.
#[inline]
pub fn escape_allowed_attribute(out: &mut String, text: &str) -> Result<(), (usize, char)> {
    if push_unescaped(out, text) { Ok(()) } else { escape::<InAttribute, true>(out, text) }
}

/// The approximate length of `text` after [`escape_text`], in bytes.
pub fn estimated_text_length(text: &str) -> usize {
    /// Characters whose escapes are three to five bytes long.
    struct Growing;

    impl ByteSet for Growing {
        fn mark(byte: u8) -> u8 {
            u8::from(byte == b'&') | u8::from(byte == b'\r') | is_angle_bracket(byte)
        }
    }

    text.len() + 4 * marked_bytes::estimated_count::<Growing>(text.as_bytes())
}

/// Reserves room for the escaped `text`, unless `out` has room already.
fn make_room(out: &mut String, text: &str) {
    if out.capacity() - out.len() < text.len() {
        out.reserve(if text.len() < 4096 { text.len() } else { estimated_text_length(text) });
    }
}

/// Bytes that are escaped in text, and 0xEF, the first byte of U+FFFE, U+FFFF and many others.
struct InText;

impl ByteSet for InText {
    fn mark(byte: u8) -> u8 {
        let is_control = u8::from(byte < b' ') & u8::from(byte != b'\t') & u8::from(byte != b'\n');
        is_control | u8::from(byte == b'&') | is_angle_bracket(byte) | u8::from(byte == 0xEF)
    }
}

/// Bytes that are escaped in attributes, and 0xEF.
struct InAttribute;

impl ByteSet for InAttribute {
    fn mark(byte: u8) -> u8 {
        let is_quoting = u8::from(byte == b'&') | u8::from(byte == b'"') | is_angle_bracket(byte);
        u8::from(byte < b' ') | is_quoting | u8::from(byte == 0xEF)
    }
}

/// `<` and `>` differ in one bit.
const fn is_angle_bracket(byte: u8) -> u8 {
    (byte | 2 == b'>') as u8
}

/// Texts up to this length are first checked as a whole: hardly any needs an escape.
const SHORT: usize = 64;

/// Appends `text` if it is short and certainly needs no escape in text or attributes. `false` if it may need one;
/// nothing is appended then.
#[inline]
pub fn push_unescaped(out: &mut String, text: &str) -> bool {
    let is_unescaped = text.len() <= SHORT && needs_no_escape(text.as_bytes());
    if is_unescaped {
        out.push_str(text);
    }
    is_unescaped
}

/// Whether a short text certainly needs no escape: no control character, no mark, no 0xEF. Eight bytes are compared
/// at once; bytes that are compared twice do no harm.
#[inline]
pub(super) fn needs_no_escape(text: &[u8]) -> bool {
    const fn all(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    // The highest bit is set for each zero byte, and perhaps for the byte behind one.
    const fn zeros(word: u64) -> u64 {
        word.wrapping_sub(all(1)) & !word & all(0x80)
    }
    // `&` and `"` differ in one bit, as `<` and `>` do.
    const fn marks(word: u64) -> u64 {
        let controls = word.wrapping_sub(all(b' ')) & !word & all(0x80);
        controls | zeros((word & all(!4)) ^ all(b'"')) | zeros((word | all(2)) ^ all(b'>')) | zeros(word ^ all(0xEF))
    }
    // For words of ASCII, with fewer instructions; words with other bytes count as marked.
    const fn marks_or_not_ascii(word: u64) -> u64 {
        let quoting = ((word & all(!4)) ^ all(b'"')).wrapping_sub(all(1));
        let brackets = ((word | all(2)) ^ all(b'>')).wrapping_sub(all(1));
        (word | word.wrapping_sub(all(b' ')) | quoting | brackets) & all(0x80)
    }
    if let Some(last) = text.last_chunk::<8>() {
        let words = || text.as_chunks::<8>().0.iter().chain([last]).map(|word| u64::from_ne_bytes(*word));
        return words().fold(0, |all, word| all | marks_or_not_ascii(word)) == 0
            || words().fold(0, |all, word| all | marks(word)) == 0;
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        let [first, last] = [*first, *last].map(u32::from_ne_bytes).map(u64::from);
        return marks(first | last << 32) == 0;
    }
    let [Some(first), middle, last] = [text.first(), text.get(text.len() / 2), text.last()] else { return true };
    let bytes = [*first, *middle.unwrap_or(first), *last.unwrap_or(first), *first, *first, *first, *first, *first];
    marks(u64::from_ne_bytes(bytes)) == 0
}

fn escape<S: ByteSet, const REFUSE: bool>(out: &mut String, text: &str) -> Result<(), (usize, char)> {
    let mut written = 0;
    marked_bytes::try_each::<S, _>(text.as_bytes(), |at| {
        let reference = match text.as_bytes().get(at) {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            Some(b'\r') => "&#xD;",
            Some(b'\n') => "&#xA;",
            Some(b'\t') => "&#x9;",
            _ => return unusual::<REFUSE>(out, text, &mut written, at),
        };
        out.push_str(text.get(written..at).unwrap_or_default());
        out.push_str(reference);
        written = at + 1;
        Ok(())
    })?;
    out.push_str(text.get(written..).unwrap_or_default());
    Ok(())
}

/// Writes the character at `at` and the text before it, if XML forbids the character.
#[cold]
fn unusual<const REFUSE: bool>(
    out: &mut String,
    text: &str,
    written: &mut usize,
    at: usize,
) -> Result<(), (usize, char)> {
    let found = text.get(at..).and_then(|rest| rest.chars().next());
    let Some(character) = found.filter(|character| !characters::is_allowed(*character)) else { return Ok(()) };
    if REFUSE {
        return Err((at, character));
    }
    out.push_str(text.get(*written..at).unwrap_or_default());
    // Writing to a String cannot fail.
    let _ = write!(out, "&#x{:X};", u32::from(character));
    *written = at + character.len_utf8();
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The expected escapes, made character by character, and the first forbidden character.
    fn one_by_one(text: &str, in_attribute: bool) -> (String, Option<(usize, char)>) {
        let reference = |out: &mut String, character| write!(out, "&#x{:X};", u32::from(character)).unwrap();
        let mut out = String::new();
        let mut forbidden = None;
        for (at, character) in text.char_indices() {
            match character {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' if in_attribute => out.push_str("&quot;"),
                '\t' | '\n' if in_attribute => reference(&mut out, character),
                '\r' => out.push_str("&#xD;"),
                _ if !characters::is_allowed(character) => {
                    forbidden = forbidden.or(Some((at, character)));
                    reference(&mut out, character);
                }
                _ => out.push(character),
            }
        }
        (out, forbidden)
    }

    fn assert_escaped_one_by_one(text: &str) {
        let (expected, forbidden) = one_by_one(text, false);
        let mut out = "before".to_owned();
        escape_text(&mut out, text);
        assert_eq!(out, format!("before{expected}"));
        let mut out = String::new();
        let written = escape_allowed_text(&mut out, text);
        assert_eq!(written.err(), forbidden);
        assert_eq!(characters::first_forbidden_character(text), forbidden);
        if forbidden.is_none() {
            assert_eq!(out, expected);
            assert!(out.len() <= estimated_text_length(text), "{text:?}");
        }
        let mut out = String::new();
        escape_attribute(&mut out, text);
        assert_eq!(out, one_by_one(text, true).0);
    }

    /// Characters that are escaped, and their neighbours.
    const CHARACTERS: [&str; 24] = [
        "&",
        "<",
        ">",
        "\"",
        "'",
        "\r",
        "\n",
        "\t",
        " ",
        "\0",
        "\u{1}",
        "\u{B}",
        "\u{1F}",
        "\u{7F}",
        "é",
        "\u{FFFD}",
        "\u{FFFE}",
        "\u{FFFF}",
        "\u{F000}",
        "\u{FEFF}",
        "\u{FFBE}",
        "\u{10FFFF}",
        "]]>",
        "=",
    ];

    #[test]
    fn needs_no_escape_finds_every_byte_that_may_need_an_escape() {
        for byte in 0..=255_u8 {
            let is_special = byte < b' ' || matches!(byte, b'&' | b'"' | b'<' | b'>' | 0xEF);
            for length in 1..=24 {
                for at in 0..length {
                    let mut text = vec![b'x'; length];
                    text[at] = byte;
                    assert_eq!(needs_no_escape(&text), !is_special, "{byte:#x} at {at} of {length}");
                }
            }
        }
        assert!(needs_no_escape(b""));
    }

    #[test]
    fn every_character_is_written_at_every_place_of_a_block() {
        for character in CHARACTERS {
            for length in 0..150 {
                let text = "x".repeat(length);
                for after in ["", "y", character] {
                    assert_escaped_one_by_one(&format!("{text}{character}{after}"));
                }
                assert_escaped_one_by_one(&format!("{character}{text}"));
            }
        }
    }

    #[test]
    fn every_character_of_the_basic_plane() {
        for code in 0..=0x1_0100 {
            if let Some(character) = char::from_u32(code) {
                assert_escaped_one_by_one(&character.to_string());
            }
        }
    }

    #[test]
    fn dense_text_with_any_character_in_it() {
        for character in CHARACTERS {
            for at in 0..65 {
                let (before, after) = ("é<a>&\r\n".repeat(at), "é<a>&\r\n".repeat(20));
                assert_escaped_one_by_one(&format!("{before}{character}{after}"));
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_written_as_simple_code_does_it(text in any::<String>()) {
            assert_escaped_one_by_one(&text);
        }

        #[test]
        fn any_mixture_is_written_as_simple_code_does_it(
            pieces in prop::collection::vec(prop_oneof![prop::sample::select(CHARACTERS.to_vec()), Just("xxxxxxxxxxx")], 0..300),
        ) {
            assert_escaped_one_by_one(&pieces.concat());
        }
    }
}
