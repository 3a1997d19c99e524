//! Handlers, which respond to calls, with the call and its output.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use secrecy::SecretString;

use super::body_stream::BodyStream;
use super::cookies::Cookies;
use super::progress::CallProgress;
use super::retry_policy::RetryPolicy;
use crate::Transport;
use crate::error::{Error, ErrorKind};
use crate::operation::{Effect, Member, Operation, Place, Service, Type};
use crate::protocol;
use crate::protocol::{Outgoing, ResponseContext};
use crate::redaction::{Redaction, Secrets};
use crate::value::Value;
use crate::value::common::CommonValues;
use crate::value::deviation::Deviation;
use crate::value::message::Message;
use crate::value::output::BlankOutput;
use crate::value::request::Request;
use crate::value::request_check::push_missing;
use crate::value::secrets::push_secrets;
use crate::value::soap_header::SoapHeader;

/// Responds to calls: the wire client, a service in process, a mock, or a decorator of another handler such as a recorder or a limiter. A
/// decorator may call the inner handler any number of times.
pub trait Handler: Send + Sync {
    /// Makes `call`, and returns its output.
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a>;
}

/// The return type of a [`Handler`]: a boxed future of the raw output of a call.
pub type HandlerFuture<'a> = Pin<Box<dyn Future<Output = Result<RawOutput, Error>> + Send + 'a>>;

