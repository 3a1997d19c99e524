//! Mistakes of arguments, which are reported together.

use super::super::failure::Failure;

/// The mistakes that were found in the arguments of a call.
#[derive(Default)]
pub(super) struct Mistakes(Vec<String>);

impl Mistakes {
    pub(super) fn add(&mut self, mistake: impl std::fmt::Display) {
        self.0.push(mistake.to_string());
    }

    /// The value, or a failure that follows the mistakes.
    pub(super) fn before<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        result.map_err(|failure| failure.after_mistakes(std::mem::take(&mut self.0)))
    }

    /// Refuses a call with mistakes.
    pub(super) fn refuse(self) -> Result<(), Failure> {
        Failure::mistakes(self.0).map_or(Ok(()), Err)
    }
}
