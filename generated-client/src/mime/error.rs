//! Why something is no message.

/// Why something is no message.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MimeError {
    /// There is neither a text nor HTML.
    Empty,
    /// Inline parts are there for the HTML, and there is none.
    InlineWithoutHtml,
    /// Headers were given for a message that has none.
    HeadersWithPartsOnly,
    /// A body holds a control character.
    ControlCharacter {
        /// Which: `text` or `HTML`.
        part: &'static str,
    },
    /// A header cannot be written.
    Header {
        /// Its name.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// It is no content identifier, or given twice.
    ContentId {
        /// The identifier.
        content_id: String,
    },
    /// It is no name of a file.
    FileName {
        /// The name.
        file_name: String,
    },
    /// It is no content type of a part.
    ContentType {
        /// The type.
        content_type: String,
    },
    /// A part of a `text/…` type holds control characters, or a header has a word of more than 998 letters.
    Unsendable,
    /// No boundary was found that occurs in no part.
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
            Self::FileName { file_name } => write!(out, "`{}` is no name of a file", file_name.escape_debug()),
            Self::ContentType { content_type } => {
                write!(out, "`{}` is no content type of a part, such as image/png", content_type.escape_debug())
            }
            Self::Unsendable => out.write_str(
                "a part of a text type holds control characters (application/octet-stream may), or a header has a word of \
                 more than 998 letters",
            ),
            Self::Boundary => out.write_str("no boundary was found that occurs in no part"),
        }
    }
}

impl std::error::Error for MimeError {}
