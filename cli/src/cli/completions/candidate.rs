//! A candidate, before a shell quotes it.

/// The heading of the options that are parameters of the operation. They come first.
pub(super) const PARAMETERS: &str = "Parameters";

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) text: String,
    /// On one line; empty if there is no description.
    pub(super) about: String,
}

/// Whether no shell takes the character for anything but itself, wherever it stands.
pub(super) fn is_bare(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '.' | '-' | '_')
}
