//! Errors of targets and calls.

use asmx_codegen::NoSuchOperation;
use asmx_runtime::json::ParameterError;
use asmx_runtime::{Error, Fault, Outcome};
use asmx_types::display::shown_line;

/// An error with its causes, in one line.
pub(crate) fn sentence(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    shown_line(&text).into_owned()
}

/// The error of a setting that a target cannot use.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum TargetError {
    /// The address is missing or malformed.
    #[error("{0}")]
    Address(String),
    /// The document has no such port.
    #[error("{0}")]
    Port(String),
    /// A certificate or the address of a proxy is malformed.
    #[error("{0}")]
    Connection(String),
    /// An HTTP header is malformed.
    #[error("{0}")]
    Header(String),
}

asmx_types::debug_is_a_sentence!(TargetError);

/// The error of a call.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum CallError {
    /// The service has no such operation. Nothing was sent.
    #[error(transparent)]
    NoOperation(#[from] NoSuchOperation),
    /// The operation is not offered over the transport or at the port. Nothing was sent.
    #[error("{0}")]
    NotOffered(String),
    /// Parameters or headers do not fit the operation. Nothing was sent.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// The call failed. [`Error::outcome`] says whether the operation was carried out.
    #[error(transparent)]
    Failed(#[from] Error),
}

asmx_types::debug_is_a_sentence!(CallError);

impl CallError {
    /// The outcome of the operation, unless it [was carried out](Self::is_carried_out).
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.failure().map_or(Outcome::NotSent, Error::outcome)
    }

    /// Whether the operation was carried out, and only its result cannot be read ([`Error::is_carried_out`]).
    #[must_use]
    pub fn is_carried_out(&self) -> bool {
        self.failure().is_some_and(Error::is_carried_out)
    }

    /// The service's fault.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.failure().and_then(Error::fault)
    }

    /// The error of the client, unless the call was refused before the client saw it.
    #[must_use]
    pub const fn failure(&self) -> Option<&Error> {
        match self {
            Self::Failed(error) => Some(error),
            _ => None,
        }
    }
}
