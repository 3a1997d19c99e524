//! Errors of calls: what went wrong, and what became of the operation.

use std::fmt;

use bytes::Bytes;
use http::StatusCode;

use crate::fault::Fault;
use crate::handler::Call;
use crate::operation::Operation;
use crate::redaction::Redaction;
use crate::transport::Transport;

/// Why a call failed. Never shows a secret, a request body or a query string.
pub struct Error(Box<Parts>);

struct Parts {
    kind: ErrorKind,
    outcome: Outcome,
    message: String,
    operation: Option<&'static str>,
    transport: Option<Transport>,
    parameter: Option<String>,
    status: Option<StatusCode>,
    fault: Option<Fault>,
    body: Option<Bytes>,
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
    /// No connection could be made.
    Connect,
    /// No answer in time.
    Timeout,
    /// The connection broke after the request was, or may have been, sent.
    Interrupted,
    /// The service answered with a fault.
    Fault,
    /// The server answered with an error status and no fault.
    Status,
    /// The server answered, but not with a result of the operation.
    UnexpectedResponse,
    /// The answer is larger than the client's limit.
    ResponseTooLarge,
}

/// What became of the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The request was never sent: nothing happened.
    NotSent,
    /// The service answered that it refused or failed.
    Refused,
    /// The request was sent, and whether the operation was done is not known.
    Unknown,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let outcome = match kind {
            ErrorKind::Configuration | ErrorKind::InvalidRequest | ErrorKind::NotPermitted | ErrorKind::Connect => {
                Outcome::NotSent
            }
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
            operation: None,
            transport: None,
            parameter: None,
            status: None,
            fault: None,
            body: None,
            source: None,
        }))
    }

    /// A parameter that cannot be sent.
    pub(crate) fn parameter_refused(parameter: impl Into<String>, why: impl fmt::Display) -> Self {
        let parameter = parameter.into();
        let mut error = Self::new(ErrorKind::InvalidRequest, format!("parameter `{parameter}` {why}"));
        error.0.parameter = Some(parameter);
        error
    }

    /// A fault that the service answered.
    pub(crate) fn from_fault(fault: Fault) -> Self {
        let mut error = Self::new(ErrorKind::Fault, fault.message());
        error.0.fault = Some(fault);
        error
    }

    /// Takes the secrets of `call` out of what the service said. The body stays as it came.
    pub(crate) fn without_secrets(mut self, call: &Call) -> Self {
        let redaction = Redaction::of(call);
        redaction.apply(&mut self.0.message);
        if let Some(fault) = &mut self.0.fault {
            fault.redact(&redaction);
        }
        self
    }

    pub(crate) fn with_operation(mut self, operation: &Operation) -> Self {
        self.0.operation.get_or_insert(operation.name);
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

    /// Of an answer whose body is not at hand.
    #[cfg(feature = "client")]
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status.get_or_insert(status);
        self
    }

    pub(crate) fn with_source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What became of the operation.
    pub fn outcome(&self) -> Outcome {
        self.0.outcome
    }

    /// The operation that was called.
    pub fn operation(&self) -> Option<&str> {
        self.0.operation
    }

    /// The transport it was called over; `None` in process and for settings.
    pub fn transport(&self) -> Option<Transport> {
        self.0.transport
    }

    /// The parameter that could not be sent.
    pub fn parameter(&self) -> Option<&str> {
        self.0.parameter.as_deref()
    }

    /// The HTTP status of the answer.
    pub fn status(&self) -> Option<StatusCode> {
        self.0.status
    }

    /// What the service said.
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.as_ref()
    }

    /// The body of the answer as it came. It may repeat what was sent, secrets included: do not log it.
    pub fn body(&self) -> Option<&Bytes> {
        self.0.body.as_ref()
    }
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
        formatter.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = &*self.0;
        let mut output = formatter.debug_struct("Error");
        output.field("kind", &parts.kind).field("outcome", &parts.outcome).field("message", &parts.message);
        output.field("operation", &parts.operation).field("transport", &parts.transport);
        output.field("parameter", &parts.parameter).field("status", &parts.status).field("fault", &parts.fault);
        output.field("body_bytes", &parts.body.as_ref().map(Bytes::len)).field("source", &parts.source).finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn std::error::Error + 'static))
    }
}

impl PartialEq for Error {
    /// The same failure of the same operation, whatever the transport: kind, outcome, fault, and without a fault the message.
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&*self.0, &*other.0);
        let said = if one.fault.is_some() || two.fault.is_some() {
            one.fault == two.fault
        } else {
            one.message == two.message
        };
        one.kind == two.kind && one.outcome == two.outcome && one.operation == two.operation && said
    }
}
