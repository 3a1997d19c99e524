//! The checks of the parts of a message, and their error.

/// The error of a message that cannot be built.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MimeError {
    /// Both text and HTML are missing.
    Empty,
    /// The message has inline parts, but no HTML that could show them.
    InlineWithoutHtml,
    /// The message has headers, but the form is parts only.
    HeadersWithPartsOnly,
    /// A body holds a control character.
    ControlCharacter {
        /// The body: `text` or `HTML`.
        part: &'static str,
    },
    /// A header cannot be written.
    Header {
        /// Its name.
        name: String,
        /// The reason.
        why: &'static str,
    },
    /// A content identifier is malformed or a duplicate.
    ContentId {
        /// The identifier.
        content_id: String,
    },
    /// The name of a file is malformed.
    FileName {
        /// The name.
        file_name: String,
    },
    /// The content type is malformed, or not allowed for a part.
    ContentType {
        /// The type.
        content_type: String,
    },
    /// A part of a `text/…` type holds control characters, or a header has a word of more than 998 letters.
    Unsendable,
    /// Every boundary that was tried occurs in a part.
    Boundary,
}

asmx_runtime::__private::debug_is_a_sentence!(MimeError);

impl std::fmt::Display for MimeError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => out.write_str("a message needs a text, an HTML form of it, or both"),
            Self::InlineWithoutHtml => out.write_str("inline parts need HTML that shows them"),
            Self::HeadersWithPartsOnly => out.write_str("a message of parts only has no headers"),
            Self::ControlCharacter { part } => write!(out, "the {part} holds a control character"),
            Self::Header { name, why } => write!(out, "header `{name}`: {why}"),
            Self::ContentId { content_id } => {
                write!(out, "content identifier `{content_id}`: each is given once, in ASCII letters without blanks")
            }
            Self::FileName { file_name } => write!(out, "`{}` is not a valid file name", file_name.escape_debug()),
            Self::ContentType { content_type } => {
                write!(out, "`{}` is not a content type of a part, such as image/png", content_type.escape_debug())
            }
            Self::Unsendable => out.write_str(
                "a part of a text type holds control characters (application/octet-stream may), or a header has a word of \
                 more than 998 letters",
            ),
            Self::Boundary => out.write_str("every boundary that was tried occurs in a part"),
        }
    }
}

impl std::error::Error for MimeError {}

/// The longest line of a message without its line end (RFC 5322, 2.1.1).
const LONGEST_LINE: usize = 998;

/// Checks a body, which `part` names.
pub(super) fn text(part: &'static str, content: &str) -> Result<(), MimeError> {
    let is_text = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\r' | '\n');
    if content.chars().all(is_text) { Ok(()) } else { Err(MimeError::ControlCharacter { part }) }
}

/// Checks a header.
pub(super) fn header(name: &str, value: &str) -> Result<(), MimeError> {
    let invalid = |why| MimeError::Header { name: name.to_owned(), why };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':') {
        return Err(invalid("this is not a valid header name"));
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

/// Checks `type/subtype`, with or without parameters.
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

/// Checks for ASCII without control characters, in lines of allowed length that end in CR LF.
pub(crate) fn sendable(raw: &str) -> Result<(), MimeError> {
    let is_plain = |line: &str| {
        line.len() <= LONGEST_LINE && line.bytes().all(|byte| byte == b'\t' || byte == b' ' || byte.is_ascii_graphic())
    };
    if raw.split("\r\n").all(is_plain) { Ok(()) } else { Err(MimeError::Unsendable) }
}
