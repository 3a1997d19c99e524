//! The stream of batches without async.

use super::batch_stream::{BatchStream, Progress};
use super::opening::PreparedStream;
use crate::client::blocking;
use crate::error::Error;
use crate::results::IntoTable;
use crate::results::table::Table;
use crate::value::result::ResultType;

/// The rows of a response, batch by batch: an iterator that waits on its thread. It is a [`BatchStream`] otherwise.
pub struct BlockingBatches(BatchStream);

impl<T: IntoTable + ResultType> PreparedStream<T> {
    /// Makes the call without async: batches are waited for on this thread.
    ///
    /// # Errors
    ///
    /// Those of [`Prepared::wait`](crate::Prepared::wait).
    pub fn wait(self) -> Result<BlockingBatches, Error> {
        blocking::wait(self.open()).map(BlockingBatches::new)
    }
}

impl BlockingBatches {
    pub(crate) fn new(stream: BatchStream) -> Self {
        Self(stream)
    }

    /// As [`BatchStream::recycle`].
    pub fn recycle(&mut self, used: Table) {
        self.0.recycle(used);
    }

    /// As [`BatchStream::progress`].
    pub fn progress(&self) -> Progress {
        self.0.progress()
    }

    /// As [`BatchStream::is_at_record_limit`].
    pub fn is_at_record_limit(&self) -> bool {
        self.0.is_at_record_limit()
    }
}

impl Iterator for BlockingBatches {
    type Item = Result<Table, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        // An outer error is a failure to wait; the inner option is the end of the stream.
        let next = blocking::wait(async { Ok(self.0.next().await) });
        next.unwrap_or_else(|error| Some(Err(error)))
    }
}

impl std::fmt::Debug for BlockingBatches {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("BlockingBatches").field(&self.0).finish()
    }
}
