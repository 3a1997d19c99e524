//! Keeping the last exchanges, without secrets.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use http::HeaderMap;

use super::captured::{CapturedExchange, CapturedMessage};
use super::report::{CallReport, Ending};
use crate::call::handler::Call;
use crate::call::progress::{Exchange, Message};
use crate::redaction::{REDACTED, Redaction, SHOWN};

/// How many bytes of a body are kept.
const KEPT: usize = 16 * 1024;

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
    pub(crate) fn keep(&self, call: &Call, report: &CallReport<'_>, began: SystemTime, exchange: Exchange) {
        let redaction = call.redaction();
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
            attempt: report.attempts,
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
    let kept = message.body.get(..KEPT).unwrap_or(&message.body);
    // Of a body whose secrets are too short to be sought, nothing. A response may have been cut before it came here.
    let kept = if redaction.is_complete() { kept } else { &[] };
    CapturedMessage {
        headers: headers(&message.headers, redaction),
        body: redaction.shown(&String::from_utf8_lossy(kept), KEPT, false),
        body_bytes: message.body.len() as u64,
        is_cut: kept.len() < message.body.len(),
    }
}

fn headers(headers: &HeaderMap, redaction: &Redaction) -> Vec<(String, String)> {
    let shown = headers.iter().map(|(name, value)| {
        let shown = if value.is_sensitive() || CREDENTIALS.contains(&name.as_str()) {
            REDACTED.to_owned()
        } else {
            redaction.shown(&String::from_utf8_lossy(value.as_bytes()), SHOWN, true)
        };
        (redaction.shown(name.as_str(), SHOWN, true), shown)
    });
    shown.collect()
}
