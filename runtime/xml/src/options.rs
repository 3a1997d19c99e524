//! Limits and leniencies of the reader.

/// Limits and leniencies of [`Document::parse`](super::Document::parse).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The deepest nesting of elements; the root is at depth 1. Default 256.
    pub max_depth: usize,
    /// The most nodes, attributes and namespace declarations of a document. Each takes up to about 150 bytes, so this
    /// bounds the memory beside the text. Rows of a DataSet are read without nodes and do not count. Default 10
    /// million.
    pub max_nodes: usize,
    /// The most bytes of a document that is read whole, or of a part that is kept whole while the rest is read as it
    /// arrives. Default 4 GiB, which is also the maximum.
    pub max_bytes: usize,
    /// The most bytes of memory that values take for each byte of a response, beside 16 MiB in all. A structure has
    /// room for members that were not sent, so a small response could otherwise take any amount. A compressed
    /// response counts decompressed. Default 40.
    pub max_memory_per_byte: usize,
    /// The most attributes and namespace declarations of one element, and the most declarations in force at one
    /// place. Default 1024.
    pub max_attributes: usize,
    /// The longest name of an element or attribute in bytes, prefix included. Default 4096.
    pub max_name: usize,
    /// The treatment of numeric references to characters that XML 1.0 forbids. Default: refuse.
    pub forbidden_references: ForbiddenReferences,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            max_depth: 256,
            max_nodes: 10_000_000,
            max_bytes: u32::MAX as usize,
            max_memory_per_byte: 40,
            max_attributes: 1024,
            max_name: 4096,
            forbidden_references: ForbiddenReferences::Refuse,
        }
    }
}

impl ParseOptions {
    /// The defaults, but references to forbidden characters are kept: for responses of genuine servers.
    #[must_use]
    pub fn keeping_forbidden_references() -> Self {
        Self { forbidden_references: ForbiddenReferences::KeepAndFlag, ..Self::default() }
    }
}

/// The treatment of a numeric reference to a character that XML 1.0 forbids, such as `&#x1;` or `&#0;`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ForbiddenReferences {
    /// Refuse the document: it is not well-formed.
    #[default]
    Refuse,
    /// Keep the character; [`Document::has_forbidden_references`](super::Document::has_forbidden_references) reports
    /// it. Two references to the halves of a surrogate pair are one character. References that stand for no character
    /// (half a pair, beyond U+10FFFF) are still refused.
    KeepAndFlag,
}
