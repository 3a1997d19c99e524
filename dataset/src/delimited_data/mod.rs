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

mod chunks;
mod error;
mod record;
mod row_writer;
#[cfg(test)]
mod tests;
mod text;

use serde_core::Serialize;

pub use chunks::{ChunkLimit, Chunks};
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
