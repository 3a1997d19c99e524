//! Responses.

use std::sync::Arc;

use asmx_runtime::Deviation;
use asmx_runtime::stack::Secrets;
use asmx_types::display::{listed, shown_line};
use axum::body::{Body, HttpBody};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use serde_json::json;

use super::accept::Form;
use super::query::{Choices, QUERY};
use crate::calls::call::{Answer, Written};
use crate::calls::memory::Share;
use crate::offer::body::holding;
use crate::offer::deviation;
use crate::offer::gateway::{Exposed, Gateway};
use crate::offer::refusal::Refusal;
use crate::rows::outside::Outside;
use crate::rows::row_writer::{NO_SCHEMA, RowForm, RowWriterError, left_out_note};
use crate::rows::tables::{self, TableShape};
use crate::rows::texts::RowsError;

/// Says how many contradictions to its description a response of the service has.
const DEVIATIONS: HeaderName = HeaderName::from_static("asmx-deviations");

/// Says what a reader of the result should know, once for each note.
const NOTE: HeaderName = HeaderName::from_static("asmx-note");

/// Names content that nothing declares and that the rows are without.
const LEFT_OUT: HeaderName = HeaderName::from_static("asmx-left-out");

/// The most names in that header.
const MOST_NAMES: usize = 10;

/// The names of the headers that may come as trailers, when rows bring them to light.
pub(super) const FACTS: &str = "asmx-deviations, asmx-left-out, asmx-note";

/// Notes of a result for its reader, who does not see the secrets.
pub(super) struct Facts<'f> {
    pub(super) secrets: &'f Secrets,
    pub(super) notes: Vec<String>,
    pub(super) deviations: &'f [Deviation],
    /// The number of columns that the form leaves out, which count as deviations.
    pub(super) left_out: usize,
    /// The names of content that the form is without.
    pub(super) missing: &'f [String],
}

/// The facts that a response has reported so far.
#[derive(Default)]
pub(super) struct ReportedFacts {
    notes: Vec<String>,
    deviations: usize,
    left_out: usize,
}

/// The most notes of a response: clients limit the number of headers.
const MOST_NOTES: usize = 20;
/// The most characters of a note.
const LONGEST_NOTE: usize = 500;

impl ReportedFacts {
    /// The headers for notes that are new, the first deviations among them, and for the number of deviations if it is.
    pub(super) fn news(&mut self, facts: &Facts<'_>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let notes = facts.notes.iter().map(|note| facts.secrets.redacted(note));
        let all = deviation::notes(facts.deviations).chain(notes);
        for note in all {
            if self.notes.contains(&note) || self.notes.len() > MOST_NOTES {
                continue;
            }
            let text = if self.notes.len() == MOST_NOTES { "there are more notes" } else { &note };
            headers.append(NOTE, header(text));
            self.notes.push(note);
        }
        if facts.missing.len() > self.left_out {
            headers.insert(LEFT_OUT, header(&facts.secrets.redacted(&listed(facts.missing, MOST_NAMES))));
            self.left_out = facts.missing.len();
        }
        let deviations = facts.deviations.len() + facts.left_out;
        if deviations > self.deviations {
            headers.insert(DEVIATIONS, deviations.into());
        }
        self.deviations = deviations;
        headers
    }
}

/// A text as a header, cut if it is long. Names of a service may hold what a header cannot.
fn header(text: &str) -> HeaderValue {
    let text: String = text.chars().map(|letter| if (' '..='~').contains(&letter) { letter } else { '?' }).collect();
    let text = match text.get(..LONGEST_NOTE) {
        Some(start) if text.len() > LONGEST_NOTE => format!("{start}..."),
        _ => text,
    };
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("?"))
}

/// Headers for all facts of a result that is whole.
pub(super) fn facts(facts: &Facts<'_>) -> HeaderMap {
    ReportedFacts::default().news(facts)
}

/// The result of a call, in the form that the caller accepts.
pub(super) struct Reply<'a> {
    pub(super) answer: Answer,
    pub(super) form: Form,
    pub(super) choices: &'a Choices,
    pub(super) shapes: &'a [TableShape],
    pub(super) gateway: &'a Gateway,
    pub(super) secrets: Secrets,
}

