//! The status in HTTP of a call without a result.

use asmx_runtime::{Error, ErrorKind, Outcome};
use asmx_types::Effect;

/// How a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The request does not fit the operation.
    Request,
    /// The settings of the gateway do not fit the service.
    Settings,
    /// A limit, a missing connection or a sign-in that rests kept the request back.
    NotSent,
    Fault,
    /// The service, or a proxy before it, responded with an error status and without a fault.
    Status(u16),
    /// The connection broke off, or the time was over.
    NoResponse,
    /// A response came, and it is no result of the operation.
    NotUnderstood,
}

impl Failure {
    pub(crate) fn of(error: &Error) -> Self {
        match (error.kind(), error.outcome()) {
            (ErrorKind::Fault, _) => Self::Fault,
            (ErrorKind::InvalidRequest, Outcome::NotSent) => Self::Request,
            (ErrorKind::Credentials, Outcome::NotSent) if error.retry_after().is_some() => Self::NotSent,
            (ErrorKind::Configuration | ErrorKind::NotPermitted | ErrorKind::Credentials, Outcome::NotSent) => {
                Self::Settings
            }
            (_, Outcome::NotSent) => Self::NotSent,
            (ErrorKind::Status, _) => {
                error.status().map_or(Self::NotUnderstood, |status| Self::Status(status.as_u16()))
            }
            (ErrorKind::UnexpectedResponse | ErrorKind::ResponseTooLarge, _) => Self::NotUnderstood,
            // The last attempt of a read reached nobody, and one before it was refused because the service is busy.
            (_, Outcome::Refused) => Self::Status(BUSY),
            (_, Outcome::Unknown) => Self::NoResponse,
        }
    }
}

/// The status of a request that may be repeated later.
const BUSY: u16 = 503;

/// The status of a call that failed. Clients repeat requests by their status: after 408, 429 and 5xx even a POST. A write or send that was sent
/// has a status after which nobody repeats it.
pub(crate) fn status(effect: Effect, failure: Failure, outcome: Option<Outcome>) -> u16 {
    match failure {
        Failure::Request => 400,
        Failure::Settings => 500,
        Failure::NotSent => BUSY,
        Failure::Fault => 422,
        _ if effect != Effect::Read => 424,
        Failure::Status(status @ (429 | BUSY)) => status,
        // A proxy that says that the service did nothing is no lost response.
        Failure::Status(408 | 502 | 504 | 507 | 520 | 522 | 524) if outcome == Some(Outcome::Unknown) => 504,
        Failure::NoResponse => 504,
        Failure::Status(_) | Failure::NotUnderstood => 502,
    }
}
