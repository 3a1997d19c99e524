//! Errors of reading XML, with their places.

use std::fmt::{self, Write};

use crate::OneLine;

/// The reason why a text cannot be read as XML, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlError {
    kind: XmlErrorKind,
    message: String,
    position: Option<TextPosition>,
}

/// The kind of fault that an [`XmlError`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XmlErrorKind {
    /// The document has a document type declaration. These are always refused.
    Doctype,
    /// The text is not well-formed XML 1.0 with namespaces.
    Malformed,
    /// The text has no element: it is empty, or has only a declaration, comments and white space. Over HTTP GET and
    /// POST a null XML document is such a text.
    NoRoot,
    /// Elements are nested deeper than [`ParseOptions::max_depth`](super::ParseOptions::max_depth).
    TooDeep,
    /// More nodes or attributes, or longer names or text, than [`ParseOptions`](super::ParseOptions) allows.
    TooLarge,
    /// The bytes are not valid in their encoding, or the encoding is unknown.
    Encoding,
    /// A character that XML 1.0 forbids, written directly or as a numeric reference.
    ForbiddenCharacter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TextPosition {
    offset: usize,
    line: usize,
    column: usize,
}

impl XmlError {
    /// An error at byte `offset` of `text`.
    pub(crate) fn at(text: &str, offset: usize, kind: XmlErrorKind, message: impl Into<String>) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = text.get(..offset).unwrap_or_default();
        let (line, last_line) = match before.rfind('\n') {
            Some(break_at) => (
                1 + before.bytes().filter(|byte| *byte == b'\n').count(),
                before.get(break_at + 1..).unwrap_or_default(),
            ),
            None => (1, before),
        };
        let position = TextPosition { offset, line, column: 1 + last_line.chars().count() };
        Self { kind, message: message.into(), position: Some(position) }
    }

    /// An error in bytes that are not decoded yet, so that there are no lines.
    pub(crate) fn in_bytes(offset: usize, message: impl Into<String>) -> Self {
        let position = TextPosition { offset, line: 0, column: 0 };
        Self { kind: XmlErrorKind::Encoding, message: message.into(), position: Some(position) }
    }

    /// An error without a position: of the whole text, or of a part whose position is unknown.
    pub fn without_position(kind: XmlErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), position: None }
    }

    /// The kind of fault.
    #[must_use]
    pub fn kind(&self) -> XmlErrorKind {
        self.kind
    }

    /// The message without the position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The byte position in the text (in the bytes for [`XmlErrorKind::Encoding`]); `None` for an error without a
    /// position.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.position.map(|position| position.offset)
    }

    /// Line and column in characters, both counted from 1; `None` for an error without them.
    #[must_use]
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.position.filter(|position| position.line > 0).map(|position| (position.line, position.column))
    }
}

impl fmt::Display for XmlError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(out);
        match self.position {
            Some(TextPosition { line: 0, offset, .. }) => write!(out, "byte {offset}: {}", self.message),
            Some(TextPosition { line, column, .. }) => {
                write!(out, "line {line}, column {column}: {}", self.message)
            }
            None => out.write_str(&self.message),
        }
    }
}

impl std::error::Error for XmlError {}
