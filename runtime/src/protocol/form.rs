//! Names and values in a query string or form body, percent-encoded, as ASMX reads and writes them.

/// Appends `text` percent-encoded as UTF-8: unreserved characters stay, everything else, blanks included, is `%XX`.
pub(crate) fn percent_encode(out: &mut String, text: &str) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for half in [byte >> 4, byte & 15] {
                out.extend(DIGITS.get(usize::from(half)).copied().map(char::from));
            }
        }
    }
}

/// Appends `name=value` after what is already there.
pub(crate) fn push_pair(out: &mut String, name: &str, value: &str) {
    if !out.is_empty() {
        out.push('&');
    }
    percent_encode(out, name);
    out.push('=');
    percent_encode(out, value);
}

/// One `name=value` of a query or form; the value is `None` where there is no `=`.
pub(crate) type Pair = (String, Option<String>);

/// Splits and decodes a query or form body. `&` alone separates; empty pieces are passed over.
pub(crate) fn pairs(text: &[u8], charset: Option<&str>) -> Vec<Pair> {
    text.split(|byte| *byte == b'&')
        .filter(|piece| !piece.is_empty())
        .map(|piece| match piece.iter().position(|byte| *byte == b'=') {
            Some(at) => {
                let (name, rest) = piece.split_at(at);
                (decode(name, charset), Some(decode(rest.get(1..).unwrap_or_default(), charset)))
            }
            None => (decode(piece, charset), None),
        })
        .collect()
}

/// Decodes `+`, `%XX` (bytes in `charset`, UTF-8 by default; invalid ones become U+FFFD) and `%uXXXX` (UTF-16 units, as
/// .NET reads them); any other percent sign stays.
pub(crate) fn decode(text: &[u8], charset: Option<&str>) -> String {
    let mut decoded = Decoded::new(charset);
    let mut rest = text;
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'+' => decoded.byte(b' '),
            b'%' => {
                if let Some((unit, after)) = utf16_unit(tail) {
                    decoded.unit(unit);
                    rest = after;
                } else if let Some((byte, after)) = escaped_byte(tail) {
                    decoded.byte(byte);
                    rest = after;
                } else {
                    decoded.byte(first);
                }
            }
            _ => decoded.byte(first),
        }
    }
    decoded.finish()
}

/// The `XX` after a percent sign, and what follows.
fn escaped_byte(text: &[u8]) -> Option<(u8, &[u8])> {
    let (digits, after) = text.split_at_checked(2)?;
    Some((u8::try_from(hexadecimal(digits)?).ok()?, after))
}

/// The `uXXXX` after a percent sign, and what follows.
fn utf16_unit(text: &[u8]) -> Option<(u16, &[u8])> {
    let (digits, after) = text.strip_prefix(b"u")?.split_at_checked(4)?;
    Some((u16::try_from(hexadecimal(digits)?).ok()?, after))
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| Some(number * 16 + char::from(*digit).to_digit(16)?))
}

/// Bytes and UTF-16 units on their way to text.
struct Decoded<'a> {
    charset: Option<&'a str>,
    text: String,
    bytes: Vec<u8>,
    units: Vec<u16>,
}

impl<'a> Decoded<'a> {
    fn new(charset: Option<&'a str>) -> Self {
        Self { charset, text: String::new(), bytes: Vec::new(), units: Vec::new() }
    }

    fn byte(&mut self, byte: u8) {
        self.flush_units();
        self.bytes.push(byte);
    }

    fn unit(&mut self, unit: u16) {
        self.flush_bytes();
        self.units.push(unit);
    }

    fn flush_bytes(&mut self) {
        if !self.bytes.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            self.text.push_str(&without_bom_sniffing(&bytes, self.charset));
        }
    }

    fn flush_units(&mut self) {
        if !self.units.is_empty() {
            self.text.push_str(&String::from_utf16_lossy(&std::mem::take(&mut self.units)));
        }
    }

    fn finish(mut self) -> String {
        self.flush_bytes();
        self.flush_units();
        self.text
    }
}

/// Decodes in `charset`; a leading U+FEFF is a character of the value here, not a byte order mark.
fn without_bom_sniffing(bytes: &[u8], charset: Option<&str>) -> String {
    match charset.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes())) {
        Some(encoding) if encoding != encoding_rs::UTF_8 => encoding.decode_without_bom_handling(bytes).0.into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> String {
        decode(text.as_bytes(), None)
    }

    #[test]
    fn decodes_as_the_stack_does() {
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
            pairs(b"a=1;b=2&c&=x&&d=e=f", None),
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
        fn what_is_encoded_is_read_back(name in any::<String>(), value in any::<String>()) {
            let mut form = String::new();
            push_pair(&mut form, &name, &value);
            prop_assert!(form.is_ascii());
            prop_assert_eq!(pairs(form.as_bytes(), None), vec![(name, Some(value))]);
        }

        #[test]
        fn no_bytes_make_it_fail(bytes in any::<Vec<u8>>()) {
            let _ = pairs(&bytes, None);
            let _ = pairs(&bytes, Some("utf-16"));
        }
    }
}
