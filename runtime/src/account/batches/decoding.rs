//! What turns chunks of a body into batches.

use bytes::Bytes;

use crate::error::Error;
use crate::protocol::{DataSetAnswer, DelimitedAnswer, XmlRowsAnswer};
use crate::results::data_set::LateChanges;
use crate::results::table::Table;

/// About as many bytes of an answer are in a batch.
const BATCH: usize = 256 * 1024;

/// Turns the chunks of one answer into batches: one implementor for each shape that has rows. Knows no connection.
pub(crate) trait DecodeBatches: Send {
    /// Reads a chunk.
    ///
    /// # Errors
    ///
    /// What is wrong with the answer. Rows read before it can still be taken.
    fn feed(&mut self, chunk: Bytes) -> Result<(), Error>;

    /// Reads the end of the answer.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed); an answer that is not complete.
    fn finish(&mut self) -> Result<(), Error>;

    /// Takes the next batch: a full one, or whatever rows there are if `is_last`.
    fn take(&mut self, is_last: bool) -> Option<Table>;

    /// Takes back a batch that is not needed any more, to use its memory again.
    fn recycle(&mut self, used: Table);

    /// What the answer said behind its rows, of rows in batches before.
    fn late_changes(&self) -> LateChanges {
        LateChanges::default()
    }
}

impl DecodeBatches for DataSetAnswer {
    fn feed(&mut self, chunk: Bytes) -> Result<(), Error> {
        self.push(&chunk)
    }

    fn finish(&mut self) -> Result<(), Error> {
        DataSetAnswer::finish(self)
    }

    fn take(&mut self, is_last: bool) -> Option<Table> {
        DataSetAnswer::take(self, is_last)
    }

    fn recycle(&mut self, used: Table) {
        DataSetAnswer::recycle(self, used);
    }

    fn late_changes(&self) -> LateChanges {
        DataSetAnswer::late_changes(self).clone()
    }
}

/// An answer of one table, which is read wherever a chunk ends.
pub(crate) struct OneTable<A> {
    answer: A,
    /// Bytes read since the last batch was taken.
    read: usize,
    spare: Option<Table>,
}

impl<A> OneTable<A> {
    pub(crate) fn new(answer: A) -> Self {
        Self { answer, read: 0, spare: None }
    }
}

/// What [`OneTable`] asks of an answer.
pub(crate) trait PushedAnswer: Send {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error>;
    fn finish(&mut self) -> Result<(), Error>;
    fn row_count(&self) -> usize;
    fn take(&mut self) -> Table;
    fn take_into(&mut self, batch: &mut Table);
}

impl<A: PushedAnswer> DecodeBatches for OneTable<A> {
    fn feed(&mut self, chunk: Bytes) -> Result<(), Error> {
        self.read += chunk.len();
        self.answer.push(&chunk)
    }

    fn finish(&mut self) -> Result<(), Error> {
        self.answer.finish()
    }

    fn take(&mut self, is_last: bool) -> Option<Table> {
        if self.answer.row_count() == 0 || self.read < BATCH && !is_last {
            return None;
        }
        self.read = 0;
        Some(match self.spare.take() {
            None => self.answer.take(),
            Some(mut batch) => {
                self.answer.take_into(&mut batch);
                batch
            }
        })
    }

    fn recycle(&mut self, used: Table) {
        self.spare = Some(used);
    }
}

macro_rules! pushed_answers {
    ($($answer:ident)*) => {$(
        impl PushedAnswer for $answer {
            fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
                $answer::push(self, bytes)
            }
            fn finish(&mut self) -> Result<(), Error> {
                $answer::finish(self)
            }
            fn row_count(&self) -> usize {
                $answer::row_count(self)
            }
            fn take(&mut self) -> Table {
                $answer::take(self)
            }
            fn take_into(&mut self, batch: &mut Table) {
                $answer::take_into(self, batch);
            }
        }
    )*};
}

pushed_answers! { DelimitedAnswer XmlRowsAnswer }