impl Reply<'_> {
    /// The response, or why the result has no such form.
    pub(super) fn response(self, exposed: &Exposed) -> Result<Response<Body>, Refusal> {
        let Answer { output, headers, deviations, hidden, lost_facts, .. } = self.answer;
        let limits =
            |output: &serde_json::Value| tables::notes(self.shapes, output).iter().map(ToString::to_string).collect();
        let mut left_out_columns = 0;
        let (mut missing, mut is_empty) = (Vec::new(), false);
        let (text, mut notes): (Body, Vec<String>) = match self.form.rows() {
            None if self.choices.is_full => {
                (json!({ "output": output, "headers": headers }).to_string().into(), limits(&output))
            }
            None => (output.to_string().into(), limits(&output)),
            Some(form) => {
                let mut writer = self.choices.writer(form).cells_per_byte(self.gateway.cells_per_byte());
                let chosen = tables::choose(self.shapes, &output, self.choices.table.as_deref());
                let written = chosen.map_err(RowWriterError::from).and_then(|chosen| {
                    chosen.table.check_rows()?;
                    is_empty = chosen.table.row_count() == 0;
                    let bytes = tables::written_by(&chosen.table, &mut writer)?;
                    missing = chosen.table.left_out(form == RowForm::JsonLines).paths;
                    missing.extend(Outside::of(self.shapes, &output).missing_in(form));
                    let left_out = chosen.table.columns_left_out().iter().filter(|_| form != RowForm::JsonLines);
                    let left_out: Vec<String> = left_out.map(|column| left_out_note(column, NO_SCHEMA)).collect();
                    left_out_columns = left_out.len();
                    let notes = chosen.notes.iter().filter(|note| !note.is_repeated_by(&writer));
                    let notes = notes.map(ToString::to_string);
                    Ok((bytes.into(), notes.chain(writer.notes()).chain(left_out).collect()))
                });
                match written {
                    Ok(written) => written,
                    Err(why) => {
                        let of = (exposed.operation.name, exposed.effect_of_retries);
                        let has_no_columns = is_empty && matches!(why, RowWriterError::Form(RowsError::NoColumns));
                        let words = self.secrets.redacted(&why.in_words(QUERY));
                        let refusal = Refusal::without_form(words, of, self.shapes, output);
                        return Err(if has_no_columns { refusal.of_no_columns() } else { refusal });
                    }
                }
            }
        };
        let mut response = file(self.form, exposed.operation.name, text);
        notes.extend(lost_facts.map(|note| note.to_string()));
        notes.extend(self.gateway.hidden_note(&hidden));
        notes.extend(headers_note(&headers).filter(|_| !self.choices.is_full));
        let all = Facts {
            secrets: &self.secrets,
            notes,
            deviations: &deviations,
            left_out: left_out_columns,
            missing: &missing,
        };
        response.headers_mut().extend(facts(&all));
        Ok(response)
    }
}

/// A result in JSON that is text already, with a note of what it lacks.
pub(super) fn written(written: Written, hidden: Option<String>, secrets: &Secrets) -> Response<Body> {
    let mut response = uncached_response(StatusCode::OK, Form::Json.media_type(), written.text);
    let notes = written.notes.iter().map(ToString::to_string).chain(hidden);
    let notes = notes.chain(headers_note(&written.headers)).collect();
    let all = Facts { secrets, notes, deviations: &written.deviations, left_out: 0, missing: &[] };
    response.headers_mut().extend(facts(&all));
    response
}

/// The note of a response whose SOAP headers no form has but one.
pub(super) fn headers_note(headers: &serde_json::Value) -> Option<String> {
    let has_any = headers.as_object().is_some_and(|headers| !headers.is_empty());
    has_any.then(|| "the response has SOAP headers: `$full=true` shows them".to_owned())
}

