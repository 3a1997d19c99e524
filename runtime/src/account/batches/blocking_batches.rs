//! The stream of batches without async.

use super::batch_stream::BatchStream;
use super::opening::PreparedStream;
use super::progress::Progress;
use crate::account::blocking;
use crate::error::Error;
use crate::results::IntoTable;
use crate::results::table::Table;
use crate::value::result::ResultType;

/// The rows of a response, batch by batch: an iterator that waits on its thread. As [`BatchStream`] in everything else.
pub struct BlockingBatches(BatchStream);

impl<T: IntoTable + ResultType> PreparedStream<T> {
    /// Makes the call without async: batches are waited for on this thread.
    ///
    /// # Errors
    ///
    /// As [`Prepared::wait`](crate::Prepared::wait).
    pub fn wait(self) -> Result<BlockingBatches, Error> {
        blocking::wait(self.open()).map(BlockingBatches::new)
    }
}

impl BlockingBatches {
    pub(crate) fn new(stream: BatchStream) -> Self {
        Self(stream)
    }

    /// Gives a batch back that is not needed any more: the next ones use its memory.
    pub fn recycle(&mut self, used: Table) {
        self.0.recycle(used);
    }

    /// How much was read so far.
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
        // The end is no failure of waiting.
        let next = blocking::wait(async { Ok(self.0.next().await) });
        next.unwrap_or_else(|error| Some(Err(error)))
    }
}

impl std::fmt::Debug for BlockingBatches {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("BlockingBatches").field(&self.0).finish()
    }
}