/// One call: the request and its settings.
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Call {
    /// The request.
    pub request: Arc<dyn Request>,
    /// Values of the service's common parameters.
    pub common: Arc<CommonValues>,
    /// Parameters that the descriptor does not declare, by wire name.
    pub undeclared: Vec<(String, Value<'static>)>,
    /// SOAP headers, in the order of the envelope; GET and POST carry none.
    pub soap_headers: Vec<SoapHeader>,
    /// Additional HTTP headers of the request; not used in process.
    pub headers: HeaderMap,
    pub(crate) wrong_header: Option<String>,
    /// The transport to use.
    pub transport: Transport,
    /// Whether another transport may be used if that one cannot carry the call. It is chosen before handlers see the call.
    pub(crate) automatic: bool,
    /// Whether values are sent as they are, without checks by the descriptor.
    pub unchecked: bool,
    /// Whether a call without checks is refused if a required parameter is missing.
    pub(crate) demands_required: bool,
    /// Whether a call without checks sends absent optional texts over GET and POST as empty ones.
    pub(crate) complete_forms: bool,
    /// Whether texts are sent that their enumeration does not declare.
    pub(crate) unknown_values: bool,
    /// The longest time of the whole call; `None` is no limit. A streamed call must begin its body within that time.
    pub timeout: Option<Duration>,
    /// The longest time of one attempt; `None` is that of the call.
    pub attempt_timeout: Option<Duration>,
    /// When the call is retried. The client makes the attempts; a handler makes one of them.
    pub retry: RetryPolicy,
    /// The effect that decides about retries; `None` is that of the operation.
    pub(crate) effect: Option<Effect>,
    /// Whether the caller wants the body of a successful response as it arrives. A handler may then return [`RawOutput::Streaming`]; one that
    /// does not support it returns the whole body.
    pub stream: bool,
    /// The jar whose cookies go along.
    pub(crate) cookies: Option<Cookies>,
    /// Secrets that no description knows: values of HTTP headers, texts that the caller hides.
    pub(crate) secrets: Vec<SecretString>,
    pub(crate) blank_output: BlankOutput,
    pub(crate) progress: Arc<CallProgress>,
}

impl Call {
    /// A call of `request` over the default transport, without common or undeclared parameters, bounds or retries.
    pub fn new(service: &Service, request: Box<dyn Request>) -> Self {
        Self::with_common(request, Arc::new(CommonValues::new(service)))
    }

    pub(crate) fn with_common(request: Box<dyn Request>, common: Arc<CommonValues>) -> Self {
        Self {
            request: request.into(),
            common,
            undeclared: Vec::new(),
            soap_headers: Vec::new(),
            headers: HeaderMap::new(),
            wrong_header: None,
            transport: Transport::default(),
            automatic: false,
            unchecked: false,
            demands_required: false,
            complete_forms: false,
            unknown_values: false,
            timeout: None,
            attempt_timeout: None,
            retry: RetryPolicy::never(),
            effect: None,
            stream: false,
            cookies: None,
            secrets: Vec::new(),
            blank_output: || None,
            progress: Arc::default(),
        }
    }

    pub(crate) fn attempt_with(&self, common: CommonValues) -> Self {
        Self { common: Arc::new(common), ..self.again() }
    }

    pub(crate) fn with_request(&self, request: Arc<dyn Request>) -> Self {
        Self { request, progress: Arc::default(), ..self.again() }
    }

    fn again(&self) -> Self {
        Self {
            request: Arc::clone(&self.request),
            common: Arc::clone(&self.common),
            undeclared: self.undeclared.clone(),
            soap_headers: self.soap_headers.clone(),
            headers: self.headers.clone(),
            wrong_header: self.wrong_header.clone(),
            transport: self.transport,
            automatic: self.automatic,
            unchecked: self.unchecked,
            demands_required: self.demands_required,
            complete_forms: self.complete_forms,
            unknown_values: self.unknown_values,
            timeout: self.timeout,
            attempt_timeout: self.attempt_timeout,
            retry: self.retry.clone(),
            effect: self.effect,
            stream: self.stream,
            cookies: self.cookies.clone(),
            secrets: self.secrets.clone(),
            blank_output: self.blank_output,
            progress: Arc::clone(&self.progress),
        }
    }

    /// The operation called.
    pub fn operation(&self) -> &'static Operation {
        self.request.operation()
    }

    /// The names of required parameters and header members that are missing, after the first of them.
    pub(crate) fn missing(&self) -> Option<(String, Vec<String>)> {
        let mut missing = self.request.missing();
        if missing.is_empty() {
            // Of headers, the first incomplete one is reported alone.
            let of_header = |header: &SoapHeader| {
                let (member, value) = header.declared().filter(|(_, value)| !value.is_null())?;
                let mut missing = Vec::new();
                push_missing(member, value, &mut missing);
                (!missing.is_empty()).then_some(missing)
            };
            missing = self.soap_headers.iter().find_map(of_header).unwrap_or_default();
        }
        missing.first().cloned().map(|first| (first, missing))
    }

    /// Whether the call is refused if a required parameter is missing.
    pub(crate) const fn refuses_missing(&self) -> bool {
        !self.unchecked || self.demands_required
    }

    /// The parts of the call that are sent.
    pub fn outgoing(&self) -> Outgoing<'_> {
        Outgoing {
            request: self.request.as_ref(),
            common: &self.common,
            undeclared: &self.undeclared,
            headers: &self.soap_headers,
            transport: self.transport,
            unchecked: self.unchecked,
            complete_forms: self.complete_forms,
        }
    }

    /// Takes the secrets of the call out of deviations, which name elements and types of the response.
    pub(crate) fn redact(&self, deviations: &mut [Deviation]) {
        if !deviations.is_empty() {
            let redaction = self.redaction();
            deviations.iter_mut().flat_map(Deviation::texts_mut).for_each(|text| redaction.apply(text));
        }
    }

    /// The redaction of all [secrets](Self::secrets) of the call.
    pub(crate) fn redaction(&self) -> Redaction {
        self.secrets().redaction()
    }

    /// The secrets of common parameters, parameters, headers, cookies and every attempt.
    pub(crate) fn secrets(&self) -> &Secrets {
        let all = self.progress.secrets();
        self.secrets.iter().for_each(|secret| all.hide(secret.clone()));
        all.hide_headers(&self.headers);
        self.cookies.iter().for_each(|cookies| cookies.hide_in(all));
        let mut secrets = Vec::new();
        self.common.push_secrets(&mut secrets);
        if self.operation().parameters.iter().any(holds_secret) {
            self.request.declared().for_each(|(parameter, field)| push_secrets(&mut secrets, parameter, field));
        }
        self.soap_headers.iter().for_each(|header| header.push_secrets(&mut secrets));
        for secret in secrets {
            all.hide(secret);
        }
        all
    }
}

