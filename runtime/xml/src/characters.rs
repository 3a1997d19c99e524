//! Characters that XML 1.0 (fifth edition) and Namespaces in XML 1.0 allow, references to them, and line ends.

use std::borrow::Cow;
use std::ops::Range;

use asmx_types::xml_name::is_name;

pub(crate) use asmx_types::lexical::identifiers::split_qualified_name;
pub use asmx_types::lexical::{is_white_space, trim_white_space};

use super::bytes::marked_bytes;
use super::bytes::marked_bytes::ByteSet;
use super::error::{XmlError, XmlErrorKind};
use super::options::ForbiddenReferences;
use crate::shortened;

/// The `Char` production: whether XML 1.0 allows `character` in a document at all.
#[must_use]
pub const fn is_allowed(character: char) -> bool {
    matches!(character,
        '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}')
}

/// The bytes as text, without an incomplete character at their end; `None` if they are not UTF-8.
pub fn complete_characters(bytes: &[u8]) -> Option<&str> {
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

/// Control characters, and the first byte of U+FFFE and U+FFFF, which many allowed characters have too.
struct PerhapsForbidden;

impl ByteSet for PerhapsForbidden {
    fn mark(byte: u8) -> u8 {
        let is_white_space = u8::from(byte == b'\t') | u8::from(byte == b'\n') | u8::from(byte == b'\r');
        u8::from(byte < b' ') & (1 - is_white_space) | u8::from(byte == 0xEF)
    }
}

/// Whether `text` is white space only (the empty text is).
pub(crate) fn is_only_white_space(text: &str) -> bool {
    text.bytes().all(is_white_space)
}

pub(super) struct Resolved {
    pub(super) character: char,
    pub(super) forbidden: bool,
    /// The length of a second reference behind the first, which is the other half of the character.
    pub(super) second: usize,
}

/// Resolves the reference `body` (the text between `&` and `;`) at byte `offset` of `document`. `after` is the text after
/// it: .NET Framework writes some characters as two references, the halves of a surrogate pair.
pub(super) fn resolve(
    document: &str,
    offset: usize,
    body: &str,
    after: &str,
    forbidden: ForbiddenReferences,
) -> Result<Resolved, XmlError> {
    let malformed = |message: String| Err(XmlError::at(document, offset, XmlErrorKind::Malformed, message));
    let named = match body {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "apos" => Some('\''),
        "quot" => Some('"'),
        _ => None,
    };
    if let Some(character) = named {
        return Ok(Resolved { character, forbidden: false, second: 0 });
    }
    let Some(number) = body.strip_prefix('#') else {
        let name = shortened(body, 40);
        return malformed(if is_name(body) {
            format!("the entity `&{name};` is not defined")
        } else {
            format!("`&{name};` is not a reference; a plain `&` is written `&amp;`")
        });
    };
    let (digits, radix) = match number.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return malformed(format!("`&#{}` is not a character reference", shortened(number, 40)));
    }
    let code = code_of(digits, radix);
    if forbidden == ForbiddenReferences::KeepAndFlag
        && let Some((character, second)) = code.and_then(|first| paired(first, after))
    {
        return Ok(Resolved { character, forbidden: true, second });
    }
    let Some(character) = code.and_then(char::from_u32) else {
        return malformed(format!("`&#{}` stands for no character", shortened(number, 40)));
    };
    let is_forbidden = !is_allowed(character);
    if is_forbidden && forbidden == ForbiddenReferences::Refuse {
        let message = format!("a reference to U+{:04X}, which XML 1.0 forbids", u32::from(character));
        return Err(XmlError::at(document, offset, XmlErrorKind::ForbiddenCharacter, message));
    }
    Ok(Resolved { character, forbidden: is_forbidden, second: 0 })
}

fn code_of(digits: &str, radix: u32) -> Option<u32> {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() { Some(0) } else { u32::from_str_radix(significant, radix).ok() }
}

/// The longest reference to half of a surrogate pair that is recognised: `&#x0000DD34;`.
const LONGEST_HALF: usize = 12;

const FIRST_HALVES: Range<u32> = 0xD800..0xDC00;
const SECOND_HALVES: Range<u32> = 0xDC00..0xE000;

