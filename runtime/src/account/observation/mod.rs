//! Seeing what a client does: reports for metrics, spans and events for tracing, the last exchanges for support.

mod captured;
mod captures;
mod observed;
mod observers;
mod report;
mod spans;

pub use captured::{CapturedExchange, CapturedMessage};
pub use report::{CallReport, Ending, Observer};

pub(crate) use captures::Captures;
pub(crate) use observed::Observed;
pub(crate) use observers::{Observers, Server};
