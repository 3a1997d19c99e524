//! Keeping the last exchanges, without secrets.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use http::HeaderMap;

use super::captured::{CapturedExchange, CapturedMessage};
use super::report::{AttemptReport, Ending};
use crate::call_progress::{Exchange, Message};
use crate::handler::Call;
use crate::redaction::{REDACTED, Redaction};

/// How many bytes of a body are kept.
const KEPT: usize = 64 * 1024;

/// Headers that hold credentials by their nature.
const CREDENTIALS: [&str; 5] = ["authorization", "proxy-authorization", "cookie", "set-cookie", "www-authenticate"];

/// The last exchanges of a client.
pub(crate) struct Captures {
    most: usize,
    kept: Mutex<VecDeque<CapturedExchange>>,
}

impl Captures {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, kept: Mutex::default() }
    }

    /// The exchanges, oldest first.
    pub(crate) fn all(&self) -> Vec<CapturedExchange> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Keeps an exchange; the oldest goes where there are too many.
    pub(super) fn keep(&self, call: &Call, report: &AttemptReport<'_>, began: SystemTime, exchange: Exchange) {
        let redaction = Redaction::of(call);
        let request_line = exchange.request.as_deref().map(|(method, uri, _)| {
            let mut path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
            if redaction.is_complete() {
                redaction.apply(&mut path);
            } else {
                uri.path().clone_into(&mut path);
            }
            format!("{method} {path}")
        });
        let captured = CapturedExchange {
            operation: report.operation.name,
            transport: report.transport,
            attempt: report.number,
            began,
            elapsed: report.elapsed,
            request_line,
            request: exchange.request.map(|sent| message(&sent.2, &redaction)),
            status: report.status,
            response: exchange.response.map(|response| message(&response, &redaction)),
            outcome: report.ending.outcome(),
            error: if let Ending::Failed(error) = report.ending { Some(error.to_string()) } else { None },
        };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(captured);
        while kept.len() > self.most {
            kept.pop_front();
        }
    }
}

fn message(message: &Message, redaction: &Redaction) -> CapturedMessage {
    let (body, is_cut) = body(&message.body, redaction);
    CapturedMessage {
        headers: headers(&message.headers, redaction),
        body,
        body_bytes: message.body.len() as u64,
        is_cut,
    }
}

fn headers(headers: &HeaderMap, redaction: &Redaction) -> Vec<(String, String)> {
    let shown = headers.iter().map(|(name, value)| {
        let mut text = String::from_utf8_lossy(value.as_bytes()).into_owned();
        if CREDENTIALS.contains(&name.as_str()) {
            REDACTED.clone_into(&mut text);
        }
        redaction.apply(&mut text);
        (name.as_str().to_owned(), text)
    });
    shown.collect()
}

/// The beginning of a body, and whether it is not the whole. Of a body whose secrets are too short to be sought, nothing.
fn body(body: &Bytes, redaction: &Redaction) -> (String, bool) {
    if !redaction.is_complete() {
        return (String::new(), !body.is_empty());
    }
    let mut shown = body.slice(..body.len().min(KEPT + redaction.longest()));
    let is_cut = shown.len() < body.len();
    // The answer may have been cut before it came here.
    redaction.apply_to_cut_body(&mut shown);
    if is_cut {
        // What the cut left of a secret is none that can be found.
        let end = shown.len().saturating_sub(redaction.longest());
        shown.truncate(end.min(KEPT));
    }
    (String::from_utf8_lossy(&shown).into_owned(), is_cut)
}
