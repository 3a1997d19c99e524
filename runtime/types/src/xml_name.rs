//! Names that XML does not allow, written in the `_xHHHH_` form of `XmlConvert.EncodeLocalName`.
//!
//! Columns and tables of a `DataSet` may have any name: `First Name` travels as `First_x0020_Name` (docs/RULES.md, rule 25).

mod tables;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

use tables::{CONTINUES, STARTS};

/// Encodes `name` as an `NCName`: characters not allowed in one become `_xHHHH_` (four upper-case hexadecimal digits, eight
/// outside the basic plane), and an underscore that would read as the start of such a form becomes `_x005F_`.
///
/// The empty name has no encoding and stays empty.
#[must_use]
pub fn encode_local_name(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let must_encode = |(at, character): (usize, char)| {
        let allowed = starts(character) || (at > 0 && is_in(CONTINUES, character));
        !allowed || (character == '_' && name.get(at + 1..).is_some_and(|rest| escape_code(rest).is_some()))
    };
    let Some(first) = name.char_indices().position(must_encode) else {
        return Cow::Borrowed(name);
    };
    let mut encoded = String::with_capacity(name.len() + 8);
    for (count, (at, character)) in name.char_indices().enumerate() {
        if count < first || !must_encode((at, character)) {
            encoded.push(character);
        } else if u32::from(character) > 0xFFFF {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "_x{:08X}_", u32::from(character));
        } else {
            let _ = write!(encoded, "_x{:04X}_", u32::from(character));
        }
    }
    Cow::Owned(encoded)
}

/// Whether `name` is certainly its own encoding, as nearly all names are. `false` needs a closer look.
fn is_plain(name: &str) -> bool {
    let kind = |byte: u8| KINDS.get(usize::from(byte)).copied().unwrap_or_default();
    let (mut all, mut any) = (u8::MAX, 0);
    for byte in name.bytes() {
        all &= kind(byte);
        any |= kind(byte);
    }
    let begins_form = |pair: &[u8]| matches!(pair, [b'_', b'x' | b'X']);
    let starts = name.bytes().next().is_some_and(|first| kind(first) & START != 0);
    // Few names have both letters, and hardly any has them side by side.
    let may_hold_form = any & (UNDERSCORE | X) == UNDERSCORE | X;
    starts && all & PLAIN != 0 && !(may_hold_form && name.as_bytes().windows(2).any(begins_form))
}

/// May stand in a name as it is.
const PLAIN: u8 = 1;
/// May begin one.
const START: u8 = 2;
const UNDERSCORE: u8 = 4;
/// The letter after the underscore of an encoded character, in either case.
const X: u8 = 8;

static KINDS: [u8; 256] = kinds();

#[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        kinds[byte as usize] = match byte {
            b'_' => PLAIN | START | UNDERSCORE,
            b'x' | b'X' => PLAIN | START | X,
            byte if byte.is_ascii_alphabetic() => PLAIN | START,
            b'0'..=b'9' | b'-' | b'.' => PLAIN,
            _ => 0,
        };
        byte += 1;
    }
    kinds
}

/// Whether `encoded` is the encoding of `name`. Most names need none and are compared as they are.
#[must_use]
pub fn is_encoding_of(encoded: &str, name: &str) -> bool {
    (encoded == name || encoded.contains("_x")) && encode_local_name(name) == encoded
}

/// Decodes the `_xHHHH_` and `_xHHHHHHHH_` forms in `name` (hexadecimal digits and `x` in either case). Other text,
/// and forms that stand for no character (half a surrogate pair, beyond U+10FFFF), stay as they are.
#[must_use]
pub fn decode_local_name(name: &str) -> Cow<'_, str> {
    let mut decoded = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(at) = name.get(from..).and_then(|rest| rest.find('_')).map(|found| from + found) {
        match name.get(at + 1..).and_then(escaped_character) {
            Some((character, length)) => {
                decoded.push_str(name.get(copied..at).unwrap_or_default());
                decoded.push(character);
                copied = at + 1 + length;
                from = copied;
            }
            None => from = at + 1,
        }
    }
    if copied == 0 {
        return Cow::Borrowed(name);
    }
    decoded.push_str(name.get(copied..).unwrap_or_default());
    Cow::Owned(decoded)
}

/// The character whose code follows an underscore, and the length of the form after that underscore.
fn escaped_character(after_underscore: &str) -> Option<(char, usize)> {
    let (code, length) = escape_code(after_underscore)?;
    if let Some(character) = char::from_u32(code) {
        return Some((character, length));
    }
    // A surrogate pair written as two forms: `_xD83D__xDE00_`.
    let (low, low_length) = escape_code(after_underscore.get(length..)?.strip_prefix('_')?)?;
    let units = [u16::try_from(code).ok()?, u16::try_from(low).ok()?];
    let character = char::decode_utf16(units).next()?.ok()?;
    Some((character, length + 1 + low_length))
}

