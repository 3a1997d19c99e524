//! Errors of calls, with the outcome of the operation.

mod excerpt;
mod redacted_source;
mod retry_after;
mod sentence;
mod setting;

use std::fmt;
use std::time::Duration;

use asmx_types::display::write_sentence;
use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use retry_after::RetryAfter;
pub use sentence::Sentence;
pub use setting::{Setting, Words};

use crate::Transport;
use crate::fault::Fault;
use crate::operation::{Effect, Operation};
use crate::redaction::{Redaction, SHOWN, Secrets};
use crate::xml;

/// The error of a failed call.
///
/// The texts of an error (`Display`, `Debug`, [`excerpt`](Self::excerpt), [`fault`](Self::fault), its sources) are bounded, and contain no
/// secret of the call, no request body and no query string. `Display` and `Debug` write control characters as escapes (`\u{1b}`). Only
/// [`body`](Self::body) is raw.
///
/// `{:?}` writes the text of `Display` and then the causes, as a program prints it whose `main` returns the error. `{:#?}` lists the fields.
pub struct Error(Box<Parts>);

struct Parts {
    kind: ErrorKind,
    outcome: Outcome,
    message: Sentence,
    /// How `Display` names settings.
    words: Words,
    operation: Option<&'static str>,
    effect: Option<Effect>,
    transport: Option<Transport>,
    parameter: Option<String>,
    status: Option<StatusCode>,
    fault: Option<Fault>,
    body: Option<Bytes>,
    excerpt: Option<String>,
    retry_after: Option<RetryAfter>,
    suggestion: Option<Transport>,
    /// Advice for a person; empty if nothing is known.
    advice: Sentence,
    hint: Option<String>,
    broken_response: bool,
    carried_out: bool,
    attempts: u32,
    elapsed: Duration,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// Kinds of failure.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A setting of the client is missing or wrong.
    Configuration,
    /// The request cannot be carried: a parameter is missing, of the wrong type, or not expressible over the transport.
    InvalidRequest,
    /// Sending it this way needs a permission that the client was not given (credentials in a URL, plain `http://`).
    NotPermitted,
    /// The provider of credentials failed, or the HTTP stack could not sign in.
    Credentials,
    /// No connection could be made.
    Connect,
    /// A layer around the HTTP client held the request back: a limit, a full queue.
    HeldBack,
    /// No response in time.
    Timeout,
    /// The connection broke after the request was, or may have been, sent.
    Interrupted,
    /// The service responded with a fault.
    Fault,
    /// The server responded with an error status and no fault.
    Status,
    /// The server responded, but not with a result of the operation.
    UnexpectedResponse,
    /// The response is larger than the client's limit.
    ResponseTooLarge,
}