/// The code of the reference at the start of `text`, and its length.
fn half(text: &str) -> Option<(u32, usize)> {
    let ahead = text.strip_prefix("&#")?;
    let end = ahead.bytes().take(LONGEST_HALF - 2).position(|byte| byte == b';')?;
    let number = ahead.get(..end)?;
    let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |digits| (digits, 16));
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    Some((code_of(digits, radix).filter(|_| is_number)?, "&#".len() + end + ";".len()))
}

/// The character whose first half is `first` and whose second half is the reference at the start of `after`, with the
/// length of that.
fn paired(first: u32, after: &str) -> Option<(char, usize)> {
    if !FIRST_HALVES.contains(&first) {
        return None;
    }
    let (second, length) = half(after).filter(|(second, _)| SECOND_HALVES.contains(second))?;
    let code = 0x1_0000 + ((first - FIRST_HALVES.start) << 10) + (second - SECOND_HALVES.start);
    Some((char::from_u32(code)?, length))
}

/// Whether more text may begin the second half of a character whose first half is the reference `body`.
pub(super) fn awaits_second_half(body: &str, after: &str) -> bool {
    let is_first = || half(&format!("&{body};")).is_some_and(|(code, _)| FIRST_HALVES.contains(&code));
    let is_begun = after.len() < LONGEST_HALF
        && ("&#".starts_with(after) || after.starts_with("&#"))
        && !after.contains([';', '<']);
    is_begun && body.starts_with('#') && is_first()
}

/// Refuses forbidden characters in `part`, which starts at byte `offset` of `document`.
pub(super) fn check_characters(document: &str, offset: usize, part: &str) -> Result<(), XmlError> {
    match first_forbidden_character(part) {
        None => Ok(()),
        Some((at, character)) => {
            let message = format!("the character U+{:04X}, which XML 1.0 forbids", u32::from(character));
            Err(XmlError::at(document, offset + at, XmlErrorKind::ForbiddenCharacter, message))
        }
    }
}

/// CR LF and CR become LF (XML 1.0 section 2.11).
pub(super) fn normalise_line_ends(part: &str) -> Cow<'_, str> {
    if !part.contains('\r') {
        return Cow::Borrowed(part);
    }
    let mut normal = String::with_capacity(part.len());
    push_normalised(&mut normal, part, '\n', &['\r']);
    Cow::Owned(normal)
}

/// Appends `part` with `instead` for each CR LF and each of `changed`.
fn push_normalised(out: &mut String, part: &str, instead: char, changed: &[char]) {
    let mut rest = part;
    while let Some((unchanged, found, after)) = rest.find(changed).and_then(|at| {
        let (unchanged, marked) = rest.split_at(at);
        let found = marked.chars().next()?;
        Some((unchanged, found, marked.get(found.len_utf8()..)?))
    }) {
        out.push_str(unchanged);
        out.push(instead);
        rest = if found == '\r' { after.strip_prefix('\n').unwrap_or(after) } else { after };
    }
    out.push_str(rest);
}

/// Normalises line ends and white space of an attribute value (XML 1.0 section 3.3.3), then resolves references.
/// Returns the value and whether it has a reference to a forbidden character.
pub(super) fn attribute_value<'t>(
    document: &str,
    offset: usize,
    raw: &'t str,
    forbidden: ForbiddenReferences,
) -> Result<(Cow<'t, str>, bool), XmlError> {
    check_characters(document, offset, raw)?;
    if let Some(at) = raw.find('<') {
        return Err(XmlError::at(document, offset + at, XmlErrorKind::Malformed, "`<` in an attribute value"));
    }
    if !raw.contains(['&', '\r', '\n', '\t']) {
        return Ok((Cow::Borrowed(raw), false));
    }
    let blanked = |value: &mut String, part: &str| push_normalised(value, part, ' ', &['\r', '\n', '\t']);
    let mut value = String::with_capacity(raw.len());
    let mut flagged = false;
    let mut rest = raw;
    while let Some((unescaped, ahead)) = rest.split_once('&') {
        blanked(&mut value, unescaped);
        let at = offset + (raw.len() - ahead.len()) - 1;
        let Some((body, after)) = ahead.split_once(';') else {
            let message = "`&` without `;`; a plain `&` is written `&amp;`";
            return Err(XmlError::at(document, at, XmlErrorKind::Malformed, message));
        };
        let resolved = resolve(document, at, body, after, forbidden)?;
        flagged |= resolved.forbidden;
        value.push(resolved.character);
        rest = after.get(resolved.second..).unwrap_or_default();
    }
    blanked(&mut value, rest);
    Ok((Cow::Owned(value), flagged))
}
