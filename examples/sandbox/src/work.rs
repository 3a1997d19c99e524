//! The context of an operation: its transaction, its account and the time; and the forms of its result.

use crate::moment::Moment;

use rusqlite::Transaction;

#[derive(Clone, Copy)]
pub struct Work<'t> {
    pub db: &'t Transaction<'t>,
    /// The caller's account.
    pub account: i64,
    pub now: Moment,
    /// The seed of random fates.
    pub seed: u64,
    /// In bytes.
    pub largest_message: usize,
}

/// The result of an operation that changed data: a code, a word, and further lines.
pub fn success(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = "0\nSUCCESS".to_owned();
    for line in lines {
        text.push('\n');
        text.push_str(&line);
    }
    text
}

/// The result of an edit of an unknown member.
pub fn not_found() -> String {
    "3\nNot Found".to_owned()
}
