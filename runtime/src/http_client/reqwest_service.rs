//! reqwest as a tower service over the types of `http`.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::uri::Scheme;
use http::{Request, Response, Uri};
use reqwest::Url;
use tokio::sync::OwnedSemaphorePermit;
use tower::{BoxError, Service};

use super::address;
use super::http_clients::{Exchange, HttpClients};
use super::permits::{PermitBody, Permits};

/// reqwest, and the address of most requests.
#[derive(Clone)]
pub(crate) struct Reqwest {
    http: HttpClients,
    /// The address, parsed once in two forms: reqwest takes a URL. `None` if it is not a valid URI.
    address: Option<(Uri, Url)>,
    /// Whether requests may be sent unencrypted to other machines.
    plain_http: bool,
    permits: Permits,
}

impl Reqwest {
    /// Allows at most `permits` requests at the same time.
    pub(crate) fn new(http: HttpClients, address: Url, plain_http: bool, permits: usize) -> Self {
        let address = address.as_str().parse().ok().map(|uri| (uri, address));
        Self { http, address, plain_http, permits: Permits::new(permits) }
    }

    /// The request without its body.
    fn converted(&self, request: Request<()>) -> Result<reqwest::Request, BoxError> {
        let Some((_, url)) = self.address.as_ref().filter(|(known, _)| known == request.uri()) else {
            self.permit(request.uri())?;
            return Ok(reqwest::Request::try_from(request.map(|()| Bytes::new()))?);
        };
        let (parts, ()) = request.into_parts();
        let mut converted = reqwest::Request::new(parts.method, url.clone());
        *converted.headers_mut() = parts.headers;
        *converted.version_mut() = parts.version;
        Ok(converted)
    }

    /// Refuses a request of a layer that would go unencrypted to another server than the checked one.
    fn permit(&self, uri: &Uri) -> Result<(), BoxError> {
        let is_checked =
            |(known, _): &(Uri, Url)| known.scheme() == uri.scheme() && known.authority() == uri.authority();
        if self.plain_http || uri.scheme() == Some(&Scheme::HTTPS) || self.address.as_ref().is_some_and(is_checked) {
            return Ok(());
        }
        Err(address::unencrypted("the server that a layer put into the request").into())
    }
}

impl Service<Request<Bytes>> for Reqwest {
    type Response = Response<PermitBody>;
    type Error = BoxError;
    type Future = Exchanging;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.permits.poll_take(context)
    }

    fn call(&mut self, request: Request<Bytes>) -> Exchanging {
        let (parts, body) = request.into_parts();
        match self.converted(Request::from_parts(parts, ())) {
            Ok(request) => Exchanging::Begun(self.http.send(request, body), self.permits.take()),
            Err(error) => Exchanging::Refused(Some(error)),
        }
    }
}

pub(crate) enum Exchanging {
    /// The permit is `None` if a layer did not wait for one.
    Begun(Exchange, Option<OwnedSemaphorePermit>),
    /// The error of a request that was not sent; `None` once the error was taken.
    Refused(Option<BoxError>),
}

impl Future for Exchanging {
    type Output = Result<Response<PermitBody>, BoxError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut *self {
            Self::Begun(exchange, permit) => {
                let response = ready!(Pin::new(exchange).poll(context))?;
                let permit = permit.take();
                Poll::Ready(Ok(response.map(|body| PermitBody::new(body, permit))))
            }
            Self::Refused(error) => error.take().map_or(Poll::Pending, |error| Poll::Ready(Err(error))),
        }
    }
}
