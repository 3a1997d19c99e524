//! Prepared calls: settings of one call, and the future that makes it.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};

use super::service_client::{Client, decoded};
use crate::TransportChoice;
use crate::call::delimited_request;
use crate::call::handler::{Call, RawOutput};
use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind};
use crate::operation::{Effect, Operation};
use crate::redaction::Secrets;
use crate::value::Value;
use crate::value::field::{Field, FieldType};
use crate::value::headers::WithHeaders;
use crate::value::message::{Message, UnexpectedResult};
use crate::value::output::BlankOutput;
use crate::value::output::ExpectedResult;
use crate::value::request::{DynamicRequest, Request};

use crate::value::result::ResultType;
use crate::value::soap_header::SoapHeader;

/// A prepared call. Await it to make the call; with the feature `blocking`, `wait` makes the call without async.
#[must_use = "a prepared call does nothing until it is awaited"]
pub struct Prepared<T> {
    client: Client,
    call: Call,
    result: PhantomData<fn() -> T>,
}

impl Client {
    /// Prepares a call that only a descriptor describes.
    pub fn call(&self, request: DynamicRequest) -> Prepared<Message> {
        Prepared::new(self, Box::new(request))
    }
}

impl<T> Prepared<T> {
    /// A call of `request` with the client's settings.
    pub fn new(client: &Client, request: Box<dyn Request>) -> Self {
        Self { client: client.clone(), call: client.call_of(request), result: PhantomData }
    }

