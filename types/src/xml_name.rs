//! Names that XML does not allow, written in the `_xHHHH_` form of `XmlConvert.EncodeLocalName`.
//!
//! Columns and tables of a `DataSet` may have any name: `First Name` travels as `First_x0020_Name` (docs/RULES.md, rule 25).

#[cfg(test)]
mod as_xml_convert;
mod ncname;
mod tables;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

pub use ncname::is_name;

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

/// Whether `name` is seen at a glance to be its own encoding, as nearly all are.
fn is_plain(name: &str) -> bool {
    let kind = |byte: u8| KINDS.get(usize::from(byte)).copied().unwrap_or_default();
    let (mut all, mut any) = (u8::MAX, 0);
    for byte in name.bytes() {
        all &= kind(byte);
        any |= kind(byte);
    }
    let begins_form = |pair: &[u8]| matches!(pair, [b'_', b'x' | b'X']);
    let starts = name.bytes().next().is_some_and(|first| kind(first) & START != 0);
    // Both are in few names, and hardly ever one after the other.
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

/// What each byte is in a name.
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

/// Whether `encoded` is what [`encode_local_name`] makes of `name`. Most names need no
/// encoding; they are compared without encoding anything.
#[must_use]
pub fn is_encoding_of(encoded: &str, name: &str) -> bool {
    (encoded == name || encoded.contains("_x")) && encode_local_name(name) == encoded
}

/// Decodes the `_xHHHH_` and `_xHHHHHHHH_` forms in `name` (hexadecimal digits and `x` in either case). What is not such a form,
/// or stands for no character (half a surrogate pair, beyond U+10FFFF), stays as it is.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_those_of_which_nothing_is_encoded() {
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
}
