//! Long texts in `Debug`.

use std::fmt;

/// Shows a text in `Debug` form, cut after 120 characters.
pub struct Shown<'t>(pub &'t str);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(120) {
            None => write!(out, "{:?}", self.0),
            Some((at, _)) => {
                let start = self.0.get(..at).unwrap_or_default();
                write!(out, "{start:?}… ({} bytes)", self.0.len())
            }
        }
    }
}
