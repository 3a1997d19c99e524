//! What every operation works with: its transaction, whose it is and what time it is.

use rusqlite::Transaction;

use crate::moment::Moment;

/// One operation at work.
#[derive(Clone, Copy)]
pub struct Work<'t> {
    /// The operation's transaction.
    pub db: &'t Transaction<'t>,
    /// The account that called.
    pub account: i64,
    /// The time of the clock.
    pub now: Moment,
    /// What the fate of deliveries is drawn from.
    pub seed: u64,
    /// The largest message in bytes.
    pub largest_message: usize,
}

/// The result of an operation that changed something: a code, a word, and what else there is to say, line by line.
pub fn success(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = "0\nSUCCESS".to_owned();
    for line in lines {
        text.push('\n');
        text.push_str(&line);
    }
    text
}

/// The result of an edit whose member is not there.
pub fn not_found() -> String {
    "3\nNot Found".to_owned()
}