/// A result in its form. What people keep as a file has a name.
pub(super) fn file(form: Form, operation: &str, text: impl Into<Body>) -> Response<Body> {
    let mut response = uncached_response(StatusCode::OK, form.media_type(), text);
    if let Some(ending) = form.ending() {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        let name: String = operation.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
        if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{name}.{ending}\"")) {
            response.headers_mut().insert(CONTENT_DISPOSITION, value);
        }
    }
    response
}

pub(crate) fn uncached_response(status: StatusCode, media_type: &'static str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    response
}

/// A text that takes memory of a call until it is sent.
pub(super) fn sent_with(response: Response<Body>, share: Arc<Share>) -> Response<Body> {
    let length =
        response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok()).unwrap_or_default();
    share.keep(length);
    if length < LARGE { response } else { holding(response, share) }
}

/// Shorter texts are sent at once.
const LARGE: usize = 64 * 1024;

/// A call without a result.
pub(super) fn refused(refusal: &Refusal, operation: &str) -> Response<Body> {
    let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = uncached_response(status, "application/problem+json", refusal.to_json(operation).to_string());
    if let Some(wait) = refusal.retry_after() {
        // Half a second is not over after 0 seconds.
        let seconds = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0));
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// Marks the response to a request that was refused before it was a call.
#[derive(Clone, Copy)]
pub(crate) struct NoCall;

/// The response to a request that is refused before it is a call.
pub(super) fn refused_request(refusal: &Refusal, operation: &str) -> Response<Body> {
    marked(refused(refusal, operation))
}

fn marked(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(NoCall);
    response
}

/// The response to a request that is no call.
pub(crate) fn problem(status: StatusCode, detail: &str, operation: &str) -> Response<Body> {
    let problem = json!({
        "title": status.canonical_reason().unwrap_or_default(),
        "status": status.as_u16(),
        "detail": detail,
        "operation": shown_line(operation.trim_start_matches('/')),
        "outcome": "not sent",
    });
    marked(uncached_response(status, "application/problem+json", problem.to_string()))
}

pub(crate) fn unauthorized() -> Response<Body> {
    let mut response = problem(StatusCode::UNAUTHORIZED, "this gateway wants its token: `Authorization: Bearer …`", "");
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers_of(
        reported: &mut ReportedFacts,
        notes: &[&str],
        deviations: &[Deviation],
        left_out: usize,
    ) -> Vec<String> {
        let notes = notes.iter().map(|note| (*note).to_owned()).collect();
        let secrets = &Secrets::new();
        let headers = reported.news(&Facts { secrets, notes, deviations, left_out, missing: &[] });
        headers.iter().map(|(name, value)| format!("{name}: {}", value.to_str().unwrap_or_default())).collect()
    }

    #[test]
    fn each_fact_is_told_once_wherever_it_comes_to_light() {
        let deviations = ["A", "B", "C", "D"].map(|path| Deviation::new(path, "is null"));
        let mut reported = ReportedFacts::default();
        let head = headers_of(&mut reported, &["first", "last"], &deviations[..1], 0);
        let note = |name: &str| format!("asmx-note: the response deviates from the document: `{name}` is null");
        assert_eq!(head, [note("A").as_str(), "asmx-note: first", "asmx-note: last", "asmx-deviations: 1"]);
        // A note may come between those that were reported.
        let late = headers_of(&mut reported, &["first", "bet\u{e9}een", "last"], &deviations, 2);
        assert_eq!(late, [note("B").as_str(), note("C").as_str(), "asmx-note: bet?een", "asmx-deviations: 6"]);
        assert_eq!(headers_of(&mut reported, &["first", "last"], &deviations, 2), [""; 0]);
    }

    #[test]
    fn notes_are_bounded_in_number_and_length() {
        let many: Vec<String> = (0..200).map(|number| format!("{number}{}", "x".repeat(1000))).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let headers = headers_of(&mut ReportedFacts::default(), &many, &[], 0);
        assert_eq!((headers.len(), headers[20].as_str()), (21, "asmx-note: there are more notes"));
        assert_eq!((headers[0].len(), headers[0].ends_with("xxx...")), ("asmx-note: ".len() + 503, true));
    }
}
