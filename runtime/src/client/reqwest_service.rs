//! reqwest as a tower service over the types of `http`.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response, Uri};
use reqwest::Url;
use tower::Service;

/// reqwest, and the address that most requests go to.
#[derive(Clone)]
pub(super) struct Reqwest {
    http: reqwest::Client,
    /// Parsed once: reqwest wants a URL where everybody else has a URI. `None` if it is none that HTTP can carry.
    address: Option<(Uri, Url)>,
}

impl Reqwest {
    pub(super) fn new(http: reqwest::Client, address: Url) -> Self {
        Self { http, address: address.as_str().parse().ok().map(|uri| (uri, address)) }
    }

    fn converted(&self, request: Request<Bytes>) -> Result<reqwest::Request, reqwest::Error> {
        let Some((_, url)) = self.address.as_ref().filter(|(known, _)| known == request.uri()) else {
            return reqwest::Request::try_from(request);
        };
        let (parts, body) = request.into_parts();
        let mut converted = reqwest::Request::new(parts.method, url.clone());
        *converted.headers_mut() = parts.headers;
        *converted.version_mut() = parts.version;
        *converted.body_mut() = Some(body.into());
        Ok(converted)
    }
}

impl Service<Request<Bytes>> for Reqwest {
    type Response = Response<reqwest::Body>;
    type Error = reqwest::Error;
    type Future = Exchanging;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), reqwest::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Bytes>) -> Exchanging {
        match self.converted(request) {
            Ok(request) => Exchanging::Begun(self.http.call(request)),
            Err(error) => Exchanging::Refused(Some(error)),
        }
    }
}

/// An exchange under way.
pub(super) enum Exchanging {
    Begun(<reqwest::Client as Service<reqwest::Request>>::Future),
    /// The request is none that reqwest can send; `None` once that is told.
    Refused(Option<reqwest::Error>),
}

impl Future for Exchanging {
    type Output = Result<Response<reqwest::Body>, reqwest::Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut *self {
            Self::Begun(pending) => Pin::new(pending).poll(context).map_ok(Response::from),
            Self::Refused(error) => error.take().map_or(Poll::Pending, |error| Poll::Ready(Err(error))),
        }
    }
}
