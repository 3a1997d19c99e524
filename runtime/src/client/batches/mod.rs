//! Results that have rows, read in batches while they arrive.
//!
//! [`Prepared::stream`](crate::Prepared::stream) makes the call and returns a [`BatchStream`]. A batch is a
//! [`Table`](crate::results::table::Table) with the rows since the last batch. However large the response is, the stream holds one batch and
//! one chunk. It reads from the connection only when a batch is asked for; dropping it cancels the rest.

mod batch_stream;
#[cfg(feature = "blocking")]
mod blocking_batches;
mod decoding;
mod opening;

pub use batch_stream::{BatchStream, Progress};
#[cfg(feature = "blocking")]
pub use blocking_batches::BlockingBatches;
pub use opening::PreparedStream;
