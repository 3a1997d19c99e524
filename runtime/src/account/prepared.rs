//! A call that is ready to be made: await it, or set something first.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::client::Client;
use crate::TransportChoice;
use crate::call::delimited_request;
use crate::call::handler::{Call, RawOutput};
use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind};
use crate::operation::Operation;
use crate::value::Value;
use crate::value::field::{Field, FieldType};
use crate::value::headers::WithHeaders;
use crate::value::message::{Message, UnexpectedResult};
use crate::value::output::BlankOutput;
use crate::value::output::ExpectedResult;
use crate::value::request::{DynamicRequest, Request};

use crate::value::result::ResultType;
use crate::value::soap_header::SoapHeader;

/// A prepared call. Nothing happens until it is awaited; with the feature `blocking`, `wait` makes the call without async.
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

    /// The operation called.
    pub(crate) fn operation(&self) -> &'static Operation {
        self.call.operation()
    }

    /// The same call anew, with a request made of this one's.
    pub(crate) fn again_with(&self, request: impl FnOnce(Arc<dyn Request>) -> Arc<dyn Request>) -> Self {
        let call = self.call.anew(request(Arc::clone(&self.call.request)));
        Self { client: self.client.clone(), call, result: PhantomData }
    }

    /// Uses another transport than the client's, or with `Transport::Auto` another one if the client's cannot carry the call.
    /// [`Transport::HttpGet`](crate::Transport::HttpGet) still needs the client's permission to put credentials into a URL.
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

    /// Sends a parameter that the spec does not declare: services have more than their documentation shows. It is sent by
    /// `name` after the declared ones; giving a name twice sends it twice. A misspelt name is sent, too, and most services pass over it
    /// without an error.
    pub fn parameter(mut self, name: impl Into<String>, value: impl Into<Value<'static>>) -> Self {
        self.call.undeclared.push((name.into(), value.into()));
        self
    }

    /// Sends a header, such as a request's id for tracing, with every attempt. Given twice, it is sent twice. The protocol's own
    /// (`Content-Type`, `Content-Length`, `SOAPAction`, `Host` and those of the connection) are an error of the call, and so is what is no
    /// header. A service in process sees none.
    ///
    /// A value is shown in kept exchanges ([`Builder::capture`](crate::Builder::capture)), and proxies may log it. Of one that is a secret
    /// give an [`http::HeaderValue`] that [is sensitive](http::HeaderValue::set_sensitive): it is not shown.
    pub fn header<N, V>(mut self, name: N, value: V) -> Self
    where
        HeaderName: TryFrom<N, Error: Into<http::Error>>,
        HeaderValue: TryFrom<V, Error: Into<http::Error>>,
    {
        let name = HeaderName::try_from(name).map_err(Into::into);
        let value = HeaderValue::try_from(value).map_err(Into::into);
        let wrong = match (name, value) {
            (Ok(name), Ok(_)) if is_of_the_protocol(&name) => format!("the header `{name}` is set by the protocol"),
            (Ok(name), Ok(value)) => {
                self.call.headers.append(name, value);
                return self;
            }
            // The text may be a secret, or stand for one.
            (Ok(name), Err(error)) => format!("the value of the header `{name}` is none: {error}"),
            (Err(error), _) => format!("a header has no name that HTTP can carry: {error}"),
        };
        self.call.wrong_header.get_or_insert(wrong);
        self
    }

    /// Sends a SOAP header: one that the operation declares, or any other. They stand in the envelope in the order they are given. A
    /// service in process gets them too; over GET and POST a call with headers is an error, because they carry none. A header of a name goes in
    /// the place of that which the client would send; one that is null is not sent.
    pub fn soap_header(mut self, header: SoapHeader) -> Self {
        self.call.soap_headers.push(header);
        self
    }

    /// Sends a value as the SOAP header of its type: the one that the operation declares. If it declares none, or several, the call is an
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

    /// Sends values as they are, without checks by the descriptor, so that the service itself states what is wrong. What is required
    /// and was not given is left out, texts are not compared with their types, and what GET and POST cannot carry they leave out.
    pub fn unchecked(mut self) -> Self {
        self.call.unchecked = true;
        self
    }

    /// Sends values of enumerations that the spec does not declare: texts that a response brought, for example. Without this they
    /// are an error of the call, and nothing is sent.
    pub fn allow_unknown_values(mut self) -> Self {
        self.call.unknown_values = true;
        self
    }

    /// Asks for delimiters that no data holds ([`Delimiters::unambiguous`](crate::Delimiters::unambiguous)), where the operation
    /// takes row and column delimiters of its result and the request states none, or only one of them. What the request states is
    /// never changed, and without this nothing is added. The result knows its delimiters either way.
    pub fn safe_delimiters(mut self) -> Self {
        self.call.request = delimited_request::complete(self.call.request);
        self
    }

    /// How long the whole call may take, all its attempts and the waits between them, instead of the client's setting. Of a
    /// streamed call it bounds the time until the body begins.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.call.timeout = Some(timeout);
        self
    }

    /// How long one attempt may take, instead of the client's setting.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.call.attempt_timeout = Some(timeout);
        self
    }

    /// When the call is tried again, instead of the client's policy. Whatever it says, what an operation does decides first: a
    /// write or send that may have been done is not repeated.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.call.retry = policy;
        self
    }

    /// Makes the call and returns the response undecoded: the whole HTTP response, or the result of a service in process.
    ///
    /// # Errors
    ///
    /// Those of awaiting the call, except what is wrong with a successful response.
    pub async fn raw(mut self) -> Result<RawOutput, Error> {
        self.client.perform(&mut self.call, false).await
    }

    /// Makes the call and returns the response undecoded, its body as it arrives: [`RawOutput::Streaming`] over HTTP, the whole
    /// result of a service in process.
    ///
    /// # Errors
    ///
    /// As [`raw`](Self::raw). What goes wrong after the body has begun is the last item of the body.
    pub async fn raw_stream(self) -> Result<RawOutput, Error> {
        Ok(self.open().await?.0)
    }

    /// The same, and the call that was made: decoding the body needs its delimiters, and its secrets to keep them out of errors.
    pub(crate) async fn open(mut self) -> Result<(RawOutput, Call), Error> {
        self.call.stream = true;
        let output = self.client.perform(&mut self.call, false).await?;
        Ok((output, self.call))
    }
}

