//! The report of a stack about a sign-in below the messages: how it ended, and why it cannot go on.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;

/// The sign-in that a response belongs to. A stack that signs in puts it into the extensions of each response, and the error of a call says
/// what was tried.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SignInReport {
    /// The scheme that was tried, such as `NTLM`.
    pub scheme: &'static str,
    /// The end of the sign-in.
    pub end: SignInEnd,
    /// The user that the server was asked to accept, where the stack knows it.
    pub user: Option<Arc<str>>,
    /// Whether the sign-in was bound to the server's certificate (Extended Protection).
    pub is_bound: bool,
}

/// The end of a sign-in.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInEnd {
    /// The server accepted the user, for this request or for an earlier one on the connection.
    Accepted,
    /// Status 401 to the last step: the server refuses the user, the password or the ticket.
    Rejected,
    /// Status 401 to an earlier step: the server does not go on with the scheme.
    Unanswered,
    /// A success or a redirect before the last step: nobody has to sign in.
    NotDemanded,
    /// The last step had a status that says nothing about the user, such as 400 or 503.
    Unjudged,
    /// This status ended the sign-in at an earlier step. The response is that of the request, which followed without a sign-in.
    Declined(StatusCode),
    /// The response is that of an earlier step of the sign-in. The request was not sent.
    Ended,
}

impl SignInReport {
    /// A report without a user, and without a binding.
    #[must_use]
    pub const fn new(scheme: &'static str, end: SignInEnd) -> Self {
        Self { scheme, end, user: None, is_bound: false }
    }

    /// Names the user.
    #[must_use]
    pub fn user(mut self, user: Option<Arc<str>>) -> Self {
        self.user = user;
        self
    }

    /// Whether the sign-in was bound to the server's certificate.
    #[must_use]
    pub const fn bound(mut self, is_bound: bool) -> Self {
        self.is_bound = is_bound;
        self
    }
}

/// Logs do not show who signed in.
impl fmt::Debug for SignInReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut output = formatter.debug_struct("SignInReport");
        output.field("scheme", &self.scheme).field("end", &self.end).field("is_bound", &self.is_bound);
        output.finish_non_exhaustive()
    }
}

/// Why a stack could not sign in before it sent the request. It stands in a [`NothingSent`](super::NothingSent), after which a call may be
/// repeated, or in a [`SignInFailed`](super::SignInFailed).
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInProblem {
    /// A step took longer than the stack waits.
    #[error("the server did not sign in within {0:?}; its application may be starting")]
    TimedOut(Duration),
    /// The server ended the connection between two steps of this scheme.
    #[error(
        "the server ended the connection while it signed in: {0} needs one connection, so look at keep-alive and at proxies"
    )]
    ConnectionEnded(&'static str),
    /// A key distribution centre rejected the user or the password, with this reason.
    #[error("{0}")]
    PasswordRejected(String),
    /// The server rejected the user or the password so many times in a row that nothing is tried for a while.
    #[error(
        "the server rejected this user and password {rejections} times in a row, and accounts lock: the next try is in {} s, or as soon as \
         the password is another one",
        whole_seconds(*wait)
    )]
    Resting {
        /// The number of rejections in a row.
        rejections: u32,
        /// The rest of the pause.
        wait: Duration,
    },
}

/// Rounded up.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}
