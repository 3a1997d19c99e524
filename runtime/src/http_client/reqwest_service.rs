//! reqwest as a tower service over the types of `http`.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::uri::Scheme;
use http::{Request, Response, Uri};
use reqwest::Url;
use tokio::sync::OwnedSemaphorePermit;
use tower::{BoxError, Service};

use super::address;
use super::in_pieces;
#[cfg(not(feature = "rustls-tls"))]
use super::no_tls::ClientCertificates;
use super::places::{InPlace, Places};
#[cfg(feature = "rustls-tls")]
use super::tls::ClientCertificates;

/// reqwest, and the address of most requests.
#[derive(Clone)]
pub(crate) struct Reqwest {
    http: reqwest::Client,
    /// The address, parsed once in two forms: reqwest takes a URL. `None` if it is not a valid URI.
    address: Option<(Uri, Url)>,
    /// Whether requests may be sent unencrypted to other machines.
    plain_http: bool,
    places: Places,
    certificates: Option<ClientCertificates>,
    /// Whether a request had a response.
    has_response: Arc<AtomicBool>,
}

impl Reqwest {
    /// Allows at most `places` requests at the same time.
    pub(crate) fn new(http: reqwest::Client, address: Url, plain_http: bool, places: usize) -> Self {
        let address = address.as_str().parse().ok().map(|uri| (uri, address));
        Self {
            http,
            address,
            plain_http,
            places: Places::new(places),
            certificates: None,
            has_response: Arc::default(),
        }
    }

    pub(crate) fn with_certificates(mut self, certificates: Option<ClientCertificates>) -> Self {
        self.certificates = certificates;
        self
    }

    fn converted(&self, request: Request<Bytes>) -> Result<reqwest::Request, BoxError> {
        let Some((_, url)) = self.address.as_ref().filter(|(known, _)| known == request.uri()) else {
            self.permit(request.uri())?;
            return Ok(reqwest::Request::try_from(request)?);
        };
        let (parts, body) = request.into_parts();
        let mut converted = reqwest::Request::new(parts.method, url.clone());
        *converted.headers_mut() = parts.headers;
        *converted.version_mut() = parts.version;
        *converted.body_mut() = Some(body.into());
        Ok(converted)
    }

    fn begun(&mut self, mut request: reqwest::Request, body: Bytes) -> Begun {
        let again = {
            let is_undecided = self.certificates.as_ref().is_some_and(ClientCertificates::is_undecided);
            let request =
                if is_undecided && !self.has_response.load(Ordering::Relaxed) { request.try_clone() } else { None };
            request.map(|request| Box::new((self.http.clone(), request)))
        };
        // A body in pieces cannot be cloned.
        *request.body_mut() = Some(in_pieces::body(body));
        Begun {
            pending: self.http.call(request),
            place: self.places.take(),
            certificates: self.certificates.clone(),
            again,
            has_response: Arc::clone(&self.has_response),
        }
    }

    /// Refuses a request of a layer that would go unencrypted to another server than the checked one.
    fn permit(&self, uri: &Uri) -> Result<(), BoxError> {
        let is_checked =
            |(known, _): &(Uri, Url)| known.scheme() == uri.scheme() && known.authority() == uri.authority();
        if self.plain_http || uri.scheme() == Some(&Scheme::HTTPS) || self.address.as_ref().is_some_and(is_checked) {
            return Ok(());
        }
        Err(address::plain("the server that a layer put into the request").into())
    }
}

impl Service<Request<Bytes>> for Reqwest {
    type Response = Response<InPlace>;
    type Error = BoxError;
    type Future = Exchanging;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.places.poll_take(context)
    }

    fn call(&mut self, request: Request<Bytes>) -> Exchanging {
        let body = request.body().clone();
        match self.converted(request) {
            Ok(request) => Exchanging::Begun(self.begun(request, body)),
            Err(error) => Exchanging::Refused(Some(error)),
        }
    }
}

pub(crate) enum Exchanging {
    Begun(Begun),
    /// The error of a request that was not sent; `None` once the error was taken.
    Refused(Option<BoxError>),
}

pub(crate) struct Begun {
    pending: <reqwest::Client as Service<reqwest::Request>>::Future,
    /// `None` if a layer did not wait for a place.
    place: Option<OwnedSemaphorePermit>,
    certificates: Option<ClientCertificates>,
    /// The request, for a first connection that only shows that the server goes on without a client certificate.
    again: Option<Box<(reqwest::Client, reqwest::Request)>>,
    has_response: Arc<AtomicBool>,
}

impl Future for Exchanging {
    type Output = Result<Response<InPlace>, BoxError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut *self {
            Self::Begun(begun) => {
                let response = match ready!(Pin::new(&mut begun.pending).poll(context)) {
                    Err(error) if begun.goes_on(&error) => {
                        context.waker().wake_by_ref();
                        return Poll::Pending;
                    }
                    response => response.map_err(|error| begun.explained(error))?,
                };
                let place = begun.place.take();
                let mut response = Response::from(response).map(|body| InPlace::new(body, place));
                begun.report(&mut response);
                Poll::Ready(Ok(response))
            }
            Self::Refused(error) => error.take().map_or(Poll::Pending, |error| Poll::Ready(Err(error))),
        }
    }
}

impl Begun {
    /// Whether the request begins once more after this error, with which nothing was sent.
    fn goes_on(&mut self, error: &reqwest::Error) -> bool {
        if !ClientCertificates::goes_on(error) {
            return false;
        }
        let Some(again) = self.again.take() else { return false };
        let (mut http, request) = *again;
        self.pending = http.call(request);
        true
    }

    fn explained(&self, error: reqwest::Error) -> BoxError {
        match &self.certificates {
            None => error.into(),
            Some(certificates) => certificates.explained(error.into()),
        }
    }

    fn report<B>(&self, response: &mut Response<B>) {
        self.has_response.store(true, Ordering::Relaxed);
        if let Some(certificates) = &self.certificates {
            response.extensions_mut().insert(certificates.report());
        }
    }
}