/// The outcome of the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The request was never sent.
    NotSent,
    /// The service responded that it refused or failed.
    Refused,
    /// The request was sent, and it is unknown whether the operation was done.
    Unknown,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<Sentence>) -> Self {
        let outcome = match kind {
            ErrorKind::Configuration
            | ErrorKind::InvalidRequest
            | ErrorKind::NotPermitted
            | ErrorKind::Credentials
            | ErrorKind::Connect
            | ErrorKind::HeldBack => Outcome::NotSent,
            ErrorKind::Fault | ErrorKind::Status => Outcome::Refused,
            ErrorKind::Timeout
            | ErrorKind::Interrupted
            | ErrorKind::UnexpectedResponse
            | ErrorKind::ResponseTooLarge => Outcome::Unknown,
        };
        Self(Box::new(Parts {
            kind,
            outcome,
            message: message.into(),
            words: Setting::method,
            operation: None,
            effect: None,
            transport: None,
            parameter: None,
            status: None,
            fault: None,
            body: None,
            excerpt: None,
            retry_after: None,
            suggestion: None,
            advice: Sentence::default(),
            hint: None,
            broken_response: false,
            carried_out: false,
            attempts: 0,
            elapsed: Duration::ZERO,
            source: None,
        }))
    }

    pub(crate) fn parameter_refused(parameter: impl Into<String>, why: impl Into<Sentence>) -> Self {
        let parameter = parameter.into();
        let message = Sentence::from(format!("parameter `{parameter}` ")).and(why);
        let mut error = Self::new(ErrorKind::InvalidRequest, message);
        error.0.parameter = Some(parameter);
        error
    }

    pub(crate) fn parameters_missing(first: &str, names: &[String]) -> Self {
        let mut error = Self::new(ErrorKind::InvalidRequest, missing_sentence(names));
        error.0.parameter = Some(first.to_owned());
        error
    }

    pub(crate) fn from_fault(fault: Fault) -> Self {
        let mut error = Self::new(ErrorKind::Fault, fault.message());
        error.0.fault = Some(fault);
        error
    }

    /// Adds a question about the namespace to a fault that a wrong namespace may cause. With a wrong one, SOAP 1.1 servers read no parameter, so
    /// that credentials are missing; SOAP 1.2 servers do not find the operation.
    pub(crate) fn doubting_namespace(mut self, namespace: &str) -> Self {
        const SUSPECT: [&str; 8] =
            ["password", "user name", "username", "credential", "login", "log in", "valid action", "soapaction"];
        let message = self.0.message.to_string().to_lowercase();
        if !message.contains("namespace") && SUSPECT.iter().any(|word| message.contains(word)) {
            let namespace = xml::shortened(namespace, 200);
            self.0.hint = Some(format!("is the namespace `{namespace}` the service's, slash included?"));
        }
        self
    }

    /// Removes secrets from all texts, and cuts these to their limits.
    pub(crate) fn without_secrets(mut self, redaction: &Redaction) -> Self {
        let parts = &mut *self.0;
        match &mut parts.fault {
            Some(fault) => {
                fault.redact(redaction);
                parts.message = xml::shortened(&fault.message(), SHOWN).into_owned().into();
            }
            None => parts.message.redact(redaction),
        }
        parts.advice.redact(redaction);
        parts.hint.iter_mut().for_each(|hint| redaction.apply(hint));
        let is_complete =
            !matches!(parts.kind, ErrorKind::ResponseTooLarge | ErrorKind::Interrupted | ErrorKind::Timeout);
        parts.excerpt = parts.body.as_ref().and_then(|body| excerpt::of(body, is_complete, redaction));
        parts.source = parts.source.take().map(|source| redacted_source::of(source, redaction));
        self
    }

    pub(crate) fn with_operation(mut self, operation: &Operation) -> Self {
        self.0.operation.get_or_insert(operation.name);
        self.0.effect.get_or_insert(operation.effect);
        self
    }

    pub(crate) fn with_transport(mut self, transport: Transport) -> Self {
        self.0.transport.get_or_insert(transport);
        self
    }

    pub(crate) fn with_response(mut self, status: StatusCode, body: Bytes) -> Self {
        self.0.status = Some(status);
        self.0.body = Some(body);
        self
    }

    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status.get_or_insert(status);
        self
    }

    pub(crate) fn with_outcome(mut self, outcome: Outcome) -> Self {
        self.0.outcome = outcome;
        self
    }

    pub(crate) fn with_retry_after(mut self, headers: &HeaderMap) -> Self {
        self.0.retry_after = RetryAfter::of(headers);
        self
    }

    /// Adds a wait that is known without a response.
    pub(crate) fn with_wait(mut self, wait: Option<Duration>) -> Self {
        self.0.retry_after = wait.map(RetryAfter::Delay);
        self
    }

    pub(crate) fn with_suggestion(mut self, transport: Option<Transport>) -> Self {
        self.0.suggestion = transport;
        self
    }

    /// Adds what a person may do.
    pub(crate) fn with_advice(mut self, advice: Sentence) -> Self {
        self.0.advice = advice;
        self
    }

    /// Names the parameter that the server probably refused.
    pub(crate) fn with_parameter(mut self, parameter: String) -> Self {
        self.0.parameter = Some(parameter);
        self
    }

    /// Marks the response as a whole message, whose result cannot be read.
    pub(crate) fn with_carried_out(mut self) -> Self {
        self.0.carried_out = true;
        self
    }

    /// Marks the response as incomplete: another attempt may help.
    pub(crate) fn with_broken_response(mut self) -> Self {
        self.0.broken_response = true;
        self
    }

    pub(crate) fn with_attempts(mut self, attempts: u32, elapsed: Duration) -> Self {
        let tried =
            !matches!(self.0.kind, ErrorKind::Configuration | ErrorKind::InvalidRequest | ErrorKind::NotPermitted);
        self.0.attempts = if tried { attempts } else { 0 };
        self.0.elapsed = elapsed;
        self
    }

    pub(crate) fn is_broken_response(&self) -> bool {
        self.0.broken_response
    }

    pub(crate) fn with_source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Names settings in the words of another surface than this crate: those of a command, of a file of settings.
    #[must_use]
    pub fn in_words(mut self, words: Words) -> Self {
        self.0.words = words;
        self
    }

    /// The kind of failure.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The outcome of the operation.
    pub fn outcome(&self) -> Outcome {
        self.0.outcome
    }

    /// Whether the response is a whole message of the operation, so that it was carried out, and only the result in it cannot be read: for
    /// example, a text in the place of a DataSet.
    pub fn is_carried_out(&self) -> bool {
        self.0.carried_out
    }

    /// Whether the call may be repeated without doing anything twice: nothing was sent, or the operation only reads. Whether another try helps
    /// depends on [`kind`](Self::kind), [`status`](Self::status) and [`fault`](Self::fault).
    ///
    /// A write or send that [was refused](Outcome::Refused) is not safe to repeat: an operation that failed half-way responds in the same way.
    pub fn is_safe_to_repeat(&self) -> bool {
        self.0.outcome == Outcome::NotSent || self.0.effect == Some(Effect::Read)
    }

    /// The operation of the call.
    pub fn operation(&self) -> Option<&str> {
        self.0.operation
    }

    /// The transport of the call; `None` in process and for settings.
    pub fn transport(&self) -> Option<Transport> {
        self.0.transport
    }

    /// Another transport that would carry the call. It is set if this one cannot carry the call or the server would refuse it (nothing was sent
    /// then), or if the server returned a page and a value looks like HTML. `None` if no transport would, and for other failures.
    pub fn suggested_transport(&self) -> Option<Transport> {
        self.0.suggestion
    }

    /// The parameter that cannot be sent, or that the server probably refused because it looks like HTML.
    pub fn parameter(&self) -> Option<&str> {
        self.0.parameter.as_deref()
    }

    /// The HTTP status of the response.
    pub fn status(&self) -> Option<StatusCode> {
        self.0.status
    }

    /// The service's fault.
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.as_ref()
    }

    /// Advice for a person, in the words of [`in_words`](Self::in_words), where the response or the failure shows the cause. `Display` has it
    /// too.
    pub fn advice(&self) -> Option<String> {
        let advice = &self.0.advice;
        (!advice.is_empty()).then(|| xml::shown_line(&advice.in_words(self.0.words)).into_owned())
    }

    /// The text of `Display` without operation, transport, advice and attempts.
    pub fn message(&self) -> String {
        xml::shown_line(&self.0.message.in_words(self.0.words)).into_owned()
    }

    /// The number of attempts; 0 if the call was refused before sending.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// The time of the call: its attempts and the waits between them.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed
    }

    /// The rest of the time that the server asked to wait (`Retry-After`), or that a sign-in rests after rejections.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after.map(RetryAfter::remaining)
    }

    /// The beginning of the response's body as text, or the text of a page in HTML: title, headings, details. At most 500 characters, without
    /// secrets and control characters; `None` if the response had no body.
    pub fn excerpt(&self) -> Option<&str> {
        self.0.excerpt.as_deref()
    }

    /// The raw body of the response, or the part that arrived. It may contain control characters and secrets of the call, so log
    /// [`excerpt`](Self::excerpt) instead. (`Debug` shows only its length.)
    pub fn body(&self) -> Option<&Bytes> {
        self.0.body.as_ref()
    }
}

