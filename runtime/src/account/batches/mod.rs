//! Results that have rows, read in batches while they arrive.
//!
//! [`Prepared::stream`](crate::Prepared::stream) makes the call and gives a [`BatchStream`]. A batch is a
//! [`Table`](crate::results::table::Table) with the rows since the last one; memory is one batch and the chunk under way, however
//! large the response is. Chunks are taken off the connection only when a batch is asked for, and dropping the stream cancels the rest.

mod batch_stream;
#[cfg(feature = "blocking")]
mod blocking_batches;
mod decoding;
mod opening;
mod progress;
mod whole;

pub use batch_stream::BatchStream;
#[cfg(feature = "blocking")]
pub use blocking_batches::BlockingBatches;
pub use opening::PreparedStream;
pub use progress::Progress;
