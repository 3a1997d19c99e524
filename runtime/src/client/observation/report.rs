//! Reports for observers.

use std::borrow::Cow;
use std::time::Duration;

use http::StatusCode;

use crate::Transport;
use crate::error::{Error, ErrorKind, Outcome};
use crate::operation::{Operation, Service};

/// Gets a report of every attempt and every call of a client: a hook for metrics. It runs on the thread of the call, so it should be quick. A
/// report contains no secrets.
///
/// ```
/// use asmx_runtime::observation::{CallReport, Observer};
///
/// struct Print;
///
/// impl Observer for Print {
///     fn call(&self, report: &CallReport<'_>) {
///         println!("{} {} {:?}", report.operation.name, report.ending.outcome(), report.elapsed);
///     }
/// }
/// ```
pub trait Observer: Send + Sync {
    /// An attempt of a call has ended.
    fn attempt(&self, report: &CallReport<'_>) {
        let _ = report;
    }

    /// A call has ended. Its last attempt was reported before.
    fn call(&self, report: &CallReport<'_>) {
        let _ = report;
    }
}

/// A report of a call, with all its attempts and the waits between them, or of one attempt.
#[non_exhaustive]
#[derive(Debug)]
pub struct CallReport<'a> {
    /// The service called.
    pub service: &'static Service,
    /// The operation called.
    pub operation: &'static Operation,
    /// The transport used.
    pub transport: Transport,
    /// For a call, the number of attempts; 0 if the call was refused before the first. For an attempt, its number, from 1.
    pub attempts: u32,
    /// The HTTP status of the (last) response, if there was one.
    pub status: Option<StatusCode>,
    /// Bytes of the request's body, and over GET of its query, in all attempts; 0 if nothing was sent.
    pub bytes_sent: u64,
    /// Bytes of the response bodies that arrived, in all attempts; 0 for a streamed response, whose body arrives after the attempt.
    pub bytes_received: u64,
    /// The number of rows of a decoded DataSet, or of integers; `None` for other results.
    pub rows: Option<u64>,
    /// The duration, including credentials and decoding.
    pub elapsed: Duration,
    /// The ending.
    pub ending: Ending<'a>,
}

/// The ending of an attempt or a call.
#[derive(Debug, Clone, Copy)]
pub enum Ending<'a> {
    /// With a result of the operation.
    Succeeded,
    /// With a failure.
    Failed(&'a Error),
    /// Given up: the time was over, or the future was dropped. The outcome of the operation is [`Outcome::NotSent`] or [`Outcome::Unknown`].
    GivenUp(Outcome),
}

impl Ending<'_> {
    /// Whether nothing was sent.
    pub(crate) fn is_unsent(&self) -> bool {
        match self {
            Self::Succeeded => false,
            Self::Failed(error) => error.outcome() == Outcome::NotSent,
            Self::GivenUp(outcome) => *outcome == Outcome::NotSent,
        }
    }

    /// `succeeded`, `not_sent`, `refused` or `unknown`, as a label for metrics.
    pub fn outcome(&self) -> &'static str {
        let outcome = match self {
            Self::Succeeded => return "succeeded",
            Self::Failed(error) => error.outcome(),
            Self::GivenUp(outcome) => *outcome,
        };
        match outcome {
            Outcome::NotSent => "not_sent",
            Outcome::Refused => "refused",
            Outcome::Unknown => "unknown",
        }
    }

    /// OpenTelemetry's `error.type`: the status of a response without a fault (`503`), else the kind of failure
    /// (`fault`, `timeout`, `given_up` …); `None` for a success.
    pub fn error_type(&self) -> Option<Cow<'static, str>> {
        let kind = match self {
            Self::Succeeded => return None,
            Self::GivenUp(_) => return Some(Cow::Borrowed("given_up")),
            Self::Failed(error) => match (error.kind(), error.status()) {
                (ErrorKind::Status, Some(status)) => return Some(Cow::Owned(status.as_u16().to_string())),
                (kind, _) => kind,
            },
        };
        Some(Cow::Borrowed(match kind {
            ErrorKind::Configuration => "configuration",
            ErrorKind::InvalidRequest => "invalid_request",
            ErrorKind::NotPermitted => "not_permitted",
            ErrorKind::Credentials => "credentials",
            ErrorKind::Connect => "connect",
            ErrorKind::HeldBack => "held_back",
            ErrorKind::Timeout => "timeout",
            ErrorKind::Interrupted => "interrupted",
            ErrorKind::Fault => "fault",
            ErrorKind::Status => "status",
            ErrorKind::UnexpectedResponse => "unexpected_response",
            ErrorKind::ResponseTooLarge => "response_too_large",
        }))
    }
}
