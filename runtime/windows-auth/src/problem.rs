//! Why a request on one connection has no response.

use asmx_runtime::stack::{NothingSent, SignInFailed, SignInProblem};
use tower::BoxError;

pub(crate) enum Problem {
    /// The connection ended, and the request was not sent on it.
    Unsent,
    Failed(BoxError),
}

impl Problem {
    pub(crate) fn is_password_rejected(&self) -> bool {
        let Self::Failed(error) = self else { return false };
        let problem = error.downcast_ref().and_then(SignInFailed::problem);
        matches!(problem, Some(SignInProblem::PasswordRejected(_)))
    }
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
