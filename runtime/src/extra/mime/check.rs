//! What a message cannot hold.

use std::collections::HashSet;

use super::builder::{Enclosed, MessageForm, MimeBuilder};
use super::error::MimeError;

/// Longest line of a message without its line end (RFC 5322, 2.1.1).
const LONGEST_LINE: usize = 998;

/// Checks what was given before it is written.
pub(crate) fn builder(builder: &MimeBuilder<'_>) -> Result<(), MimeError> {
    if builder.text.is_none() && builder.html.is_none() {
        return Err(MimeError::Empty);
    }
    if !builder.inline.is_empty() && builder.html.is_none() {
        return Err(MimeError::InlineWithoutHtml);
    }
    for (part, content) in [("text", &builder.text), ("HTML", &builder.html)] {
        let is_text = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\r' | '\n');
        if !content.as_deref().unwrap_or_default().chars().all(is_text) {
            return Err(MimeError::ControlCharacter { part });
        }
    }
    if builder.form == MessageForm::PartsOnly && !builder.headers.is_empty() {
        return Err(MimeError::HeadersWithPartsOnly);
    }
    for (name, value) in &builder.headers {
        header(name, value)?;
    }
    let mut identifiers = HashSet::new();
    for Enclosed { name, .. } in &builder.inline {
        let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"".contains(&byte));
        if !is_plain || !identifiers.insert(name) {
            return Err(MimeError::ContentId { content_id: name.to_string() });
        }
    }
    for Enclosed { name, .. } in &builder.attachments {
        if name.is_empty() || name.contains(char::is_control) {
            return Err(MimeError::FileName { file_name: name.to_string() });
        }
    }
    for Enclosed { content_type: stated, .. } in builder.inline.iter().chain(&builder.attachments) {
        content_type(stated)?;
    }
    Ok(())
}

fn header(name: &str, value: &str) -> Result<(), MimeError> {
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
fn content_type(stated: &str) -> Result<(), MimeError> {
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
