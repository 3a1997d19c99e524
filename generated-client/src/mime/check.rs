//! What a part of a message cannot hold.

use super::error::MimeError;

/// Longest line of a message without its line end (RFC 5322, 2.1.1).
const LONGEST_LINE: usize = 998;

/// The text of a message: `part` names it.
pub(super) fn text(part: &'static str, content: &str) -> Result<(), MimeError> {
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\r' | '\n');
    if content.chars().all(is_text) { Ok(()) } else { Err(MimeError::ControlCharacter { part }) }
}

/// A header of a user's own.
pub(super) fn header(name: &str, value: &str) -> Result<(), MimeError> {
    let invalid = |why| MimeError::Header { name: name.to_owned(), why };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':') {
        return Err(invalid("this is no name of a header"));
    }
    let lower = name.to_ascii_lowercase();
    if lower == "mime-version" || lower.starts_with("content-") {
        return Err(invalid("this header is written with the parts"));
    }
    if value.contains(char::is_control) {
        return Err(invalid("its value holds a control character; a line end would begin another header"));
    }
    Ok(())
}

/// `type/subtype`, with or without parameters.
pub(super) fn content_type(stated: &str) -> Result<(), MimeError> {
    let is_token = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"()<>@,;:\\\"/[]?=".contains(&byte))
    };
    let (kind, parameters) = stated.split_once(';').unwrap_or((stated, ""));
    let is_valid = kind.split_once('/').is_some_and(|(major, minor)| {
        is_token(major) && is_token(minor.trim_end()) && !major.eq_ignore_ascii_case("multipart")
    });
    if is_valid && parameters.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Ok(());
    }
    Err(MimeError::ContentType { content_type: stated.to_owned() })
}

/// ASCII without control characters, in lines that are not too long and end in CR LF.
pub(crate) fn sendable(raw: &str) -> Result<(), MimeError> {
    let is_plain = |line: &str| {
        line.len() <= LONGEST_LINE && line.bytes().all(|byte| byte == b'\t' || byte == b' ' || byte.is_ascii_graphic())
    };
    if raw.split("\r\n").all(is_plain) { Ok(()) } else { Err(MimeError::Unsendable) }
}
