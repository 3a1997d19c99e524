//! Decoders that turn the chunks of a body into batches.

use bytes::Bytes;

use crate::error::Error;
use crate::protocol::{DataSetDecoder, ReadContent, Streamed};
use crate::results::data_set::LateChanges;
use crate::results::table::Table;
use crate::value::Rest;
use crate::value::deviation::Deviation;

/// The approximate number of response bytes in a batch.
const BATCH: usize = 256 * 1024;

/// Turns the chunks of one response into batches, without I/O. Each kind of result with rows has an implementor.
pub(crate) trait DecodeBatches: Send {
    /// Reads a chunk.
    ///
    /// # Errors
    ///
    /// The response is malformed. Rows read before the error can still be taken.
    fn feed(&mut self, chunk: Bytes) -> Result<(), Error>;

    fn finish(&mut self) -> Result<(), Error>;

    fn take(&mut self, is_last: bool) -> Option<Table>;

    fn recycle(&mut self, used: Table);

    /// The names of the tables that are known so far.
    fn tables(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The name of the main table of a data set, if its schema states one.
    fn main_table(&mut self) -> Option<String> {
        None
    }

    /// The facts of the response, once it has ended.
    fn facts(&mut self) -> Facts;
}

/// The facts of an ended response.
#[derive(Default)]
pub(crate) struct Facts {
    /// The names of the tables of a data set.
    pub(super) tables: Vec<String>,
    /// The name of the main table of a data set, if its schema states one.
    pub(super) main_table: Option<String>,
    /// The contradictions of the response to its description.
    pub(super) deviations: Vec<Deviation>,
    /// Whether the response has not what the description promises.
    pub(super) is_unrecognised: bool,
    /// The content beside the result that the description lacks.
    pub(super) rest: Rest,
    /// Whether the result is a null data set.
    pub(super) is_null_data_set: bool,
    /// Changes to rows of earlier batches, which the response states at its end.
    pub(super) late: LateChanges,
}

impl DecodeBatches for DataSetDecoder {
    fn feed(&mut self, chunk: Bytes) -> Result<(), Error> {
        self.push(&chunk)
    }

    fn finish(&mut self) -> Result<(), Error> {
        DataSetDecoder::finish(self)
    }

    fn take(&mut self, is_last: bool) -> Option<Table> {
        DataSetDecoder::take(self, is_last)
    }

    fn recycle(&mut self, used: Table) {
        DataSetDecoder::recycle(self, used);
    }

    fn tables(&mut self) -> Vec<String> {
        self.row_counts().into_iter().map(|(name, _)| name).collect()
    }

    fn main_table(&mut self) -> Option<String> {
        DataSetDecoder::main_table(self)
    }

    fn facts(&mut self) -> Facts {
        Facts {
            tables: self.tables(),
            main_table: DataSetDecoder::main_table(self),
            deviations: DataSetDecoder::deviations(self).to_vec(),
            is_unrecognised: DataSetDecoder::is_unrecognised(self),
            rest: DataSetDecoder::rest(self).clone(),
            is_null_data_set: self.is_null(),
            late: DataSetDecoder::late_changes(self).clone(),
        }
    }
}

/// A response of one table, whose rows can be taken after every chunk.
pub(crate) struct OneTable<A> {
    response: A,
    /// Bytes read since the last batch was taken.
    read: usize,
    /// Whether the response ended without a row, and its columns are not returned yet.
    is_empty: bool,
    spare: Option<Table>,
}

impl<A> OneTable<A> {
    pub(crate) fn new(response: A) -> Self {
        Self { response, read: 0, is_empty: false, spare: None }
    }
}

impl<R: ReadContent + Send> DecodeBatches for OneTable<Streamed<R>> {
    fn feed(&mut self, chunk: Bytes) -> Result<(), Error> {
        self.read += chunk.len();
        self.response.push(&chunk)
    }

    fn finish(&mut self) -> Result<(), Error> {
        self.response.finish()?;
        self.is_empty = self.response.row_total() == 0;
        Ok(())
    }

    fn take(&mut self, is_last: bool) -> Option<Table> {
        if std::mem::take(&mut self.is_empty) {
            return Some(self.response.take()).filter(|table| !table.columns().is_empty());
        }
        if self.response.row_count() == 0 || self.read < BATCH && !is_last {
            return None;
        }
        self.read = 0;
        Some(match self.spare.take() {
            None => self.response.take(),
            Some(mut batch) => {
                self.response.take_into(&mut batch);
                batch
            }
        })
    }

    fn recycle(&mut self, used: Table) {
        self.spare = Some(used);
    }

    fn facts(&mut self) -> Facts {
        let (deviations, rest) = (self.response.deviations().to_vec(), self.response.rest().clone());
        Facts { deviations, rest, ..Facts::default() }
    }
}
