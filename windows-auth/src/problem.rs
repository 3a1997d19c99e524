//! Why a request on one connection has no response.

use asmx_runtime::stack::{NothingSent, SignInFailed, SignInProblem};
use tower::BoxError;

pub(crate) enum Problem {
    /// The connection ended, and the request was not sent on it.
    Unsent,
    Failed(BoxError),
}

impl From<SignInFailed> for Problem {
    fn from(failed: SignInFailed) -> Self {
        Self::Failed(failed.into())
    }
}

impl From<NothingSent> for Problem {
    fn from(failed: NothingSent) -> Self {
        Self::Failed(failed.into())
    }
}

impl From<SignInProblem> for Problem {
    fn from(problem: SignInProblem) -> Self {
        SignInFailed::from(problem).into()
    }
}
