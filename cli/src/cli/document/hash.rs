//! SHA-256 as a text.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

pub(in crate::cli) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
