//! Reports for observers.

use std::borrow::Cow;
use std::time::Duration;

use http::StatusCode;

use crate::Transport;
use crate::error::{Error, ErrorKind, Outcome};
use crate::operation::{Operation, Service};

/// Gets a report of every attempt and every call of a client: a hook for metrics. It is called on the thread that makes the call, so it
/// should be quick; nothing in a report shows a secret.
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

    /// A call has ended: its last attempt is reported already.
    fn call(&self, report: &CallReport<'_>) {
        let _ = report;
    }
}

/// A call, with all its attempts and the waits between them; or one attempt.
#[non_exhaustive]
#[derive(Debug)]
pub struct CallReport<'a> {
    /// The service called.
    pub service: &'static Service,
    /// The operation called.
    pub operation: &'static Operation,
    /// The transport used.
    pub transport: Transport,
    /// How many attempts were made; 0 if the call was refused before the first. Of an attempt, which one it is: the first is 1.
    pub attempts: u32,
    /// The status of the (last) response, if there was one over HTTP.
    pub status: Option<StatusCode>,
    /// Bytes of the request's body, and over GET of its query, in all attempts; 0 if nothing was sent.
    pub bytes_sent: u64,
    /// Bytes of the response's body that came, in all attempts. Of a streamed response, which begins when its attempt has ended, 0.
    pub bytes_received: u64,
    /// Rows of a DataSet or number of integers, once decoded; `None` where they are not counted.
    pub rows: Option<u64>,
    /// How long it took, credentials and decoding included.
    pub elapsed: Duration,
    /// How it ended.
    pub ending: Ending<'a>,
}

/// How an attempt or a call ended.
#[derive(Debug, Clone, Copy)]
pub enum Ending<'a> {
    /// With a result of the operation.
    Succeeded,
    /// With a failure.
    Failed(&'a Error),
    /// It was given up: its time was over, or its future was dropped. The outcome of the operation is
    /// [`Outcome::NotSent`] or [`Outcome::Unknown`].
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

    /// `succeeded`, `not_sent`, `refused` or `unknown`: a label of few values.
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
