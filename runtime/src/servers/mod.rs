//! One table of the pages, statuses and failures that IIS, http.sys, ASP.NET, WCF and proxies send in the place of a result.

mod failed_request;
mod row;
mod table;

use std::borrow::Cow;

use asmx_types::display::shortened;
use http::response::Parts;

use crate::Transport;
use crate::error::{Error, Outcome, Sentence};
use crate::redaction::with_sessions_redacted;
use failed_request::Looked;
pub use failed_request::{
    Asked, Came, FailedRequest, Trial, asks_password, is_sign_in_page, offered_schemes, redirect_target,
};
use row::{Fact, Row, Say};
use table::{ALSO, CAUSES};

/// Advice about a response that is not a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The name of the row, such as `iis-request-too-large`.
    pub name: &'static str,
    /// The problem and the remedy, as a part of a sentence: it begins with a small letter and has no full stop.
    pub sentence: Sentence,
    /// The cause of a failure in plain words, where the HTTP stack has others.
    pub cause: Option<&'static str>,
    /// The outcome of an operation, where it is another than that of the status.
    pub outcome: Option<Outcome>,
    /// A transport that the server would take.
    pub transport: Option<Transport>,
    /// Whether the value of [`Asked::html`] is the probable cause.
    pub is_about_parameter: bool,
}

/// The reason phrase of a response, if it is not that of its status. An extension of the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason(pub(crate) String);

/// The most characters of a reason phrase that are read.
const REASON: usize = 400;

impl Reason {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(shortened(&String::from_utf8_lossy(bytes), REASON).into_owned())
    }
}

/// The advice of the first row that holds; `None` if no row does.
#[must_use]
pub fn advice(failed: &FailedRequest<'_>) -> Option<Advice> {
    let looked = Looked::at(failed);
    let row = CAUSES.iter().flat_map(|rows| rows.iter()).find(|row| row.holds(&looked));
    let also = ALSO.iter().filter(|row| row.holds(&looked));
    let mut rows = row.into_iter().chain(also);
    let first = rows.next()?;
    let mut sentence = sentence(first, &looked);
    for row in rows {
        sentence = sentence.text("; ").and(self::sentence(row, &looked));
    }
    let is_about_parameter = first.says.iter().any(|part| matches!(part, Say::Fact(Fact::Parameter)));
    let Row { name, cause, outcome, transport, .. } = *first;
    Some(Advice { name, sentence, cause, outcome, transport, is_about_parameter })
}

/// The error of a response that is no result, with what a person may do. Facts of the request that its decoder does not know may be added later.
pub(crate) fn explained(error: Error, asked: Asked<'_>, head: &Parts) -> Error {
    // The types of exceptions are only in the text as the service sent it.
    let message = error.fault().map(|fault| fault.text().map_or_else(|| fault.message(), str::to_owned));
    let body = error.body().cloned().unwrap_or_default();
    let came = if let Some(message) = &message {
        Came::Fault(message)
    } else {
        let reason = head.extensions.get().map(|Reason(reason)| reason.as_str());
        Came::Response { status: head.status, reason, headers: &head.headers, body: &body }
    };
    let Some(advice) = advice(&FailedRequest::new(asked, came)) else { return error };
    let error = error.with_advice(advice.sentence);
    let error = advice.outcome.into_iter().fold(error, Error::with_outcome);
    match asked.html.filter(|_| advice.is_about_parameter) {
        Some(parameter) => error.with_parameter(parameter.to_owned()),
        None if advice.transport.is_some() => error.with_suggestion(advice.transport),
        None => error,
    }
}

/// The names of the rows, in the order of the table.
#[doc(hidden)]
pub fn rows() -> impl Iterator<Item = &'static str> {
    CAUSES.iter().flat_map(|rows| rows.iter()).chain(ALSO).map(|row| row.name)
}

fn sentence(row: &Row, looked: &Looked<'_>) -> Sentence {
    let mut sentence = Sentence::default();
    for part in row.says {
        sentence = match part {
            Say::Text(text) => sentence.text(*text),
            Say::Name(setting) => sentence.setting(setting.clone()),
            Say::Fact(fact) => sentence.text(fact.text(looked)),
        };
    }
    sentence
}

/// An address without a user and a password.
fn without_credentials(address: &str) -> Cow<'_, str> {
    let Some((scheme, rest)) = address.split_once("//") else { return Cow::Borrowed(address) };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match authority.rsplit_once('@') {
        Some((_, host)) => Cow::Owned(format!("{scheme}//{host}{path}")),
        None => Cow::Borrowed(address),
    }
}

impl Fact {
    fn text(self, looked: &Looked<'_>) -> String {
        let asked = &looked.failed.asked;
        match self {
            Self::Offered => looked.offered().join(", "),
            Self::Tried => asked.tried.unwrap_or_default().to_owned(),
            Self::Target => {
                let target = looked.location().unwrap_or_default();
                let target = target.split(['?', '#', ';']).next().unwrap_or_default();
                format!("`{}`", shortened(&with_sessions_redacted(&without_credentials(target)), 200))
            }
            Self::Declined => match asked.end {
                Trial::Declined(status) => status.as_str().to_owned(),
                _ => String::new(),
            },
            Self::Status => looked.status().map(|status| status.as_str().to_owned()).unwrap_or_default(),
            Self::Parameter => format!("`{}`", asked.html.unwrap_or_default()),
            Self::Transport => asked.transport.map(|transport| transport.to_string()).unwrap_or_default(),
        }
    }
}
