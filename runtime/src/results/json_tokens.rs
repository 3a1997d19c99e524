//! Strings and numbers within a text of JSON, before a reader of JSON sees them: it keeps 64 bits of a number.

use std::borrow::Cow;

use serde_json::Number;

/// A part of JSON that [`with_tokens`] may replace.
#[derive(Clone, Copy)]
pub(crate) enum Token<'t> {
    /// A string as it is written, with its quotes; without the last one if the text ends in it.
    String(&'t str),
    /// A sequence of characters of which numbers consist. It may be no number.
    Number(&'t str),
}

/// The text with other text in the place of some tokens.
pub(crate) fn with_tokens<'t>(text: &'t str, mut replacement: impl FnMut(Token<'t>) -> Option<String>) -> Cow<'t, str> {
    let is_of_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E');
    let bytes = text.as_bytes();
    let (mut out, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        let token = match byte {
            b'"' => {
                at += 1;
                while let Some(byte) = bytes.get(at).copied().filter(|byte| *byte != b'"') {
                    at += if byte == b'\\' { 2 } else { 1 };
                }
                at = bytes.len().min(at + 1);
                Token::String(text.get(start..at).unwrap_or_default())
            }
            b'-' | b'0'..=b'9' => {
                at += bytes.get(at..).unwrap_or_default().iter().take_while(|byte| is_of_number(**byte)).count();
                Token::Number(text.get(start..at).unwrap_or_default())
            }
            _ => {
                at += 1;
                continue;
            }
        };
        if let Some(other) = replacement(token) {
            out.push_str(text.get(copied..start).unwrap_or_default());
            out.push_str(&other);
            copied = at;
        }
    }
    if copied == 0 {
        return text.into();
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out.into()
}

/// Whether the text is a number of JSON.
pub(crate) fn is_number(text: &str) -> bool {
    serde_json::from_str::<Number>(text).is_ok()
}