/// Reads `xHHHH_` or `xHHHHHHHH_` at the start of `text`: the code and the length.
fn escape_code(text: &str) -> Option<(u32, usize)> {
    let digits = text.strip_prefix(['x', 'X'])?;
    [4, 8].into_iter().find_map(|count| {
        let code = digits.get(..count).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        digits.get(count..)?.starts_with('_').then_some(())?;
        Some((u32::from_str_radix(code, 16).ok()?, count + 2))
    })
}

fn starts(character: char) -> bool {
    is_in(STARTS, character)
}

fn is_in(ranges: &[(u16, u16)], character: char) -> bool {
    u16::try_from(u32::from(character)).is_ok_and(|unit| {
        ranges
            .binary_search_by(|(low, high)| {
                if *high < unit {
                    Ordering::Less
                } else if *low > unit {
                    Ordering::Greater
                } else {
                    Ordering::Equal
                }
            })
            .is_ok()
    })
}

/// The `NameStartChar` production without the colon (`NCName`).
const fn starts_name(character: char) -> bool {
    matches!(character,
        'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// The `NameChar` production without the colon (`NCName`).
const fn continues_name(character: char) -> bool {
    starts_name(character)
        || matches!(character,
            '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Whether `text` is an `NCName` of XML 1.0, fifth edition: a name without a colon. Readers accept these; .NET writes
/// fewer, see [`encode_local_name`].
#[must_use]
pub fn is_name(text: &str) -> bool {
    if text.is_ascii() {
        let is_start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        let continues = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        return text.as_bytes().first().is_some_and(is_start) && text.bytes().all(|byte| continues(&byte));
    }
    let mut characters = text.chars();
    characters.next().is_some_and(starts_name) && characters.all(continues_name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_names_are_their_own_encoding() {
        let ascii = || (0..=0x7F_u8).map(char::from);
        let nothing_is_encoded = |name: &str| {
            name.char_indices().all(|(at, one)| starts(one) || (at > 0 && is_in(CONTINUES, one))) && !name.contains('_')
        };
        for first in ascii() {
            assert_eq!(is_plain(&first.to_string()), first == '_' || nothing_is_encoded(&first.to_string()));
            for second in ascii().filter(|second| *second != '_' && first != '_') {
                let name = format!("{first}{second}");
                assert_eq!(is_plain(&name), nothing_is_encoded(&name), "{name:?}");
            }
        }
        for name in ["_", "__", "a_b", "GetList_ByName", "_y0041_"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "_x", "a_X0041_", "é", "a:b", "1a", "-a"] {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn names_are_encoded_as_by_xml_convert() {
        for (name, encoded) in [
            ("Name", "Name"),
            ("First Name", "First_x0020_Name"),
            ("2ndCol", "_x0032_ndCol"),
            ("a:b", "a_x003A_b"),
            ("_x0020_", "_x005F_x0020_"),
            ("_X0020_", "_x005F_X0020_"),
            ("a_x0020_x0020_", "a_x005F_x0020_x005F_x0020_"),
            ("_x20_", "_x20_"),
            ("_x12345678_", "_x005F_x12345678_"),
            ("😀", "_x0001F600_"),
            ("a😀", "a_x0001F600_"),
            ("é-1.ü中", "é-1.ü中"),
            ("-a", "_x002D_a"),
            ("<&>\"", "_x003C__x0026__x003E__x0022_"),
            ("\u{1}\n", "_x0001__x000A_"),
            ("a\u{2070}", "a_x2070_"),
            ("", ""),
            ("Județ", "Jude_x021B_"),
            ("with space", "with_x0020_space"),
            ("a-b.c", "a-b.c"),
            ("_x", "_x"),
            ("\u{F0000}", "_x000F0000_"),
        ] {
            assert_eq!(encode_local_name(name), encoded);
            assert_eq!(decode_local_name(encoded), name);
            assert!(is_encoding_of(encoded, name), "{encoded} {name}");
            assert_eq!(is_encoding_of(name, name), encoded == name, "{name}");
            assert!(!is_encoding_of("_x0041_", name) && !is_encoding_of("other", name));
        }
        assert_eq!(decode_local_name("_xD83D__xDE00_"), "😀");
        assert_eq!(decode_local_name("_X0041_"), "A");
        assert_eq!(decode_local_name("_xD800_ _x00G0_ _x0041"), "_xD800_ _x00G0_ _x0041");
        for as_it_is in ["_xD83D_", "_x00110000_", "_x002_", "_x0020", "x0020_", "_", "__x"] {
            assert_eq!(decode_local_name(as_it_is), as_it_is);
        }
        assert_eq!(decode_local_name("_x00e9_é_X0020_"), "éé ");
    }

    proptest! {
        // The second kind has no blanks: .NET encodes `_x0AA0 ` as `_x0AA0_x0020_`, which decodes to another text,
        // and so does this.
        #[test]
        fn encoded_names_are_valid_and_decode_to_the_text(text in "\\PC{1,12}|[_x0-9A-F]{1,14}") {
            let encoded = encode_local_name(&text);
            prop_assert!(is_name(&encoded), "{encoded}");
            prop_assert_eq!(decode_local_name(&encoded), text.as_str());
        }
    }
}
