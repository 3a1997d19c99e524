//! Query strings and forms: percent-encoded names and values, as ASMX reads and writes them.

use std::borrow::Cow;

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8};

use super::escape_table::{Encoded, EscapeTable, PIECE};
use crate::xml;

/// Appends `text` percent-encoded as UTF-8. Unreserved characters stay; all others, including blanks, become `%XX`.
pub(crate) fn percent_encode(out: &mut String, text: &str) {
    let mut room = Encoded::new();
    for piece in text.as_bytes().chunks(PIECE) {
        // Encoded text is ASCII.
        let encoded = ESCAPES.encode(&mut room, piece).and_then(|encoded| std::str::from_utf8(encoded).ok());
        out.push_str(encoded.unwrap_or_default());
    }
}

pub(crate) fn estimated_length(text: &str) -> usize {
    struct Escaped;

    impl xml::ByteSet for Escaped {
        fn mark(byte: u8) -> u8 {
            let is_letter = u8::from((byte | 0x20).wrapping_sub(b'a') < 26);
            let is_digit = u8::from(byte.wrapping_sub(b'0') < 10);
            let is_mark =
                u8::from(byte == b'-') | u8::from(byte == b'.') | u8::from(byte == b'_') | u8::from(byte == b'~');
            1 - (is_letter | is_digit | is_mark)
        }
    }

    text.len() + 2 * xml::estimated_count::<Escaped>(text.as_bytes())
}

static ESCAPES: EscapeTable = escapes();

#[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
const fn escapes() -> EscapeTable {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut escapes = EscapeTable::new();
    let mut byte = 0_u8;
    loop {
        if !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'.' | b'_' | b'~') {
            escapes = escapes.with(byte, &[b'%', DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize]]);
        }
        if byte == u8::MAX {
            return escapes;
        }
        byte += 1;
    }
}

/// Appends `name=value`, after `&` unless it is the first pair.
pub(crate) fn push_pair(out: &mut String, name: &str, value: &str) {
    if !out.is_empty() {
        out.push('&');
    }
    percent_encode(out, name);
    out.push('=');
    percent_encode(out, value);
}

/// An encoded `name=value` of a query or form. The value is `None` without `=`.
pub(crate) type Pair<'b> = (&'b [u8], Option<&'b [u8]>);

/// Splits a query or form at every `&`. Empty pieces are skipped.
pub(crate) fn pairs(text: &[u8]) -> impl Iterator<Item = Pair<'_>> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'&', text).chain([text.len()]);
    ends.map(move |end| text.get(std::mem::replace(&mut start, end + 1)..end).unwrap_or_default())
        .filter(|piece| !piece.is_empty())
        .map(|piece| match memchr::memchr(b'=', piece) {
            Some(at) => {
                let (name, rest) = piece.split_at(at);
                (name, rest.get(1..))
            }
            None => (piece, None),
        })
}

/// Decodes `+`, `%XX` (bytes in `charset`, by default UTF-8; invalid bytes become U+FFFD) and `%uXXXX` (UTF-16 units, as in .NET). Any other
/// percent sign stays. A text without escapes is borrowed.
pub(crate) fn decode<'b>(text: &'b [u8], charset: Option<&str>) -> Cow<'b, str> {
    let charset = charset.and_then(|label| Encoding::for_label(label.as_bytes())).unwrap_or(UTF_8);
    if charset.is_ascii_compatible()
        && memchr::memchr2(b'+', b'%', text).is_none()
        && let Ok(utf8) = std::str::from_utf8(text)
        && (charset == UTF_8 || utf8.is_ascii())
    {
        return Cow::Borrowed(utf8);
    }
    // The first pass finds the length, so that the text takes no more room than it needs.
    let mut length = 0;
    decode_in_pieces(text, charset, |piece| length += piece.len());
    let mut decoded = String::with_capacity(length);
    decode_in_pieces(text, charset, |piece| decoded.push_str(piece));
    Cow::Owned(decoded)
}

