//! Rows for a parameter that takes delimited data: names and values that always match, and delimiters
//! that occur in neither.
//!
//! ```
//! use asmx_dataset::delimited_data::DelimitedData;
//!
//! #[derive(serde::Serialize)]
//! struct Member {
//!     #[serde(rename = "EmailAddress")]
//!     address: String,
//!     #[serde(rename = "City")]
//!     city: Option<String>,
//! }
//!
//! # fn main() -> Result<(), asmx_dataset::delimited_data::DelimitedDataError> {
//! let members = [
//!     Member { address: "ann@example.com".to_owned(), city: Some("Oslo | Norway".to_owned()) },
//!     Member { address: "bob@example.com".to_owned(), city: None },
//! ];
//! let data = DelimitedData::from_records(&members)?;
//! assert_eq!(data.joined_names(), "EmailAddress\tCity");
//! assert_eq!(data.text(), "ann@example.com\tOslo | Norway\nbob@example.com\t");
//! # Ok(())
//! # }
//! ```

mod error;
mod record;
mod row_writer;
#[cfg(test)]
mod tests;
mod text;

use serde_core::Serialize;

pub use error::{DelimitedDataError, DelimitedDataProblem};
pub use text::DelimitedData;

use row_writer::RowWriter;

impl DelimitedData {
    /// Rows from records that serialise as structures or maps. The names of the fields, as serde renames them, are the names of the
    /// columns. A field that serde skips is empty.
    ///
    /// # Errors
    ///
    /// There are no records; the fields of a record differ from those of the first, in name or order; or a value is not text, a
    /// number or a boolean. See [`DelimitedDataProblem`].
    pub fn from_records<I>(records: I) -> Result<Self, DelimitedDataError>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        let mut writer = RowWriter::new();
        for record in records {
            writer.push_record(&record)?;
        }
        writer.finish()
    }

    /// Rows of texts under `names`.
    ///
    /// # Errors
    ///
    /// As [`DelimitedData::from_records`]; also for a row with more or fewer cells than names.
    pub fn from_rows<N, R, C>(names: N, rows: R) -> Result<Self, DelimitedDataError>
    where
        N: IntoIterator,
        N::Item: Into<String>,
        R: IntoIterator<Item = C>,
        C: IntoIterator,
        C::Item: AsRef<str>,
    {
        let mut writer = RowWriter::with_names(names.into_iter().map(Into::into).collect())?;
        for row in rows {
            writer.push_cells(row)?;
        }
        writer.finish()
    }

    /// One row, whose single value may be empty: for parameters that take the names and values of one thing.
    ///
    /// # Errors
    ///
    /// As [`DelimitedData::from_rows`].
    pub fn from_row<N, C>(names: N, cells: C) -> Result<Self, DelimitedDataError>
    where
        N: IntoIterator,
        N::Item: Into<String>,
        C: IntoIterator,
        C::Item: AsRef<str>,
    {
        let mut writer = RowWriter::with_names(names.into_iter().map(Into::into).collect())?.allowing_blank_rows();
        writer.push_cells(cells)?;
        writer.finish()
    }

    /// Rows from records in portions, each within `limit`: see [`Chunks`].
    pub fn chunks<I>(records: I, limit: ChunkLimit) -> Chunks<I::IntoIter>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        Chunks::new(records.into_iter(), limit)
    }
}

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
    fn new(records: I, limit: ChunkLimit) -> Self {
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
