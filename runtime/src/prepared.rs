//! A call that is ready to be made: await it, or set something first.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use crate::client::Client;
use crate::content::{ResultTerms, ResultType};
use crate::delimited_request;
use crate::error::{Error, ErrorKind};
use crate::handler::{Call, RawOutput};
use crate::request::Request;
use crate::transport::Transport;
use crate::value::Value;

/// A prepared call. Nothing happens until it is awaited.
#[must_use = "a prepared call does nothing until it is awaited"]
pub struct Prepared<T> {
    client: Client,
    call: Call,
    result: PhantomData<fn() -> T>,
}

impl<T> Prepared<T> {
    /// A call of `request` with the client's settings.
    pub fn new(client: &Client, request: Box<dyn Request>) -> Self {
        Self { client: client.clone(), call: client.call_of(request), result: PhantomData }
    }

    /// Uses another transport than the client's. Choosing [`Transport::HttpGet`] still needs the client's permission to put
    /// credentials into a URL.
    pub fn transport(mut self, transport: Transport) -> Self {
        self.call.transport = transport;
        self
    }

    /// Sends a parameter that the spec does not declare: services have more than their documentation shows. It is sent by
    /// `name` after the declared ones; giving a name twice sends it twice.
    pub fn parameter(mut self, name: impl Into<String>, value: impl Into<Value<'static>>) -> Self {
        self.call.undeclared.push((name.into(), value.into()));
        self
    }

    /// Asks for delimiters that no data holds ([`Delimiters::unambiguous`](crate::Delimiters::unambiguous)), where the operation
    /// takes row and column delimiters of its result and the request states none, or only one of them. What the request states is
    /// never changed, and without this nothing is added. The result knows its delimiters either way.
    pub fn safe_delimiters(mut self) -> Self {
        self.call.request = delimited_request::complete(self.call.request);
        self
    }

    /// How long the whole call may take, instead of the client's setting.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.call.timeout = Some(timeout);
        self
    }

    /// Makes the call and gives the answer undecoded: the whole HTTP response, or the result of a service in process.
    ///
    /// # Errors
    ///
    /// As awaiting the call, but for what is wrong with a successful answer.
    pub async fn raw(self) -> Result<RawOutput, Error> {
        self.client.handle(&self.call).await
    }
}

impl<T> std::fmt::Debug for Prepared<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Prepared").field(&self.call).finish()
    }
}

impl<T: ResultType> IntoFuture for Prepared<T> {
    type Output = Result<T, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let operation = self.call.operation();
            let terms = ResultTerms::of(self.call.request.as_ref());
            let output = self.client.handle(&self.call).await?;
            let content = output.into_content().map_err(|error| error.without_secrets(&self.call))?;
            T::from_content(content, terms).map_err(|unexpected| {
                Error::new(ErrorKind::UnexpectedResponse, unexpected.to_string()).with_operation(operation)
            })
        })
    }
}
