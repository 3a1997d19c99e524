//! Batches of a result that is there whole.

use std::collections::VecDeque;

use crate::error::{Error, ErrorKind};
use crate::operation::{Operation, Scalar, Type, XmlKind};
use crate::results::table::Table;
use crate::results::{DataSet, DelimitedLayout, DelimitedText, XmlDocument};
use crate::value::message::{Message, UnexpectedResult};
use crate::value::output::ExpectedResult;

use crate::value::result::ResultType as _;

/// The tables of a result: of a data set all of them, of a delimited text or a document the one that it is. None of null.
pub(crate) fn tables(
    message: Message,
    operation: &Operation,
    expected: &ExpectedResult,
    layout: DelimitedLayout,
) -> Result<VecDeque<Table>, Error> {
    let unreadable = |message: String| Error::new(ErrorKind::UnexpectedResponse, message);
    let unexpected = |error: UnexpectedResult| unreadable(error.to_string());
    let kind = kind_of_rows(operation).ok_or_else(no_rows)?;
    if message.is_null() {
        return Ok(VecDeque::new());
    }
    let table = match kind {
        Type::Scalar(_) => DelimitedText::from_message(message, expected)
            .map_err(unexpected)?
            .table_with(layout)
            .map_err(|error| unreadable(format!("the result cannot be cut into rows: {error}")).with_source(error))?,
        Type::Xml(XmlKind::Content) => XmlDocument::from_message(message, expected)
            .map_err(unexpected)?
            .table_with(layout.into_columns())
            .map_err(|error| unreadable(format!("the result cannot be read as rows: {error}")).with_source(error))?,
        _ => return Ok(DataSet::from_message(message, expected).map_err(unexpected)?.into_tables().into()),
    };
    Ok([table].into_iter().filter(|table| table.row_count() > 0 || !table.columns().is_empty()).collect())
}

/// The type of the only part of the operation's response, if it has rows.
fn kind_of_rows(operation: &Operation) -> Option<Type> {
    let kind = operation.value().filter(|result| !result.repeated)?.kind;
    let has_rows = matches!(kind, Type::Scalar(Scalar::String) | Type::Xml(XmlKind::Content)) || kind.is_data_set();
    has_rows.then_some(kind)
}

/// An error, if no part of the operation's response has rows.
pub(super) fn check(operation: &Operation) -> Result<(), Error> {
    kind_of_rows(operation).map(|_| ()).ok_or_else(no_rows)
}

/// The error of an operation whose result has no rows.
pub(crate) fn no_rows() -> Error {
    let message = "the operation's result has no rows: it cannot be read as a stream of batches";
    Error::new(ErrorKind::InvalidRequest, message)
}
