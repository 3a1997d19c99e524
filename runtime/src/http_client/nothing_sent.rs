//! How a user's own HTTP stack reports that it could not connect.

use tower::BoxError;

/// An error with which a user's HTTP stack reports that nothing of the request was sent: no connection could be made. A write may
/// then be tried again, and the outcome is [`NotSent`](crate::Outcome::NotSent). Any other error of a stack that is not reqwest's
/// has an unknown outcome.
#[derive(Debug, thiserror::Error)]
#[error("nothing was sent")]
pub struct NothingSent(#[source] BoxError);

impl NothingSent {
    /// States that nothing was sent. Use it for failures to connect only: a call with such an error may be tried again.
    pub fn new(error: impl Into<BoxError>) -> Self {
        Self(error.into())
    }
}