fn decode_in_pieces(text: &[u8], charset: &'static Encoding, take: impl FnMut(&str)) {
    let mut decoded = Decoded::new(charset, take);
    let mut rest = text;
    loop {
        let (literal, escape) = rest.split_at(memchr::memchr2(b'+', b'%', rest).unwrap_or(rest.len()));
        decoded.push(literal);
        let Some((mark, tail)) = escape.split_first() else { return decoded.finish() };
        rest = tail;
        if *mark == b'+' {
            decoded.push(b" ");
        } else if let Some((unit, after)) = utf16_unit(tail) {
            decoded.unit(unit);
            rest = after;
        } else if let Some((byte, after)) = escaped_byte(tail) {
            decoded.push(&[byte]);
            rest = after;
        } else {
            decoded.push(&[*mark]);
        }
    }
}

fn escaped_byte(text: &[u8]) -> Option<(u8, &[u8])> {
    let (digits, after) = text.split_at_checked(2)?;
    Some((u8::try_from(hexadecimal(digits)?).ok()?, after))
}

fn utf16_unit(text: &[u8]) -> Option<(u16, &[u8])> {
    let (digits, after) = text.strip_prefix(b"u")?.split_at_checked(4)?;
    Some((u16::try_from(hexadecimal(digits)?).ok()?, after))
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| Some(number * 16 + char::from(*digit).to_digit(16)?))
}

/// Decodes bytes and UTF-16 units piece by piece.
struct Decoded<F> {
    charset: &'static Encoding,
    take: F,
    /// The decoder of the bytes since the last unit.
    decoder: Option<Decoder>,
    bytes: [u8; BUFFER],
    length: usize,
    /// The first half of a surrogate pair.
    high: Option<u16>,
}

const BUFFER: usize = 256;

impl<F: FnMut(&str)> Decoded<F> {
    fn new(charset: &'static Encoding, take: F) -> Self {
        Self { charset, take, decoder: None, bytes: [0; BUFFER], length: 0, high: None }
    }

    fn push(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.end_units();
        for byte in bytes {
            if self.length == BUFFER {
                self.decode_buffer(false);
            }
            if let Some(slot) = self.bytes.get_mut(self.length) {
                *slot = *byte;
                self.length += 1;
            }
        }
    }

    fn unit(&mut self, unit: u16) {
        self.end_bytes();
        if let 0xD800..0xDC00 = unit {
            self.end_units();
            self.high = Some(unit);
            return;
        }
        let pair = match self.high {
            Some(high) => char::decode_utf16([high, unit]).next().and_then(Result::ok),
            None => None,
        };
        match pair {
            Some(_) => self.high = None,
            None => self.end_units(),
        }
        let character = pair.or_else(|| char::from_u32(u32::from(unit))).unwrap_or(char::REPLACEMENT_CHARACTER);
        (self.take)(character.encode_utf8(&mut [0; 4]));
    }

