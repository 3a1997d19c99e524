//! Rows that have an end before their last one.

use asmx_runtime::json::key;
use asmx_runtime::stack::Secrets;
use asmx_types::{Effect, Operation};
use axum::body::Body;
use http::Response;
use serde_json::Value as Json;

use super::query::QUERY;
use super::reply;
use crate::calls::call::first;
use crate::calls::row_stream::{RowStream, RowStreamError};
use crate::offer::audit::Watched;
use crate::offer::gateway::Exposed;
use crate::offer::refusal::{LARGEST_RESULT, Refusal};
use crate::rows::row_writer::RowWriterError;
#[cfg(feature = "xlsx")]
use crate::rows::spreadsheet::SpreadsheetError;
use crate::rows::tables_text::TablesWriter;
use crate::rows::texts::RowsError;

/// Why rows end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stopped {
    #[error(transparent)]
    Rows(#[from] RowStreamError),
    #[error(transparent)]
    Writer(#[from] RowWriterError),
    #[cfg(feature = "xlsx")]
    #[error(transparent)]
    Sheet(#[from] SpreadsheetError),
    /// The files of other calls leave no room, or this one is too large.
    #[cfg(feature = "xlsx")]
    #[error("the files of all calls have {} MB together, and this one needs more: take CSV", crate::offer::gateway::FILES / 1_000_000)]
    Files,
    /// The response has not what the description promises.
    #[error("the response has not what the document says: {0}")]
    Unrecognised(String),
}

impl From<RowsError> for Stopped {
    fn from(error: RowsError) -> Self {
        Self::Writer(error.into())
    }
}

impl Stopped {
    /// Refuses rows, once all were read, of a response that has not what the description promises.
    pub(super) fn if_unrecognised(rows: &RowStream) -> Result<(), Self> {
        if !rows.is_unrecognised() {
            return Ok(());
        }
        Err(Self::Unrecognised(first(rows.deviations())))
    }

    /// The refusal of a call of this operation, with the effect that decides about retries, and the result of a call that cannot be repeated. It
    /// does not show the secrets.
    pub(super) fn into_refusal(
        self,
        (operation, effect): (&str, Effect),
        result: Option<Json>,
        secrets: &Secrets,
    ) -> Refusal {
        let words = secrets.redacted(&self.in_words());
        match self {
            Self::Rows(RowStreamError::Failed(error)) => Refusal::Call(error.into(), effect),
            Self::Unrecognised(deviation) => Refusal::Unrecognised(deviation, effect),
            Self::Writer(RowWriterError::Form(RowsError::NoColumns)) => {
                Refusal::not_acceptable(words, operation, result).of_no_columns()
            }
            other => match other.reason() {
                Some(reason) => Refusal::not_acceptable(words, operation, result).because(reason),
                None => Refusal::not_acceptable(words, operation, result),
            },
        }
    }

    /// The words of the system, for the log.
    #[cfg_attr(not(feature = "xlsx"), expect(clippy::unused_self, reason = "only spreadsheets have files"))]
    pub(super) fn reason(&self) -> Option<String> {
        #[cfg(feature = "xlsx")]
        if let Self::Sheet(error @ (SpreadsheetError::Output(_) | SpreadsheetError::Writer(_))) = self {
            return Some(error.to_string());
        }
        None
    }

    /// The reason in words of REST.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Writer(why) => why.in_words(QUERY),
            #[cfg(feature = "xlsx")]
            Self::Sheet(SpreadsheetError::Rows(why)) => why.in_words(QUERY),
            // The words of the system are for the log.
            #[cfg(feature = "xlsx")]
            Self::Sheet(SpreadsheetError::Output(_) | SpreadsheetError::Writer(_)) => {
                "the gateway cannot write the spreadsheet now: take another form, such as `$format=json`".to_owned()
            }
            #[cfg(feature = "xlsx")]
            Self::Sheet(error) => {
                let form = error.instead().map(|form| format!(" (`$format={form}`)")).unwrap_or_default();
                format!("{error}{form}")
            }
            other => other.to_string(),
        }
    }

    /// Whether the response came, and the rest of it can be read in another form.
    const fn is_of_form(&self) -> bool {
        !matches!(self, Self::Rows(RowStreamError::Failed(_)) | Self::Unrecognised(_))
    }

    /// The response, if nothing was sent before; the call ends with it. `rows` are those that are left of the result.
    pub(super) async fn response(
        self,
        watched: Watched,
        exposed: &Exposed,
        rows: Option<RowStream>,
        secrets: &Secrets,
    ) -> Response<Body> {
        let (operation, effect) = (exposed.operation, exposed.effect_of_retries);
        let result = match rows {
            Some(rows) if effect != Effect::Read && self.is_of_form() => Box::pin(result_of(operation, rows)).await,
            _ => None,
        };
        let refusal = self.into_refusal((operation.name, effect), result, secrets);
        watched.end(Some(&refusal));
        reply::refused(&refusal, operation.name)
    }
}

/// The whole result in JSON, of rows of which none was written; `None` if it is large.
async fn result_of(operation: &Operation, rows: RowStream) -> Option<Json> {
    let (mut writer, mut text) = (TablesWriter::new(key(operation.value()?)), Vec::new());
    let mut rows = rows.all_tables().as_they_came();
    let mut is_first = true;
    while let Some(batch) = rows.next().await {
        let batch = batch.ok()?;
        let progress = rows.progress();
        let has_rows_before = std::mem::take(&mut is_first) && progress.rows > batch.row_count() as u64;
        if has_rows_before || progress.bytes > LARGEST_RESULT as u64 {
            return None;
        }
        writer.write(&batch, &mut text).ok()?;
        rows.recycle(batch);
    }
    writer.finish(&rows.end(), &mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_choices_of_rest() {
        let several = RowsError::SeveralElements("List".to_owned(), "List/Page or List/Group".to_owned());
        assert!(Stopped::from(several).in_words().ends_with("name one of List/Page or List/Group with `$rows`"));
        #[cfg(feature = "xlsx")]
        assert_eq!(
            Stopped::from(crate::SpreadsheetError::Columns { table: "T".to_owned(), columns: 16_385 }).in_words(),
            "the table `T` has 16385 columns, and a sheet at most 16,384: write CSV (`$format=csv`)"
        );
    }
}
