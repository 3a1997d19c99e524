//! Batches of a result that is there whole.

use std::collections::VecDeque;

use crate::error::{Error, ErrorKind};
use crate::results::table::Table;
use crate::results::{DelimitedLayout, DelimitedText, XmlDocument};
use crate::value::content::{Content, ResultType};
use crate::value::expected_result::ExpectedResult;

/// The tables of a result: of a data set all of them, of a delimited text or a document the one that it is. None of null.
pub(crate) fn tables(
    content: Content,
    expected: ExpectedResult,
    layout: DelimitedLayout,
) -> Result<VecDeque<Table>, Error> {
    let unreadable = |message: String| Error::new(ErrorKind::UnexpectedResponse, message);
    let content = match expected.only_shape() {
        Some(shape) => content.part_as(shape).map_err(|error| unreadable(error.to_string()))?,
        None => content,
    };
    if content.is_null() {
        return Ok(VecDeque::new());
    }
    let table = match content {
        Content::DataSet(data_set) => return Ok(data_set.into_tables().into()),
        Content::String(_) => {
            let text = DelimitedText::from_content(content, expected).map_err(|error| unreadable(error.to_string()))?;
            text.table_with(layout).map_err(|error| {
                unreadable(format!("the result cannot be cut into rows: {error}")).with_source(error)
            })?
        }
        Content::Xml(_) => {
            let document =
                XmlDocument::from_content(content, expected).map_err(|error| unreadable(error.to_string()))?;
            document
                .table_with(layout.into_columns())
                .map_err(|error| unreadable(format!("the result cannot be read as rows: {error}")).with_source(error))?
        }
        Content::None | Content::Integers(_) | Content::Message(_) => return Err(no_rows()),
    };
    Ok([table].into_iter().filter(|table| table.row_count() > 0 || !table.columns().is_empty()).collect())
}

/// An error, if no part of the message that is expected has rows.
pub(super) fn check(expected: &ExpectedResult) -> Result<(), Error> {
    expected.only_shape().map(|_| ()).ok_or_else(no_rows)
}

/// The error of an operation whose result has no rows.
pub(crate) fn no_rows() -> Error {
    let message = "the operation's result has no rows: it cannot be read as a stream of batches";
    Error::new(ErrorKind::InvalidRequest, message)
}
