//! Messages with their boundaries.

use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// A message with its boundary. In a message of [`MimeBuilder`](super::MimeBuilder) the boundary occurs only between parts. It is ASCII with lines
/// that end in CR LF: every transport carries it unchanged.
#[derive(Clone, PartialEq, Eq)]
pub struct MimeMessage {
    raw: String,
    boundary: String,
}

impl MimeMessage {
    /// Takes a message that was made in another way, unchanged.
    pub fn new(raw: impl Into<String>, boundary: impl Into<String>) -> Self {
        Self { raw: raw.into(), boundary: boundary.into() }
    }

    /// The message.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The boundary between its parts.
    pub fn boundary(&self) -> &str {
        &self.boundary
    }
}

impl fmt::Debug for MimeMessage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("MimeMessage").field("bytes", &self.raw.len()).field("boundary", &self.boundary).finish()
    }
}

/// A new boundary. It has only letters, digits and `_`, so that it needs no quotes. All boundaries have the same length, so that none is the
/// beginning of another.
pub(super) fn random_boundary() -> String {
    // The keys of `RandomState` come from the operating system.
    let number = || RandomState::new().build_hasher().finish();
    format!("part_{:016x}{:016x}", number(), number())
}
