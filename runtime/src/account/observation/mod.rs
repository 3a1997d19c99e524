//! Seeing what a client does: reports for metrics, spans and events for tracing, the last exchanges for support.

mod attempt;
mod call;
mod captured;
mod captures;
mod observers;
mod report;
mod spans;

pub use captured::{CapturedExchange, CapturedMessage};
pub use report::{AttemptReport, CallReport, Ending, Observer};

pub(crate) use attempt::ObservedAttempt;
pub(crate) use call::ObservedCall;
pub(crate) use captures::Captures;
pub(crate) use observers::{Observers, Server};
