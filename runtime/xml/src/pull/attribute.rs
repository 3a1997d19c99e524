//! Names and attributes as written: a name, `=` and a quoted value (XML 1.0 section 3.1).

use std::num::NonZeroU32;

use super::state::narrow;
use crate::characters::{self, is_white_space};
use crate::error::{XmlError, XmlErrorKind};

/// Positions of a name's end and of its colon.
#[derive(Clone, Copy)]
pub(super) struct Name {
    pub(super) end: NonZeroU32,
    /// 0 without a colon.
    pub(super) colon: u32,
}

/// An attribute as written. Positions are bytes of the text.
#[derive(Clone, Copy, Debug)]
pub struct WrittenAttribute<'t> {
    /// The name with its prefix.
    pub name: &'t str,
    /// The text between the quotes.
    pub value: &'t str,
    /// The position of the value.
    pub value_at: usize,
    /// The position of the colon in the text; 0 without a colon.
    pub(super) colon: u32,
}

/// The reason why there is no attribute. At the end of the text, more text could complete it.
pub(super) struct Flaw {
    pub(super) at: usize,
    pub(super) message: &'static str,
}

/// The name of a start tag and its attributes, as written; `None` if the text is no start tag.
#[must_use]
pub fn written_tag(tag: &str) -> Option<(&str, Vec<WrittenAttribute<'_>>)> {
    let mut at = name_at(tag, b"<".len())?.end.get() as usize;
    let name = tag.strip_prefix('<')?.get(..at - b"<".len())?;
    let mut attributes = Vec::new();
    loop {
        at = after_white_space(tag, at);
        if matches!(tag.get(at..)?, ">" | "/>") {
            return Some((name, attributes));
        }
        let attribute = WrittenAttribute::read(tag, at).ok()?;
        at = attribute.end();
        attributes.push(attribute);
    }
}

impl<'t> WrittenAttribute<'t> {
    /// Reads the attribute whose name begins at `at`.
    #[inline]
    pub(super) fn read(text: &'t str, at: usize) -> Result<Self, Flaw> {
        let bytes = text.as_bytes();
        let Some(name) = name_at(text, at) else {
            let at = if is_complete_name(text, at) { at } else { text.len() };
            return Err(Flaw { at, message: "not a valid attribute name" });
        };
        let end = name.end.get() as usize;
        let equals = after_white_space(text, end);
        if bytes.get(equals) != Some(&b'=') {
            let at = if equals < text.len() { at } else { equals };
            return Err(Flaw { at, message: "an attribute without `=` and a value" });
        }
        let quote_at = after_white_space(text, equals + 1);
        let value_at = quote_at + 1;
        let Some(quote @ (b'"' | b'\'')) = bytes.get(quote_at) else {
            return Err(Flaw { at: quote_at, message: "an attribute value must be quoted" });
        };
        let ahead = bytes.get(value_at..).unwrap_or_default();
        let length = memchr::memchr(*quote, ahead);
        match (text.get(at..end), length.and_then(|length| text.get(value_at..value_at + length))) {
            (Some(written), Some(value)) => Ok(Self { name: written, value, value_at, colon: name.colon }),
            _ => Err(Flaw { at: text.len(), message: "an attribute value without closing quote" }),
        }
    }

    /// The position after the closing quote.
    pub(super) fn end(&self) -> usize {
        self.value_at + self.value.len() + 1
    }
}

/// Reads a name with at most one colon; `None` if it is not valid.
#[inline]
pub(super) fn name_at(text: &str, start: usize) -> Option<Name> {
    let bytes = text.as_bytes().get(start..)?;
    // Nearly all names end at the first byte that is not a letter, digit, `_`, `-` or `.`.
    let simple = bytes.iter().position(|byte| kind(*byte) != NAME).unwrap_or(bytes.len());
    let (mut colon, mut is_ascii, mut length) = (0, true, simple);
    if bytes.get(simple).is_some_and(|byte| kind(*byte) != OTHER) {
        length = bytes.len();
        for (at, byte) in bytes.iter().enumerate().skip(simple) {
            match kind(*byte) {
                NAME => {}
                COLON if colon == 0 => colon = start + at,
                NOT_ASCII => is_ascii = false,
                OTHER => {
                    length = at;
                    break;
                }
                _ => return None,
            }
        }
    }
    let end = start + length;
    let begins = |at: usize| matches!(text.as_bytes().get(at), Some(b'A'..=b'Z' | b'a'..=b'z' | b'_'));
    let is_valid = if is_ascii {
        length > 0 && begins(start) && (colon == 0 || colon > start && colon + 1 < end && begins(colon + 1))
    } else {
        characters::split_qualified_name(text.get(start..end)?).is_some()
    };
    if is_valid { Some(Name { end: NonZeroU32::new(narrow(end))?, colon: narrow(colon) }) } else { None }
}

/// Whether the name ends before the text does, so that more text would not change it.
pub(super) fn is_complete_name(text: &str, start: usize) -> bool {
    text.as_bytes().get(start..).is_some_and(|ahead| ahead.iter().any(|byte| kind(*byte) == OTHER))
}

#[inline]
pub(super) fn after_white_space(text: &str, mut at: usize) -> usize {
    while text.as_bytes().get(at).copied().is_some_and(is_white_space) {
        at += 1;
    }
    at
}

/// Checks the XML declaration at the end of `text`, from behind `<?xml` to before `?>` (XML 1.0 section 2.8).
pub(super) fn check_declaration(text: &str, mut at: usize) -> Result<(), XmlError> {
    let fail = |at: usize, message: &str| Err(XmlError::at(text, at, XmlErrorKind::Malformed, message));
    let start = at;
    let mut expected: &[&str] = &["version", "encoding", "standalone"];
    loop {
        let name_at = after_white_space(text, at);
        if name_at == text.len() {
            break;
        }
        if name_at == at {
            return fail(at, "white space is needed between attributes");
        }
        let part = match WrittenAttribute::read(text, name_at) {
            Ok(part) => part,
            Err(Flaw { at, message }) => return fail(at, message),
        };
        let Some(position) = expected.iter().position(|name| *name == part.name) else {
            return fail(
                name_at,
                "the XML declaration holds `version`, then `encoding`, then `standalone`, nothing else",
            );
        };
        if at == start && position != 0 {
            return fail(name_at, "the XML declaration starts with `version`");
        }
        expected = expected.get(position + 1..).unwrap_or_default();
        if !is_declarable(&part) {
            return fail(name_at, &format!("the XML declaration's `{}` is not valid", part.name));
        }
        at = part.end();
    }
    if at == start { fail(start, "the XML declaration lacks `version`") } else { Ok(()) }
}

fn is_declarable(part: &WrittenAttribute<'_>) -> bool {
    let value = part.value;
    match part.name {
        "version" => value
            .strip_prefix("1.")
            .is_some_and(|minor| !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit())),
        "encoding" => {
            value.starts_with(|first: char| first.is_ascii_alphabetic())
                && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
        }
        _ => matches!(value, "yes" | "no"),
    }
}

/// Part of a name.
pub(super) const NAME: u8 = 0;
/// Ends a name.
const OTHER: u8 = 1;
const COLON: u8 = 2;
/// Part of a name or not.
const NOT_ASCII: u8 = 3;

pub(super) fn kind(byte: u8) -> u8 {
    KINDS.get(usize::from(byte)).copied().unwrap_or(OTHER)
}

byte_table! {
    static KINDS: u8 = |byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' => NAME,
        b':' => COLON,
        0x80.. => NOT_ASCII,
        _ => OTHER,
    };
}
