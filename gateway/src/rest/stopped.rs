//! Rows that have an end before their last one.

use asmx_types::Effect;
use axum::body::Body;
use http::Response;

use super::reply;
use crate::audit::Watched;
use crate::gateway::Exposed;
use crate::refusal::Refusal;
use crate::row_stream::{RowStream, RowStreamError};
use crate::row_writer::RowWriterError;
use crate::rows::RowsError;

/// Why rows end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stopped {
    #[error(transparent)]
    Rows(#[from] RowStreamError),
    #[error(transparent)]
    Writer(#[from] RowWriterError),
    #[cfg(feature = "xlsx")]
    #[error(transparent)]
    Sheet(#[from] crate::spreadsheet::SpreadsheetError),
    /// The files of other calls leave no room, or this one is too large.
    #[cfg(feature = "xlsx")]
    #[error("the files of all calls have {} MB together, and this one needs more: take CSV", crate::gateway::FILES / 1_000_000)]
    Files,
    /// The response has not what the description promises.
    #[error("the response has not what the document says: {0}")]
    Unrecognised(String),
}

impl From<RowsError> for Stopped {
    fn from(error: RowsError) -> Self {
        Self::Writer(error.into())
    }
}

impl Stopped {
    /// Refuses rows, once all were read, of a response that has not what the description promises.
    pub(super) fn if_unrecognised(rows: &RowStream) -> Result<(), Self> {
        if !rows.is_unrecognised() {
            return Ok(());
        }
        Err(Self::Unrecognised(rows.deviations().first().cloned().unwrap_or_default()))
    }

    /// The refusal of a call of this operation, with the effect that decides about retries.
    pub(super) fn into_refusal(self, operation: &str, effect: Effect) -> Refusal {
        match self {
            Self::Rows(RowStreamError::Failed(error)) => Refusal::Call(error.into(), effect),
            Self::Unrecognised(deviation) => Refusal::Unrecognised(deviation, effect),
            other => Refusal::not_acceptable(other, operation),
        }
    }

    /// The response, if nothing was sent before; the call ends with it.
    pub(super) fn response(self, watched: Watched, exposed: &Exposed) -> Response<Body> {
        let operation = exposed.operation.name;
        let refusal = self.into_refusal(operation, exposed.effect_of_retries);
        watched.end(Some(&refusal));
        reply::refused(&refusal, operation)
    }
}
