//! Observation of a client: reports for metrics, spans and events for tracing, the last exchanges for support.

mod captures;
mod observed;
mod observers;
mod report;
mod spans;

pub use captures::{CapturedExchange, CapturedMessage};
pub use report::{CallReport, Ending, Observer};

pub(crate) use captures::Captures;
pub(crate) use observed::Observed;
pub(crate) use observers::{Observers, Server};
pub(crate) use spans::repeated_over_http1;
