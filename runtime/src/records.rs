//! Requests that take records: one as [fields](Fields), many as delimited text ([`TakesRecords`]).

use serde_core::Serialize;

pub use crate::fields::{Fields, FieldsError, TakesFields, TakesJoinedFields};

use crate::delimited_data::{ChunkLimit, Chunks, DelimitedData, DelimitedDataError};
use crate::operation::Role;
use crate::value::by_role;
use crate::value::by_role::MissingRole;
use crate::value::typed_request::TypedRequest;

/// A request that takes records as delimited text. Generated code implements it for operations with a parameter that has the role
/// `records`.
pub trait TakesRecords: TypedRequest {
    /// Sets the records, the names of their columns and the delimiters. Each record is a structure or map; its fields are columns, under
    /// the names that serde gives them. The delimiters occur in no name and no value; there is no text qualifier.
    ///
    /// # Errors
    ///
    /// There are no records, their fields differ, or a value is not text, a number or a boolean.
    fn records<I>(self, records: I) -> Result<Self, RecordsError>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        self.data(DelimitedData::from_records(records)?)
    }

    /// Requests for many records, in portions within `limit`. The iterator makes one request at a time; without records it makes none.
    ///
    /// Each portion is a call of its own: if one fails, those before it have been made.
    fn records_in_portions<I>(self, records: I, limit: ChunkLimit) -> RecordRequests<Self, I::IntoIter>
    where
        Self: Clone,
        I: IntoIterator,
        I::Item: Serialize,
    {
        RecordRequests { template: self, portions: DelimitedData::chunks(records, limit) }
    }

    /// Sets rows that are already written, with their names and delimiters, without a copy.
    ///
    /// # Errors
    ///
    /// The operation does not take records, although hand-written code implements the trait for its request.
    fn data(mut self, data: DelimitedData) -> Result<Self, RecordsError> {
        by_role::set_if_there(&mut self, Role::FieldNames, data.joined_names())?;
        by_role::set(&mut self, Role::SentColumnDelimiter, data.column_delimiter().to_owned())?;
        by_role::set(&mut self, Role::SentRowDelimiter, data.row_delimiter().to_owned())?;
        by_role::set_if_there(&mut self, Role::SentTextQualifier, String::new())?;
        by_role::set(&mut self, Role::Records, data.into_text())?;
        Ok(self)
    }
}

/// The error of records that cannot be sent.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    /// The records cannot be written.
    #[error(transparent)]
    Data(#[from] DelimitedDataError),
    /// The operation does not take records, although hand-written code implements the trait for its request.
    #[error(transparent)]
    Role(#[from] MissingRole),
}

asmx_types::debug_is_a_sentence!(RecordsError);

/// The requests of [`TakesRecords::records_in_portions`]. A record that cannot be written ends the iterator with an error.
#[derive(Debug)]
#[must_use = "an iterator makes requests only when it is asked for them"]
pub struct RecordRequests<R, I> {
    template: R,
    portions: Chunks<I>,
}

impl<R, I> Iterator for RecordRequests<R, I>
where
    R: TakesRecords + Clone,
    I: Iterator,
    I::Item: Serialize,
{
    type Item = Result<R, RecordsError>;

    fn next(&mut self) -> Option<Self::Item> {
        let portion = self.portions.next()?;
        Some(portion.map_err(RecordsError::from).and_then(|data| self.template.clone().data(data)))
    }
}
