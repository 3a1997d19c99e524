//! What the reader bounds and what it lets pass.

/// Bounds and leniencies of [`Document::parse`](super::Document::parse).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOptions {
    /// How deep elements may be nested; the root is at depth 1. Default 256.
    pub max_depth: usize,
    /// How many nodes, attributes and namespace declarations there may be in all. Each takes up to about 150 bytes, so this
    /// bounds memory beside the text. Rows of a data set are read without nodes: they do not count. Default 10 million.
    pub max_nodes: usize,
    /// How many bytes a document may have that is read whole, and a part of one that is kept whole while the rest is read as it
    /// arrives. Default 4 GiB, the most there can be.
    pub max_bytes: usize,
    /// How many bytes of memory each byte of a response may take as values, beside 64 MiB for the whole: a structure has room for
    /// members that were not sent, so that without a bound a small response would take any amount. A response that came compressed counts
    /// as it is read. Default 40.
    pub max_memory_per_byte: usize,
    /// How many attributes and namespace declarations one element may have, and how many declarations may apply at one place. Default 1024.
    pub max_attributes: usize,
    /// How long the name of an element or attribute may be, in bytes, its prefix included. Default 4096.
    pub max_name: usize,
    /// What to do with numeric references to characters that XML 1.0 forbids. Default: refuse.
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
    /// The defaults, but references to forbidden characters are kept and flagged: for responses of genuine servers.
    #[must_use]
    pub fn keeping_forbidden_references() -> Self {
        Self { forbidden_references: ForbiddenReferences::KeepAndFlag, ..Self::default() }
    }
}

/// What to do with a numeric reference to a character that XML 1.0 forbids, such as `&#x1;` or `&#0;`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ForbiddenReferences {
    /// Refuse the document: it is not well-formed.
    #[default]
    Refuse,
    /// Keep the character, and say so in [`Document::has_forbidden_references`](super::Document::has_forbidden_references).
    /// References that stand for no character at all (surrogates, beyond U+10FFFF) are refused still.
    KeepAndFlag,
}