/// Whether a header belongs to the message or the connection, whatever it is about.
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
    /// Returns the result with the SOAP headers of the response, and what contradicts the service's own description. They are read of an
    /// operation whose messages are [described](crate::Operation::described); of others there are none.
    pub fn with_headers(self) -> Prepared<WithHeaders<T>> {
        Prepared { client: self.client, call: self.call, result: PhantomData }
    }
}

impl<T: ResultType> IntoFuture for Prepared<T> {
    type Output = Result<T, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(Awaited { arrived: arrived(self.client, self.call, T::blank), result: PhantomData::<fn() -> T> })
    }
}

/// A call under way. What is compiled once per result type is only what reads the message.
struct Awaited<T> {
    arrived: Pin<Box<dyn Future<Output = Result<Arrived, Error>> + Send>>,
    result: PhantomData<fn() -> T>,
}

/// What a call returned, and what is told if it is not what its caller expects.
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
    blank: BlankOutput,
) -> Pin<Box<dyn Future<Output = Result<Arrived, Error>> + Send>> {
    Box::pin(async move {
        let expected = ExpectedResult::of(call.request.as_ref());
        call.blank = blank;
        let message = client.perform(&mut call, true).await?.into_message()?;
        Ok(Arrived { message, expected, call })
    })
}

fn unreadable(call: &Call, unexpected: &UnexpectedResult) -> Error {
    let error = Error::new(ErrorKind::UnexpectedResponse, unexpected.to_string()).with_operation(call.operation());
    error.without_secrets(&call.redaction())
}
