//! Exit codes of commands that judge files.

use std::path::PathBuf;

/// The exit code of a command without a verdict, because a file cannot be read.
pub(super) const UNREAD: u8 = 2;

/// The exit code of a command that judges files: 1 is its verdict.
pub(super) fn verdict<'f>(is_good: bool, mut files: impl Iterator<Item = &'f PathBuf>) -> u8 {
    #[cfg(feature = "call")]
    let is_address = |file: &PathBuf| super::document::address(file).is_some();
    #[cfg(not(feature = "call"))]
    let is_address = |_: &PathBuf| false;
    // To open a pipe would wait for its writer.
    let is_unread = |file: &PathBuf| !is_address(file) && !file.is_file();
    match is_good {
        true => 0,
        false if files.any(is_unread) => UNREAD,
        false => 1,
    }
}
