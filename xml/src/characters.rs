//! Which characters XML 1.0 (fifth edition) and Namespaces in XML 1.0 allow where.

use asmx_types::xml_name::is_name;

use super::bytes::marked_bytes::{self, ByteSet};

/// The `Char` production: whether XML 1.0 allows `character` in a document at all.
#[must_use]
pub const fn is_allowed(character: char) -> bool {
    matches!(character,
        '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}')
}

/// The bytes as text, less what is cut off of a character at their end; `None` if they are not UTF-8.
pub fn whole_characters(bytes: &[u8]) -> Option<&str> {
    let end = match str::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => return None,
    };
    str::from_utf8(bytes.get(..end)?).ok()
}

/// The first character of `text` that XML 1.0 forbids, with its byte position, or `None` if all are allowed
/// (XML 1.0 section 2.2, production `Char`).
#[must_use]
pub fn first_forbidden_character(text: &str) -> Option<(usize, char)> {
    let forbidden = |at: usize| {
        let character = text.get(at..).and_then(|rest| rest.chars().next());
        character.filter(|character| !is_allowed(*character)).map_or(Ok(()), |character| Err((at, character)))
    };
    marked_bytes::try_each::<PerhapsForbidden, _>(text.as_bytes(), forbidden).err()
}

/// The first bytes of forbidden characters: of U+FFFE and U+FFFF together with many others.
struct PerhapsForbidden;

impl ByteSet for PerhapsForbidden {
    fn mark(byte: u8) -> u8 {
        let is_white_space = u8::from(byte == b'\t') | u8::from(byte == b'\n') | u8::from(byte == b'\r');
        u8::from(byte < b' ') & (1 - is_white_space) | u8::from(byte == 0xEF)
    }
}

/// The `S` production: blank, tab, carriage return, line feed.
pub const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether `text` is white space only (the empty text is).
pub fn is_only_white_space(text: &str) -> bool {
    text.bytes().all(is_white_space)
}

/// `text` without the XML white space around it.
pub fn trim_white_space(text: &str) -> &str {
    let ends = [text.as_bytes().first(), text.as_bytes().last()];
    // Nearly all texts have none.
    if ends.into_iter().flatten().all(|byte| !is_white_space(*byte)) {
        return text;
    }
    text.trim_matches([' ', '\t', '\r', '\n'])
}

/// Splits a `QName` into prefix and local name; `None` if `text` is not one.
pub fn split_qualified_name(text: &str) -> Option<(Option<&str>, &str)> {
    match text.split_once(':') {
        None => is_name(text).then_some((None, text)),
        Some((prefix, local)) => (is_name(prefix) && is_name(local)).then_some((Some(prefix), local)),
    }
}