    pub(crate) fn operation(&self) -> &'static Operation {
        self.call.operation()
    }

    pub(crate) fn again_with(&self, request: impl FnOnce(Arc<dyn Request>) -> Arc<dyn Request>) -> Self {
        let call = self.call.with_request(request(Arc::clone(&self.call.request)));
        Self { client: self.client.clone(), call, result: PhantomData }
    }

    /// Sets the transport of the call. The default is the client's. With `Transport::Auto` the call uses another one only if the client's cannot
    /// carry it. [`Transport::HttpGet`](crate::Transport::HttpGet) needs the client's permission to put credentials into a URL.
    pub fn transport(mut self, transport: impl Into<TransportChoice>) -> Self {
        match transport.into() {
            TransportChoice::Only(transport) => {
                self.call.transport = transport;
                self.call.automatic = false;
            }
            TransportChoice::Auto => self.call.automatic = true,
        }
        self
    }

    /// Sends a parameter that the spec does not declare, such as an undocumented one, after the declared ones. A name that is given twice is sent
    /// twice. A name that resembles a declared one is refused before it is sent, because services ignore unknown names; any name is accepted if
    /// the operation is [open](crate::Operation::open) or the call [not checked](Self::unchecked).
    pub fn parameter(mut self, name: impl Into<String>, value: impl Into<Value<'static>>) -> Self {
        self.call.undeclared.push((name.into(), value.into()));
        self
    }

    /// Sends an HTTP header with every attempt, such as an id for tracing. A header that is given twice is sent twice. A malformed header is an
    /// error of the call, and so is one of the protocol: `Content-Type`, `Content-Length`, `SOAPAction`, `Host` and those of the connection. A
    /// service in process does not see HTTP headers.
    ///
    /// Kept exchanges ([`Builder::capture`](crate::Builder::capture)) show the value, unless the header is secret by its name (`Authorization`,
    /// `Cookie`, or with `key`, `token`, `secret`, `auth`, `pass`, `session`, `signature` or `ticket` in it). Send other secrets with
    /// [`secret_header`](Self::secret_header).
    pub fn header<N, V>(self, name: N, value: V) -> Self
    where
        HeaderName: TryFrom<N, Error: Into<http::Error>>,
        HeaderValue: TryFrom<V, Error: Into<http::Error>>,
    {
        let value = HeaderValue::try_from(value).map_err(Into::into);
        self.with_header(HeaderName::try_from(name).map_err(Into::into), value)
    }

    /// Sends an HTTP header as [`header`](Self::header) does. Its value is a secret: errors, logs and kept exchanges do not show it, even if the
    /// server repeats it.
    pub fn secret_header<N>(mut self, name: N, value: impl Into<SecretString>) -> Self
    where
        HeaderName: TryFrom<N, Error: Into<http::Error>>,
    {
        let secret = value.into();
        let value = HeaderValue::try_from(secret.expose_secret()).map_err(Into::into);
        let value = value.map(|mut value| {
            value.set_sensitive(true);
            value
        });
        self.call.secrets.push(secret);
        self.with_header(HeaderName::try_from(name).map_err(Into::into), value)
    }

    /// Keeps texts out of errors, logs, deviations and kept exchanges of this call that the client cannot know as secrets, such as a licence code
    /// in a parameter that is not declared secret.
    pub fn hide_all(mut self, secrets: &Secrets) -> Self {
        let mut texts = Vec::new();
        secrets.push_to(&mut texts);
        self.call.secrets.extend(texts.into_iter().map(SecretString::from));
        self
    }

    /// The secrets of this call: those of its parameters, headers and cookies and those of [`hide_all`](Self::hide_all), and, as soon as they are
    /// known, those of sign-in and responses. A text that names what only a response has, such as an undeclared column, is shown
    /// [with them redacted](Secrets::redacted).
    #[must_use]
    pub fn secrets(&self) -> Secrets {
        self.call.secrets().clone()
    }

    fn with_header(mut self, name: Result<HeaderName, http::Error>, value: Result<HeaderValue, http::Error>) -> Self {
        let wrong = match (name, value) {
            (Ok(name), Ok(_)) if is_of_the_protocol(&name) => format!("the header `{name}` is set by the protocol"),
            (Ok(name), Ok(value)) => {
                self.call.headers.append(name, value);
                return self;
            }
            // The text may be a secret.
            (Ok(name), Err(error)) => format!("the value of the header `{name}` is not valid: {error}"),
            (Err(error), _) => format!("a header has an invalid name: {error}"),
        };
        self.call.wrong_header.get_or_insert(wrong);
        self
    }

    /// Sends a SOAP header, declared by the operation or not. The envelope has headers in the order of these calls. A service in process gets them
    /// too. GET and POST cannot carry headers, so they are an error there. The header replaces one of the same name that the client sends with
    /// every call; a null header only removes it.
    pub fn soap_header(mut self, header: SoapHeader) -> Self {
        self.call.soap_headers.push(header);
        self
    }

    /// Sends a value as the SOAP header that the operation declares with the value's type. If there is no such header, or several, the call is an
    /// error.
    pub fn soap_header_of<H: Field + FieldType>(mut self, value: &H) -> Self {
        match SoapHeader::of(self.operation().messages.request_headers, value) {
            Ok(header) => self.call.soap_headers.push(header),
            Err(why) => {
                self.call.wrong_header.get_or_insert(why);
            }
        }
        self
    }

    /// Sends values without checks by the descriptor, so that the service itself reports mistakes. Missing required parameters are left out, texts
    /// are not compared with their types, and GET and POST leave out values that are absent or that they cannot carry.
    pub fn unchecked(mut self) -> Self {
        self.call.unchecked = true;
        self
    }

    /// Refuses missing required parameters in a call that is [not checked](Self::unchecked): a server takes 0 for a missing number, and a write
    /// would change something else. Calls with checks always do.
    pub fn demand_required(mut self) -> Self {
        self.call.demands_required = true;
        self
    }

    /// Sends absent optional texts over GET and POST as empty ones in a call that is [not checked](Self::unchecked), since services refuse a
    /// form that lacks a parameter. Calls with checks always do.
    pub fn complete_forms(mut self) -> Self {
        self.call.complete_forms = true;
        self
    }

    /// Allows values of enumerations that the spec does not declare, such as texts from a response. By default such a call fails before it is
    /// sent.
    pub fn allow_unknown_values(mut self) -> Self {
        self.call.unknown_values = true;
        self
    }

    /// Fills row and column delimiters that the request leaves open with characters that data does not contain
    /// ([`Delimiters::unambiguous`](crate::Delimiters::unambiguous)). It does nothing for an operation without such parameters, and does not
    /// change stated delimiters. The result knows its delimiters in any case.
    pub fn safe_delimiters(mut self) -> Self {
        self.call.request = delimited_request::complete(self.call.request);
        self
    }

    /// Limits the time of the whole call with all its attempts and the waits between them. The default is the client's setting. A streamed call
    /// must begin its body within that time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.call.timeout = Some(timeout);
        self
    }

    /// Limits the time of one attempt. The default is the client's setting.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.call.attempt_timeout = Some(timeout);
        self
    }

    /// Sets when the call is retried. The default is the client's policy. With every policy, a write or send that may have been done is not
    /// repeated.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.call.retry = policy;
        self
    }

    /// Retries the call as one of this effect, for an operation whose description does not state what it does. The default is the operation's.
    pub fn effect(mut self, effect: Effect) -> Self {
        self.call.effect = Some(effect);
        self
    }

    /// Makes the call and returns the response undecoded: the whole HTTP response, or the result of a service in process.
    ///
    /// # Errors
    ///
    /// Those of awaiting the call, except errors of decoding a successful response.
    pub async fn raw(mut self) -> Result<RawOutput, Error> {
        self.client.perform(&mut self.call, false).await
    }

    /// Makes the call, and returns the message with the response that it was read from. The response is absent for a service in process.
    ///
    /// # Errors
    ///
    /// Those of awaiting the call. A response that is no result is the [`Error::body`] of its error.
    pub async fn message_with_response(mut self) -> Result<(Message, Option<http::Response<Bytes>>), Error> {
        let output = self.client.perform(&mut self.call, false).await?;
        let response = match &output {
            RawOutput::Response { response, .. } => Some(response.clone()),
            RawOutput::Streaming { .. } | RawOutput::Message(_) => None,
        };
        Ok((decoded(&self.call, output).await?, response))
    }

    /// Makes the call and returns the undecoded response with its body as it arrives: [`RawOutput::Streaming`] over HTTP, the whole result of a
    /// service in process.
    ///
    /// # Errors
    ///
    /// Those of [`raw`](Self::raw). An error after the body has begun is the last item of the body.
    pub async fn raw_stream(self) -> Result<RawOutput, Error> {
        Ok(self.open().await?.0)
    }

    /// Makes the call, and returns the output with the call: decoding needs its delimiters, and its secrets for redaction.
    pub(crate) async fn open(mut self) -> Result<(RawOutput, Call), Error> {
        self.call.stream = true;
        let output = self.client.perform(&mut self.call, false).await?;
        Ok((output, self.call))
    }
}

