//! A call that is ready to be made: await it, or set something first.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use crate::client::Client;
use crate::content::ResultType;
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
        self.client.handle(&self.call).await?.gathered().await
    }

    /// Makes the call and gives the answer undecoded, its body as it arrives: [`RawOutput::Streaming`] over HTTP, the whole
    /// result of a service in process.
    ///
    /// # Errors
    ///
    /// As [`raw`](Self::raw). What goes wrong after the body has begun is the last item of the body.
    pub async fn raw_stream(self) -> Result<RawOutput, Error> {
        Ok(self.open().await?.0)
    }

    /// The same, and the call that was made: who decodes the body needs its delimiters, and its secrets to keep them out of errors.
    pub(crate) async fn open(mut self) -> Result<(RawOutput, Call), Error> {
        self.call.stream = true;
        let output = self.client.handle(&self.call).await?;
        Ok((output, self.call))
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
            let delimiters = self.call.request.delimiters();
            let output = self.client.handle(&self.call).await?.gathered().await?;
            let content = output.into_content().map_err(|error| error.without_secrets(&self.call))?;
            T::from_content(content, delimiters).map_err(|unexpected| {
                Error::new(ErrorKind::UnexpectedResponse, unexpected.to_string()).with_operation(operation)
            })
        })
    }
}
