//! Decoders that turn the chunks of a body into batches.

use bytes::Bytes;

use crate::error::Error;
use crate::protocol::{DataSetDecoder, DelimitedDecoder, XmlRowsDecoder};
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

    /// Whether the response has not what the description promises, once it has ended.
    fn is_unrecognised(&self) -> bool {
        false
    }

    /// The contradictions of the response to its description, once it has ended.
    fn deviations(&self) -> &[Deviation] {
        &[]
    }

    /// The content beside the result that the description lacks, once the response has ended.
    fn rest(&self) -> Rest {
        Rest::default()
    }

    /// Whether the result is a null data set, once the response has ended.
    fn is_null_data_set(&self) -> bool {
        false
    }

    /// Changes to rows of earlier batches, which the response states at its end.
    fn late_changes(&self) -> LateChanges {
        LateChanges::default()
    }
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

    fn is_unrecognised(&self) -> bool {
        DataSetDecoder::is_unrecognised(self)
    }

    fn deviations(&self) -> &[Deviation] {
        DataSetDecoder::deviations(self)
    }

    fn rest(&self) -> Rest {
        DataSetDecoder::rest(self).clone()
    }

    fn is_null_data_set(&self) -> bool {
        self.is_null()
    }

    fn late_changes(&self) -> LateChanges {
        DataSetDecoder::late_changes(self).clone()
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

pub(crate) trait PushedRows: Send {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Error>;
    fn finish(&mut self) -> Result<(), Error>;
    fn row_count(&self) -> usize;
    fn row_total(&self) -> u64;
    fn take(&mut self) -> Table;
    fn take_into(&mut self, batch: &mut Table);
    fn deviations(&self) -> &[Deviation];
    fn rest(&self) -> &Rest;
}

impl<A: PushedRows> DecodeBatches for OneTable<A> {
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

    fn deviations(&self) -> &[Deviation] {
        self.response.deviations()
    }

    fn rest(&self) -> Rest {
        self.response.rest().clone()
    }
}

macro_rules! pushed_rows {
    ($($result:ident)*) => {$(
        impl PushedRows for $result {
            fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
                $result::push(self, bytes)
            }
            fn finish(&mut self) -> Result<(), Error> {
                $result::finish(self)
            }
            fn row_count(&self) -> usize {
                $result::row_count(self)
            }
            fn row_total(&self) -> u64 {
                $result::row_total(self)
            }
            fn take(&mut self) -> Table {
                $result::take(self)
            }
            fn take_into(&mut self, batch: &mut Table) {
                $result::take_into(self, batch);
            }
            fn deviations(&self) -> &[Deviation] {
                $result::deviations(self)
            }
            fn rest(&self) -> &Rest {
                $result::rest(self)
            }
        }
    )*};
}

pushed_rows! { DelimitedDecoder XmlRowsDecoder }
