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
    /// Sets the records, their names and the delimiters: each record is a structure or map, whose fields are columns under the
    /// names that serde gives them. The delimiters occur in no name and no value; there is no text qualifier.
    ///
    /// # Errors
    ///
    /// There are no records, they do not have the same fields, or a value is no text, number or truth value.
    fn records<I>(self, records: I) -> Result<Self, RecordsError>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        self.data(DelimitedData::from_records(records)?)
    }

    /// The same request for many records, in portions within `limit`: as many requests as it takes, made one by one as the
    /// iterator is asked. No records, no requests.
    ///
    /// Each portion is a call of its own: when one fails, those before it have been made.
    fn records_in_portions<I>(self, records: I, limit: ChunkLimit) -> RecordRequests<Self, I::IntoIter>
    where
        Self: Clone,
        I: IntoIterator,
        I::Item: Serialize,
    {
        RecordRequests { template: self, portions: DelimitedData::chunks(records, limit) }
    }

    /// Sets rows that are written already, without copying them, with their names and delimiters.
    ///
    /// # Errors
    ///
    /// The operation does not take them, although hand-written code implements the trait for its request.
    fn data(mut self, data: DelimitedData) -> Result<Self, RecordsError> {
        by_role::set_if_there(&mut self, Role::FieldNames, data.joined_names())?;
        by_role::set(&mut self, Role::SentColumnDelimiter, data.column_delimiter().to_owned())?;
        by_role::set(&mut self, Role::SentRowDelimiter, data.row_delimiter().to_owned())?;
        by_role::set_if_there(&mut self, Role::SentTextQualifier, String::new())?;
        by_role::set(&mut self, Role::Records, data.into_text())?;
        Ok(self)
    }
}

/// Why records cannot be sent.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    /// They cannot be written.
    #[error(transparent)]
    Data(#[from] DelimitedDataError),
    /// The operation does not take them, although hand-written code implements the trait for its request.
    #[error(transparent)]
    Role(#[from] MissingRole),
}

asmx_types::debug_is_a_sentence!(RecordsError);

/// Requests of [`TakesRecords::records_in_portions`]. A record that cannot be written ends them with an error.
#[derive(Debug)]
#[must_use = "requests are made as they are asked for"]
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