/// Whether the parameter is secret, or may have a member that is.
fn holds_secret(parameter: &Member) -> bool {
    parameter.secret
        || matches!(parameter.place, Place::Choice(_))
        || matches!(parameter.kind, Type::Structure(_) | Type::Array(_) | Type::Any)
}

impl std::fmt::Debug for Call {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let undeclared: Vec<_> = self.undeclared.iter().map(|(name, _)| name).collect();
        formatter
            .debug_struct("Call")
            .field("operation", &self.operation().name)
            .field("common", &self.common)
            .field("undeclared", &undeclared)
            .field("soap_headers", &self.soap_headers)
            .field("transport", &self.transport)
            .field("timeout", &self.timeout)
            .field("attempt_timeout", &self.attempt_timeout)
            .field("retry", &self.retry)
            .field("stream", &self.stream)
            .finish_non_exhaustive()
    }
}

/// The output of a handler: a response to decode, or a result that was never encoded. `Debug` shows the number of bytes.
pub enum RawOutput {
    /// A successful response as it came over the wire.
    Response {
        /// The whole response.
        response: http::Response<Bytes>,
        /// The facts that decoding needs.
        context: ResponseContext,
    },
    /// A successful response whose body is still arriving; only for calls that ask for it.
    Streaming {
        /// Status and headers.
        parts: http::response::Parts,
        /// The body.
        body: BodyStream,
        /// The facts that decoding needs.
        context: ResponseContext,
    },
    /// A response from a handler in this process.
    Message(Message),
}

impl std::fmt::Debug for RawOutput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Response { response, .. } => {
                let mut output = formatter.debug_struct("Response");
                output
                    .field("status", &response.status())
                    .field("bytes", &response.body().len())
                    .finish_non_exhaustive()
            }
            Self::Streaming { parts, .. } => {
                formatter.debug_struct("Streaming").field("status", &parts.status).finish_non_exhaustive()
            }
            Self::Message(message) => formatter.debug_tuple("Message").field(message).finish(),
        }
    }
}

impl RawOutput {
    /// Decodes the response, if it is not decoded yet.
    ///
    /// # Errors
    ///
    /// A fault, or a response that is not a result of the operation; the error keeps status and body. A body that is still arriving must be
    /// [`gathered`](Self::gathered) first.
    pub fn into_message(self) -> Result<Message, Error> {
        self.into_message_of(|| None)
    }

    /// Decodes the response into the value that `blank_output` makes.
    pub(crate) fn into_message_of(self, blank_output: BlankOutput) -> Result<Message, Error> {
        match self {
            Self::Response { response, context } => protocol::decode_response_into(&context, response, blank_output),
            Self::Streaming { context, .. } => {
                let message = "the response is still arriving: call `gathered()` before decoding it";
                Err(Error::new(ErrorKind::UnexpectedResponse, message)
                    .with_operation(context.operation)
                    .with_transport(context.transport))
            }
            Self::Message(message) => Ok(message),
        }
    }

    /// Waits for the rest of a body that is still arriving.
    ///
    /// # Errors
    ///
    /// The body does not arrive completely.
    pub async fn gathered(self) -> Result<Self, Error> {
        match self {
            Self::Streaming { parts, body, context } => {
                let body = body.gathered().await?;
                Ok(Self::Response { response: http::Response::from_parts(parts, body), context })
            }
            complete => Ok(complete),
        }
    }
}