fn is_of_the_protocol(name: &HeaderName) -> bool {
    use http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, TE, TRAILER, TRANSFER_ENCODING, UPGRADE};
    name == "soapaction"
        || [CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, TE, TRAILER, TRANSFER_ENCODING, UPGRADE].contains(name)
}

impl<T> std::fmt::Debug for Prepared<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Prepared").field(&self.call).finish()
    }
}

impl<T: ResultType> Prepared<T> {
    /// Returns the result with the SOAP headers of the response, and its deviations from the service description.
    pub fn with_headers(self) -> Prepared<WithHeaders<T>> {
        Prepared { client: self.client, call: self.call, result: PhantomData }
    }
}

impl<T: ResultType> IntoFuture for Prepared<T> {
    type Output = Result<T, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(Awaited {
            arrived: arrived(self.client, self.call, T::blank_output),
            result: PhantomData::<fn() -> T>,
        })
    }
}

/// A call under way. Only the reading of the message is compiled for each result type.
struct Awaited<T> {
    arrived: Pin<Box<dyn Future<Output = Result<Arrived, Error>> + Send>>,
    result: PhantomData<fn() -> T>,
}

/// The message of a call, with the facts for reading it and for errors.
struct Arrived {
    message: Message,
    expected: ExpectedResult,
    call: Call,
}

impl<T: ResultType> Future for Awaited<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Arrived { message, expected, call } = ready!(self.arrived.as_mut().poll(context))?;
        Poll::Ready(T::from_message(message, &expected).map_err(|unexpected| unreadable(&call, &unexpected)))
    }
}

fn arrived(
    client: Client,
    mut call: Call,
    blank_output: BlankOutput,
) -> Pin<Box<dyn Future<Output = Result<Arrived, Error>> + Send>> {
    Box::pin(async move {
        let expected = ExpectedResult::of(call.request.as_ref());
        call.blank_output = blank_output;
        let message = client.perform(&mut call, true).await?.into_message()?;
        Ok(Arrived { message, expected, call })
    })
}

fn unreadable(call: &Call, unexpected: &UnexpectedResult) -> Error {
    let error = Error::new(ErrorKind::UnexpectedResponse, unexpected.to_string()).with_operation(call.operation());
    error.without_secrets(&call.redaction())
}
