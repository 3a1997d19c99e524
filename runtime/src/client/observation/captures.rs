//! Keeping the last exchanges for support, without secrets.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use http::{HeaderMap, StatusCode};

use super::report::{CallReport, Ending};
use crate::Transport;
use crate::call::handler::Call;
use crate::call::progress::{Exchange, Message};
use crate::redaction::{REDACTED, Redaction, SHOWN, is_secret_name};
use crate::xml::{shown_line, shown_lines};

/// One attempt of a call as it went over the wire, without secrets. `Display` writes it in a form similar to HTTP; control characters are
/// written as escapes (`\u{1b}`).
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct CapturedExchange {
    /// The operation called.
    pub operation: &'static str,
    /// The transport used.
    pub transport: Transport,
    /// The number of the attempt in its call, from 1.
    pub attempt: u32,
    /// The time when the attempt began.
    pub began: SystemTime,
    /// The duration of the attempt.
    pub elapsed: Duration,
    /// Method, path and query of the request; `None` if none was made, or in process.
    pub request_line: Option<String>,
    /// The request.
    pub request: Option<CapturedMessage>,
    /// Whether the request had gone over HTTP/2 before: the server did not process it and wanted HTTP/1.1.
    pub is_repeated_over_http1: bool,
    /// The status of the response.
    pub status: Option<StatusCode>,
    /// The response, if there was one. A streamed response has no body here, because the body arrives after the attempt.
    pub response: Option<CapturedMessage>,
    /// `succeeded`, `not_sent`, `refused` or `unknown`.
    pub outcome: &'static str,
    /// The failure, in words.
    pub error: Option<String>,
}

/// A request or a response.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedMessage {
    /// Names and values. Headers that are secret, such as `Authorization`, have the value `[redacted]`, and so has the length of a request
    /// with secrets.
    pub headers: Vec<(String, String)>,
    /// The body as text, or its first 16 KiB; bytes that are not UTF-8 are U+FFFD. Empty if the call has a secret of fewer than four
    /// characters: such a secret cannot be found in a text.
    pub body: String,
    /// The number of bytes of the whole body.
    pub body_bytes: u64,
    /// Whether it is a request whose body has secrets: their lengths follow from its own.
    pub has_secrets: bool,
    /// Whether `body` is only the beginning.
    pub is_cut: bool,
}

impl fmt::Display for CapturedExchange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operation, transport, attempt) = (self.operation, self.transport, self.attempt);
        writeln!(formatter, "{operation} over {transport}, attempt {attempt}: {}, {:?}", self.outcome, self.elapsed)?;
        if let Some(line) = &self.request_line {
            writeln!(formatter, "> {}", shown_line(line))?;
        }
        if let Some(request) = &self.request {
            request.write(formatter, '>')?;
        }
        if self.is_repeated_over_http1 {
            writeln!(formatter, "* the server wants HTTP/1.1, so the request was repeated over it")?;
        }
        if let Some(status) = self.status {
            writeln!(formatter, "< {status}")?;
        }
        if let Some(response) = &self.response {
            response.write(formatter, '<')?;
        }
        if let Some(error) = &self.error {
            writeln!(formatter, "! {error}")?;
        }
        Ok(())
    }
}

impl CapturedMessage {
    fn write(&self, formatter: &mut fmt::Formatter<'_>, mark: char) -> fmt::Result {
        for (name, value) in &self.headers {
            writeln!(formatter, "{mark} {}: {}", shown_line(name), shown_line(value))?;
        }
        if !self.body.is_empty() {
            writeln!(formatter, "{mark}\n{}", shown_lines(&self.body))?;
        }
        match (self.is_cut, self.has_secrets) {
            (true, false) => writeln!(formatter, "… ({} bytes in all)", self.body_bytes),
            (true, true) => writeln!(formatter, "…"),
            (false, _) => Ok(()),
        }
    }
}

const KEPT: usize = 16 * 1024;

pub(crate) struct Captures {
    most: usize,
    exchanges: Mutex<VecDeque<CapturedExchange>>,
}

impl Captures {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, exchanges: Mutex::default() }
    }

    pub(crate) fn all(&self) -> Vec<CapturedExchange> {
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    pub(crate) fn keep(&self, call: &Call, report: &CallReport<'_>, began: SystemTime, exchange: Exchange) {
        let redaction = call.redaction();
        let request_line = exchange.request.as_deref().map(|(method, uri, _)| {
            let mut path = uri.path().to_owned();
            redaction.apply(&mut path);
            match uri.query() {
                None => {}
                // The parameters of the call.
                Some(query) if call.transport == Transport::HttpGet && redaction.is_complete() => {
                    path.push('?');
                    path.push_str(&redaction.excerpt(query, SHOWN, true));
                }
                // Of the address in the settings, which may have a key in it.
                Some(_) => path.push_str("?[redacted]"),
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
            request: exchange.request.map(|sent| message(&sent.2, &redaction, has_secrets(&sent.2.body, &redaction))),
            is_repeated_over_http1: exchange.is_repeated_over_http1,
            status: report.status,
            response: exchange.response.map(|response| message(&response, &redaction, false)),
            outcome: report.ending.outcome(),
            error: if let Ending::Failed(error) = report.ending { Some(error.to_string()) } else { None },
        };
        let mut exchanges = self.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        exchanges.push_back(captured);
        while exchanges.len() > self.most {
            exchanges.pop_front();
        }
    }
}

/// Whether a request has secrets. It is searched piece by piece, so that the memory is bounded.
fn has_secrets(body: &[u8], redaction: &Redaction) -> bool {
    let starts = (0..body.len()).step_by(KEPT / 2);
    let mut pieces = starts.map(|start| body.get(start..(start + KEPT).min(body.len())).unwrap_or_default());
    pieces.any(|piece| redaction.changes(&String::from_utf8_lossy(piece)))
}

fn message(message: &Message, redaction: &Redaction, has_secrets: bool) -> CapturedMessage {
    let body = message.body.get(..KEPT).unwrap_or(&message.body);
    // A body with secrets that are too short to be found is left out. A response may already have been cut.
    let body = if redaction.is_complete() { body } else { &[] };
    CapturedMessage {
        headers: headers(&message.headers, redaction, has_secrets),
        has_secrets,
        body: redaction.excerpt(&String::from_utf8_lossy(body), KEPT, false),
        body_bytes: message.body.len() as u64,
        is_cut: body.len() < message.body.len(),
    }
}

fn headers(headers: &HeaderMap, redaction: &Redaction, has_secrets: bool) -> Vec<(String, String)> {
    let headers = headers.iter().map(|(name, value)| {
        let is_length_of_secrets = has_secrets && name == http::header::CONTENT_LENGTH;
        let text = if value.is_sensitive() || is_secret_name(name) || is_length_of_secrets {
            REDACTED.to_owned()
        } else {
            redaction.excerpt(&String::from_utf8_lossy(value.as_bytes()), SHOWN, true)
        };
        (redaction.excerpt(name.as_str(), SHOWN, true), text)
    });
    headers.collect()
}
