//! Lines of shells.

/// A command line up to the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Without quotes. The last word is the one to complete; it may be empty.
    pub(super) words: Vec<String>,
    /// The beginning of the last word that a candidate does not repeat.
    pub(super) fixed: String,
    /// Whether the last word stands in open quotes.
    pub(super) is_quoted: bool,
}

impl Line {
    pub(super) const fn of(words: Vec<String>) -> Self {
        Self { words, fixed: String::new(), is_quoted: false }
    }
}
