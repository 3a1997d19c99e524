//! The layer around reqwest's connector: a connection without the client certificate that the server asked for waits before it takes a request.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBuf};
use hyper_util::client::legacy::connect::Connection;
use tokio::time::{Instant, timeout};
use tower::{BoxError, Layer, Service};

use super::tls::{ClientCertificates, SpokeFirst};

#[derive(Clone)]
pub(super) struct Settles(pub(super) ClientCertificates);

#[derive(Clone)]
pub(super) struct Settling<S> {
    connector: S,
    certificates: ClientCertificates,
}

impl<S> Layer<S> for Settles {
    type Service = Settling<S>;

    fn layer(&self, connector: S) -> Settling<S> {
        Settling { connector, certificates: self.0.clone() }
    }
}

impl<S, R> Service<R> for Settling<S>
where
    S: Service<R, Error = BoxError>,
    S::Future: Send + 'static,
    S::Response: Read + Connection + Unpin + Send,
{
    type Response = S::Response;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.connector.poll_ready(context)
    }

    fn call(&mut self, target: R) -> Self::Future {
        let (connecting, certificates) = (self.connector.call(target), self.certificates.clone());
        Box::pin(async move {
            let begun = Instant::now();
            let mut connection = connecting.await?;
            if let Some(wait) = certificates.wait(begun.elapsed()) {
                settled(&mut connection, wait, &certificates).await?;
            }
            Ok(connection)
        })
    }
}

/// Waits whether the server ends the connection. Over HTTP/1.1 it says nothing else before a request. Over HTTP/2 it says that it goes on: its
/// words are lost then, so that another connection has to take the request.
async fn settled<C>(connection: &mut C, wait: Duration, certificates: &ClientCertificates) -> Result<(), BoxError>
where
    C: Read + Connection + Unpin,
{
    match timeout(wait, first_byte(connection)).await {
        Err(_) => Ok(()),
        Ok(Err(error)) => Err(error.into()),
        Ok(Ok(false)) => Err("the server ended the connection".into()),
        Ok(Ok(true)) if connection.connected().is_negotiated_h2() => {
            certificates.accept();
            Err(SpokeFirst.into())
        }
        Ok(Ok(true)) => Err("the server sent something before a request".into()),
    }
}

/// Whether there is one before the end.
async fn first_byte<C: Read + Unpin>(connection: &mut C) -> std::io::Result<bool> {
    poll_fn(|context| {
        let mut byte = [0; 1];
        let mut buffer = ReadBuf::new(&mut byte);
        ready!(Pin::new(&mut *connection).poll_read(context, buffer.unfilled()))?;
        Poll::Ready(Ok(!buffer.filled().is_empty()))
    })
    .await
}
