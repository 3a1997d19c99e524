//! Seeing what a client does: reports for metrics, spans and events for tracing, the last exchanges for support.

mod attempt;
mod call;
mod captured;
mod captures;
mod report;
mod spans;
mod watch;

pub use captured::{CapturedExchange, CapturedMessage};
pub use report::{AttemptReport, CallReport, Ending, Observer};

pub(crate) use attempt::WatchedAttempt;
pub(crate) use call::WatchedCall;
pub(crate) use captures::Captures;
pub(crate) use watch::{Server, Watch};
