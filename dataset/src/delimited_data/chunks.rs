//! Many records in portions.

use serde_core::Serialize;

use super::error::{DelimitedDataError, DelimitedDataProblem};
use super::row_writer::RowWriter;
use super::text::DelimitedData;

/// The limit of a portion of [`DelimitedData::chunks`]. The default has no bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimit {
    rows: usize,
    bytes: usize,
}

impl ChunkLimit {
    /// At most `rows` rows; 0 is taken as 1.
    pub const fn rows(rows: usize) -> Self {
        Self { rows: if rows == 0 { 1 } else { rows }, bytes: usize::MAX }
    }

    /// At most `bytes` bytes of text, before it is encoded for a transport. SOAP makes markup longer; GET and POST make everything
    /// except letters and digits longer.
    pub const fn bytes(bytes: usize) -> Self {
        Self { rows: usize::MAX, bytes }
    }

    /// Adds a limit of `bytes` bytes of text.
    #[must_use]
    pub const fn and_bytes(self, bytes: usize) -> Self {
        Self { rows: self.rows, bytes }
    }
}

impl Default for ChunkLimit {
    fn default() -> Self {
        Self { rows: usize::MAX, bytes: usize::MAX }
    }
}

/// Records in portions, made one at a time. All have the columns of the first record; each has delimiters of its own.
///
/// A record that cannot be written ends the iterator with an error, and drops the rows before it in its portion.
/// [`DelimitedDataError::row`] is the number of the record.
#[derive(Debug)]
pub struct Chunks<I> {
    records: I,
    limit: ChunkLimit,
    /// The beginning of the next portion; `None` after the end.
    writer: Option<RowWriter>,
}

impl<I> Chunks<I> {
    pub(super) fn new(records: I, limit: ChunkLimit) -> Self {
        Self { records, limit, writer: Some(RowWriter::new()) }
    }
}

impl<I> Iterator for Chunks<I>
where
    I: Iterator,
    I::Item: Serialize,
{
    type Item = Result<DelimitedData, DelimitedDataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut writer = self.writer.take()?;
        loop {
            if writer.len() > self.limit.bytes {
                let following = writer.split_last_row();
                if writer.rows() == 0 {
                    let problem = DelimitedDataProblem::TooLarge { bytes: following.len(), limit: self.limit.bytes };
                    return Some(Err(DelimitedDataError::new(problem).at_row(writer.row_number())));
                }
                self.writer = Some(following);
                return Some(writer.finish());
            }
            if writer.rows() == self.limit.rows {
                self.writer = Some(writer.following());
                return Some(writer.finish());
            }
            match self.records.next() {
                None if writer.rows() == 0 => return None,
                None => return Some(writer.finish()),
                Some(record) => {
                    if let Err(error) = writer.push_record(&record) {
                        return Some(Err(error));
                    }
                }
            }
        }
    }
}