    /// Decodes the held bytes. A leading U+FEFF is a character of the value here, not a byte order mark.
    fn decode_buffer(&mut self, is_last: bool) {
        let decoder = self.decoder.get_or_insert_with(|| self.charset.new_decoder_without_bom_handling());
        let mut rest = self.bytes.get(..self.length).unwrap_or_default();
        let mut room = [0; 4 * BUFFER];
        loop {
            let (result, read, count, _) = decoder.decode_to_utf8(rest, &mut room, is_last);
            (self.take)(room.get(..count).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default());
            rest = rest.get(read..).unwrap_or_default();
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        self.length = 0;
    }

    fn end_bytes(&mut self) {
        if self.length > 0 || self.decoder.is_some() {
            self.decode_buffer(true);
            self.decoder = None;
        }
    }

    fn end_units(&mut self) {
        if self.high.take().is_some() {
            (self.take)("\u{FFFD}");
        }
    }

    fn finish(mut self) {
        self.end_bytes();
        self.end_units();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As [`percent_encode`], a byte at a time.
    fn plainly_encoded(text: &str) -> String {
        let encode = |byte: u8| match byte {
            b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        text.bytes().map(encode).collect()
    }

    fn assert_encoded_as_plainly(text: &str) {
        let mut encoded = "before".to_owned();
        percent_encode(&mut encoded, text);
        assert_eq!(encoded, format!("before{}", plainly_encoded(text)));
        assert_eq!(estimated_length(text), encoded.len() - "before".len());
    }

    #[test]
    fn every_character_is_encoded_at_every_place() {
        for code in 0..=0x2FF {
            assert_encoded_as_plainly(&char::from_u32(code).unwrap().to_string());
        }
        for length in 0..80 {
            assert_encoded_as_plainly(&"a".repeat(length));
            for at in 0..length {
                assert_encoded_as_plainly(&format!("{}&{}", "a".repeat(at), "b".repeat(length - at)));
            }
        }
        for length in PIECE - 40..PIECE + 40 {
            assert_encoded_as_plainly(&"&".repeat(length));
            assert_encoded_as_plainly(&("a".repeat(length) + "é"));
        }
    }

    /// As [`decode`], all at once.
    fn plainly_decoded(text: &[u8], charset: Option<&str>) -> String {
        let encoding = charset.and_then(|label| Encoding::for_label(label.as_bytes())).unwrap_or(UTF_8);
        let (mut decoded, mut bytes, mut units) = (String::new(), Vec::new(), Vec::new());
        let mut rest = text;
        loop {
            let found = rest.split_first().map(|(first, tail)| (*first, tail, utf16_unit(tail), escaped_byte(tail)));
            if !matches!(found, Some((b'%', _, Some(_), _))) {
                decoded.push_str(&String::from_utf16_lossy(&std::mem::take(&mut units)));
            }
            if !matches!(found, Some((first, _, unit, _)) if first != b'%' || unit.is_none()) {
                decoded.push_str(&encoding.decode_without_bom_handling(&std::mem::take(&mut bytes)).0);
            }
            rest = match found {
                None => return decoded,
                Some((b'+', tail, ..)) => {
                    bytes.push(b' ');
                    tail
                }
                Some((b'%', _, Some((unit, after)), _)) => {
                    units.push(unit);
                    after
                }
                Some((b'%', _, None, Some((byte, after)))) => {
                    bytes.push(byte);
                    after
                }
                Some((byte, tail, ..)) => {
                    bytes.push(byte);
                    tail
                }
            };
        }
    }

    fn read(text: &str) -> String {
        decode(text.as_bytes(), None).into_owned()
    }

    fn read_pairs(text: &[u8], charset: Option<&str>) -> Vec<(String, Option<String>)> {
        let decoded = |text| decode(text, charset).into_owned();
        pairs(text).map(|(name, value)| (decoded(name), value.map(decoded))).collect()
    }

    #[test]
    fn decodes_like_the_observed_stack() {
        assert_eq!(read("a+b%20c"), "a b c");
        assert_eq!(read("%C3%A9%F0%9F%98%80"), "é😀");
        assert_eq!(read("é"), "é");
        assert_eq!(read("%FF"), "\u{FFFD}");
        assert_eq!(read("%zz%4"), "%zz%4");
        assert_eq!(read("%u00e9%uD83D%uDE00"), "é😀");
        assert_eq!(read("%uD83Dx%u12"), "\u{FFFD}x%u12");
        assert_eq!(read("%00%01"), "\0\u{1}");
        assert_eq!(decode(b"%E9", Some("iso-8859-1")), "é");
    }

    #[test]
    fn splits_at_ampersands_only() {
        let text = |pair: &str| Some(pair.to_owned());
        assert_eq!(
            read_pairs(b"a=1;b=2&c&=x&&d=e=f", None),
            [
                ("a".to_owned(), text("1;b=2")),
                ("c".to_owned(), None),
                (String::new(), text("x")),
                ("d".to_owned(), text("e=f")),
            ]
        );
    }

    proptest! {
        #[test]
        fn encoding_equals_plain_code(text in any::<String>()) {
            assert_encoded_as_plainly(&text);
        }

        #[test]
        fn decoding_equals_plain_code(text in "([a%+&]|%[0-9a-fA-F]{2}|%u[0-9a-fD]{4}|%uD[89cdCD][0-9]{2}|é|x{300}){0,40}") {
            for charset in [None, Some("utf-8"), Some("iso-8859-1"), Some("utf-16")] {
                prop_assert_eq!(decode(text.as_bytes(), charset), plainly_decoded(text.as_bytes(), charset));
            }
        }

        #[test]
        fn encoded_pairs_are_read_back(name in any::<String>(), value in any::<String>()) {
            let mut form = String::new();
            push_pair(&mut form, &name, &value);
            prop_assert!(form.is_ascii());
            prop_assert_eq!(read_pairs(form.as_bytes(), None), vec![(name, Some(value))]);
        }

        #[test]
        fn any_bytes_are_decoded(bytes in any::<Vec<u8>>()) {
            let _ = read_pairs(&bytes, None);
            let _ = read_pairs(&bytes, Some("utf-16"));
        }
    }
}