/// The text of a page, or the beginning of another body, as [`Error::excerpt`] shows it.
pub fn excerpt(body: &Bytes, is_whole: bool, secrets: &Secrets) -> Option<String> {
    excerpt::of(body, is_whole, &secrets.redaction())
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.0.operation {
            formatter.write_str(operation)?;
            if let Some(transport) = self.0.transport {
                write!(formatter, " over {transport}")?;
            }
            formatter.write_str(": ")?;
        }
        formatter.write_str(&xml::shown_line(&self.0.message.in_words(self.0.words)))?;
        if !self.0.advice.is_empty() {
            write!(formatter, ": {}", xml::shown_line(&self.0.advice.in_words(self.0.words)))?;
        }
        if let Some(hint) = &self.0.hint {
            write!(formatter, " ({})", xml::shown_line(hint))?;
        }
        if let Some(transport) = self.0.suggestion {
            write!(formatter, " ({transport} would carry it)")?;
        }
        if self.0.attempts > 1 {
            write!(formatter, " (after {} attempts)", self.0.attempts)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !formatter.alternate() {
            return write_sentence(self, formatter);
        }
        let parts = &*self.0;
        let mut output = formatter.debug_struct("Error");
        output
            .field("kind", &parts.kind)
            .field("outcome", &parts.outcome)
            .field("message", &parts.message.in_words(parts.words));
        output.field("operation", &parts.operation).field("transport", &parts.transport);
        output.field("parameter", &parts.parameter).field("status", &parts.status).field("fault", &parts.fault);
        output.field("advice", &parts.advice.in_words(parts.words)).field("suggested_transport", &parts.suggestion);
        output.field("attempts", &parts.attempts).field("elapsed", &parts.elapsed);
        output.field("retry_after", &parts.retry_after).field("excerpt", &parts.excerpt);
        output.field("body_bytes", &parts.body.as_ref().map(Bytes::len)).field("source", &parts.source).finish()
    }
}

impl From<Fault> for Error {
    /// The error with which a [`Handler`](crate::Handler) refuses a call.
    fn from(fault: Fault) -> Self {
        Self::from_fault(fault)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn std::error::Error + 'static))
    }
}

/// The sentence of required parameters that were not given.
pub(crate) fn missing_sentence(names: &[String]) -> String {
    let (noun, verbs) =
        if names.len() == 1 { ("parameter", "is required and was") } else { ("parameters", "are required and were") };
    format!("{noun} `{}` {verbs} not given", names.join("`, `"))
}
