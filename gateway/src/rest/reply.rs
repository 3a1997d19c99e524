//! Responses.

use asmx_types::display::shown_line;
use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderName, HeaderValue, Response, StatusCode};
use serde_json::{Value as Json, json};

use super::accept::Form;
use super::query::Choices;
use crate::call::Answer;
use crate::refusal::Refusal;
use crate::row_writer::RowForm;
use crate::rows;

/// Says how many contradictions to its description a response of the service has.
const DEVIATIONS: HeaderName = HeaderName::from_static("asmx-deviations");

/// The result of a call, in the form that the caller accepts.
pub(super) struct Reply<'a> {
    pub(super) answer: Answer,
    pub(super) form: Form,
    pub(super) choices: &'a Choices,
}

impl Reply<'_> {
    pub(super) fn response(self, operation: &str) -> Response<Body> {
        let Answer { output, headers, deviations } = self.answer;
        let table = self.choices.table.as_deref();
        let text = match self.form {
            Form::Json if self.choices.is_full => Ok(json!({ "output": output, "headers": headers }).to_string()),
            Form::Json => Ok(output.to_string()),
            Form::Rows(RowForm::JsonLines) => rows::json_lines(&output, table),
            Form::Rows(RowForm::Csv) => rows::csv(&output, table),
            // Refused before the call.
            #[cfg(feature = "arrow")]
            Form::Rows(RowForm::Arrow) => Err(rows::RowsError::NotArrow),
        };
        let mut response = match text {
            Ok(text) => plain(StatusCode::OK, self.form.media_type(), text),
            // The operation was carried out, so this is no failure of the call.
            Err(why) => return unfit(&why, operation),
        };
        if !deviations.is_empty() {
            response.headers_mut().insert(DEVIATIONS, deviations.len().into());
        }
        response
    }
}

/// The result of a call that was carried out has not the form that the caller accepts.
pub(super) fn unfit(why: &dyn std::fmt::Display, operation: &str) -> Response<Body> {
    let detail = format!("{why}. {operation} was carried out");
    problem_with(StatusCode::NOT_ACCEPTABLE, &detail, operation, "done")
}

pub(super) fn plain(status: StatusCode, media_type: &'static str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    response
}

pub(super) fn json(status: StatusCode, value: &Json) -> Response<Body> {
    plain(status, "application/json", value.to_string())
}

/// A call without a result.
pub(super) fn refused(refusal: &Refusal, operation: &str) -> Response<Body> {
    let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = plain(status, "application/problem+json", refusal.to_json(operation).to_string());
    if let Some(wait) = refusal.retry_after() {
        response.headers_mut().insert(RETRY_AFTER, wait.as_secs().max(1).into());
    }
    response
}

/// A request that is no call.
pub(super) fn problem(status: StatusCode, detail: &str, operation: &str) -> Response<Body> {
    problem_with(status, detail, operation, "not sent")
}

fn problem_with(status: StatusCode, detail: &str, operation: &str, outcome: &str) -> Response<Body> {
    let problem = json!({
        "title": status.canonical_reason().unwrap_or_default(),
        "status": status.as_u16(),
        "detail": detail,
        "operation": shown_line(operation.trim_start_matches('/')),
        "outcome": outcome,
    });
    plain(status, "application/problem+json", problem.to_string())
}

pub(super) fn unauthorized() -> Response<Body> {
    let mut response = problem(StatusCode::UNAUTHORIZED, "this gateway wants its token: `Authorization: Bearer …`", "");
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}
