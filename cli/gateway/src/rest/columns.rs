//! The columns of a result, known before a call: a stream of Arrow without rows.

use asmx_types::Operation;
use axum::body::Body;
use http::{Response, StatusCode};
use serde_json::Value as Json;

use super::accept::Form;
use super::query::{Choices, QUERY};
use super::reply;
use crate::rows::row_writer::{RowForm, RowWriterError};
use crate::rows::tables::{self, FoundTable, TableShape};
use crate::rows::texts::RowsError;

/// The folder of columns: `/columns/NAME` has those of an operation.
pub(super) const COLUMNS: &str = "/columns/";
/// The form of the stream.
pub(super) const FORM: Form = Form::Rows(RowForm::Arrow);

/// The stream with the schema that rows of the operation have. `is_streamed` says that rows are sent on as they arrive.
pub(super) fn response(
    operation: &Operation,
    shapes: &[TableShape],
    choices: &Choices,
    is_streamed: bool,
) -> Response<Body> {
    let wanted = choices.table.as_deref();
    let main = shapes.iter().find(|shape| !shape.is_values()).filter(|_| wanted.is_none());
    let table = if is_streamed {
        declared(shapes, wanted)
    } else if main.is_some_and(|shape| shape.is_open && shape.columns.is_empty()) {
        // Its tables, which come before all values, are those of a response.
        Err(RowsError::NoColumns)
    } else {
        // A response without anything has the declared columns, too.
        tables::choose(shapes, &Json::Null, wanted).map(|chosen| chosen.table)
    };
    // A form may be for a column that only responses show.
    let mut writer = choices.writer(RowForm::Arrow).one_of_several();
    let written = table.map_err(RowWriterError::from).and_then(|table| tables::written_by(&table, &mut writer));
    match written {
        Ok(bytes) => reply::uncached_response(StatusCode::OK, FORM.media_type(), bytes),
        Err(RowWriterError::Form(RowsError::NoColumns)) => {
            let why = format!("nothing declares the columns of {}: only a response shows them", operation.name);
            reply::problem(StatusCode::NOT_ACCEPTABLE, &why, operation.name)
        }
        Err(why) => reply::problem(StatusCode::NOT_ACCEPTABLE, &why.in_words(QUERY), operation.name),
    }
}

/// The declared table that rows on their way are taken from: the named one, or the first. Columns without the name of a table are those of any.
fn declared(shapes: &[TableShape], wanted: Option<&str>) -> Result<FoundTable<'static>, RowsError> {
    let is_wanted = |shape: &&TableShape| {
        let is_its = |wanted| shape.declared_name().is_none_or(|name| name == wanted);
        !shape.columns.is_empty() && wanted.is_none_or(is_its)
    };
    let shape = shapes.iter().find(is_wanted).ok_or(RowsError::NoColumns)?;
    Ok(FoundTable::without_rows(shape))
}
