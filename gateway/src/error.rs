//! Errors of targets and calls.

use asmx_codegen::NoSuchOperation;
use asmx_codegen::diagnostic::nearest;
use asmx_runtime::json::ParameterError;
use asmx_runtime::{Error, Fault, Outcome, Service, Type};
use asmx_types::Structure;
use asmx_types::display::shown_line;

/// An error with its causes, in one line.
pub(crate) fn in_words(error: &dyn std::error::Error) -> String {
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
    /// What became of the operation.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.failure().map_or(Outcome::NotSent, Error::outcome)
    }

    /// The service's fault.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.failure().and_then(Error::fault)
    }

    /// The name that an unknown parameter, header or member of a structure probably means.
    #[must_use]
    pub fn suggestion(&self, service: &Service) -> Option<String> {
        let Self::Parameters(error) = self else { return None };
        match error {
            ParameterError::Unknown { name, known, .. } | ParameterError::UnknownHeader { name, known, .. } => {
                nearest(name, known.split(", ")).map(str::to_owned)
            }
            ParameterError::Invalid { problem, .. } => {
                let owner = problem.expected.strip_prefix("member of ")?;
                let structures = service.named_types().filter_map(|kind| match kind {
                    Type::Structure(structure) if structure.name == owner => Some(structure),
                    _ => None,
                });
                let members: Vec<_> = structures.flat_map(Structure::members).map(|member| member.name).collect();
                nearest(&problem.text, members).map(str::to_owned)
            }
            _ => None,
        }
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
