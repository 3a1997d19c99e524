//! reqwest, over the version of HTTP that a server takes.
//!
//! A server may not process a request over HTTP/2 and want HTTP/1.1 (`HTTP_1_1_REQUIRED`). IIS does so where Windows sign-in or a client
//! certificate is wanted only for some addresses. The version of a connection is agreed in its handshake, so such a request needs another client.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::Response;
use reqwest::{ClientBuilder, Url};
use tower::{BoxError, Service as _};

use super::connection::http_client;
#[cfg(feature = "rustls-tls")]
use super::connector::Settles;
use super::in_pieces;
#[cfg(not(feature = "rustls-tls"))]
use super::no_tls::ClientCertificates;
use super::refusal;
#[cfg(feature = "rustls-tls")]
use super::tls::{ClientCertificates, Tls};
use crate::client::observation;

/// HTTP clients of equal settings: one offers HTTP/2 and HTTP/1.1, the other HTTP/1.1 only. A request that a server has certainly not processed is
/// sent again where that helps:
///
/// * over HTTP/1.1, if the server wants it. Later requests to that server begin with it. The response has [`RepeatedOverHttp1`] in its extensions.
/// * on another connection, if the first one only showed that the server goes on without a client certificate.
///
/// Redirects are not followed. Clones share connections.
#[derive(Clone)]
pub struct HttpClients(Arc<Shared>);

struct Shared {
    negotiating: reqwest::Client,
    /// Made when a server first wants it; `None` if that fails.
    over_http1: OnceLock<Option<reqwest::Client>>,
    make: Make,
    /// The servers that want HTTP/1.1.
    wanting_http1: RwLock<Vec<(String, Option<u16>)>>,
    certificates: Option<ClientCertificates>,
}

type Make = Box<dyn Fn(Versions) -> Result<reqwest::Client, reqwest::Error> + Send + Sync>;

/// The versions of HTTP that a client offers.
#[derive(Clone, Copy, PartialEq)]
enum Versions {
    All,
    Http1,
}

/// The error of settings that no HTTP client can have.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpClientError {
    /// The certificates of the operating system, or those to trust, cannot be used.
    #[cfg(feature = "rustls-tls")]
    #[error("TLS cannot be set up")]
    Tls(#[source] rustls::Error),
    /// Another setting is wrong.
    #[error("the HTTP client cannot be made")]
    Client(#[source] reqwest::Error),
}

impl HttpClientError {
    pub(super) fn into_source(self) -> BoxError {
        match self {
            #[cfg(feature = "rustls-tls")]
            Self::Tls(error) => error.into(),
            Self::Client(error) => error.into(),
        }
    }
}

/// The request had gone over HTTP/2, and was repeated over HTTP/1.1 because the server wanted that. An extension of the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedOverHttp1;

impl HttpClients {
    /// Clients with these settings, beside those of [`http_client`]. The settings are made once for each client.
    ///
    /// # Errors
    ///
    /// A setting is wrong.
    pub fn new(
        settings: impl Fn(ClientBuilder) -> ClientBuilder + Send + Sync + 'static,
    ) -> Result<Self, HttpClientError> {
        let make = move |versions| build(settings(http_client()), versions);
        Self::with_make(Box::new(make), None)
    }

    /// Clients with these settings and this TLS, in the place of reqwest's own settings of certificates: those are ignored then. The extensions of each
    /// response have a [`ClientCertificateReport`](super::ClientCertificateReport).
    ///
    /// # Errors
    ///
    /// The certificates cannot be used, or a setting is wrong.
    #[cfg(feature = "rustls-tls")]
    pub fn with_tls(
        tls: &Tls,
        settings: impl Fn(ClientBuilder) -> ClientBuilder + Send + Sync + 'static,
    ) -> Result<Self, HttpClientError> {
        let (config, certificates) = tls.client_config(Versions::All.protocols()).map_err(HttpClientError::Tls)?;
        let settles = Settles(certificates.clone());
        let make = move |versions: Versions| {
            let mut config = config.clone();
            config.alpn_protocols = versions.protocols().iter().map(|name| name.as_bytes().to_vec()).collect();
            let http = http_client().tls_backend_preconfigured(config).connector_layer(settles.clone());
            build(settings(http), versions)
        };
        Self::with_make(Box::new(make), Some(certificates))
    }

    /// Clients with these settings for addresses over `http://`. Only a proxy may be reached over this TLS. By itself, reqwest would read the
    /// certificates of the operating system at once.
    #[cfg(feature = "rustls-tls")]
    pub(super) fn unencrypted(
        tls: &Tls,
        settings: impl Fn(ClientBuilder) -> ClientBuilder + Send + Sync + 'static,
    ) -> Result<Self, HttpClientError> {
        let (config, _) = tls.client_config(&[]).map_err(HttpClientError::Tls)?;
        Self::new(move |http| settings(http.tls_backend_preconfigured(config.clone())))
    }

    fn with_make(make: Make, certificates: Option<ClientCertificates>) -> Result<Self, HttpClientError> {
        let negotiating = make(Versions::All).map_err(|error| HttpClientError::Client(error.without_url()))?;
        let (over_http1, wanting_http1) = (OnceLock::new(), RwLock::default());
        Ok(Self(Arc::new(Shared { negotiating, over_http1, make, wanting_http1, certificates })))
    }

    /// Sends a request with this body. That of the request itself is ignored.
    pub fn send(&self, request: reqwest::Request, body: Bytes) -> Exchange {
        // Without TLS nobody offers HTTP/2.
        let is_negotiated = request.url().scheme() == "https";
        let client = self.wanted_by(request.url()).filter(|_| is_negotiated);
        let again = client.is_none() && is_negotiated;
        let again = if again { request.try_clone().map(|request| Box::new((request, body.clone()))) } else { None };
        let pending = begun(client.unwrap_or(&self.0.negotiating), request, body);
        Exchange { clients: self.clone(), pending, again, is_connected_anew: false, is_over_http1: false }
    }

    /// The client for a server that wants HTTP/1.1; `None` for others.
    fn wanted_by(&self, url: &Url) -> Option<&reqwest::Client> {
        let client = self.0.over_http1.get()?.as_ref()?;
        let wanting = self.0.wanting_http1.read().unwrap_or_else(PoisonError::into_inner);
        wanting.iter().any(|known| is_at(url, known)).then_some(client)
    }

    /// Notes that the server of the address wants HTTP/1.1.
    fn over_http1(&self, url: &Url) -> Option<&reqwest::Client> {
        let client = self.0.over_http1.get_or_init(|| {
            let client = (self.0.make)(Versions::Http1);
            client.inspect_err(|error| tracing::warn!(%error, "no client for HTTP/1.1 can be made")).ok()
        });
        let client = client.as_ref()?;
        let mut wanting = self.0.wanting_http1.write().unwrap_or_else(PoisonError::into_inner);
        if !wanting.iter().any(|known| is_at(url, known)) {
            wanting.push((url.host_str().unwrap_or_default().to_owned(), url.port_or_known_default()));
        }
        Some(client)
    }
}

fn is_at(url: &Url, (host, port): &(String, Option<u16>)) -> bool {
    url.host_str() == Some(host) && url.port_or_known_default() == *port
}

fn build(http: ClientBuilder, versions: Versions) -> Result<reqwest::Client, reqwest::Error> {
    let http = if versions == Versions::Http1 { http.http1_only() } else { http };
    // A redirect would drop the body of a POST, and take the credentials of a GET to another server.
    http.redirect(reqwest::redirect::Policy::none()).build()
}

fn begun(client: &reqwest::Client, mut request: reqwest::Request, body: Bytes) -> Pending {
    *request.body_mut() = Some(in_pieces::body(body));
    (&mut &*client).call(request)
}

impl Versions {
    #[cfg(feature = "rustls-tls")]
    const fn protocols(self) -> &'static [&'static str] {
        match self {
            Self::All => &["h2", "http/1.1"],
            Self::Http1 => &["http/1.1"],
        }
    }
}

type Pending = <reqwest::Client as tower::Service<reqwest::Request>>::Future;

/// A request on its way: a future of the response.
#[must_use = "nothing is sent until it is polled"]
pub struct Exchange {
    clients: HttpClients,
    pending: Pending,
    /// The request without its body, and the body, as long as it may be sent again.
    again: Option<Box<(reqwest::Request, Bytes)>>,
    is_connected_anew: bool,
    is_over_http1: bool,
}

impl Future for Exchange {
    type Output = Result<Response<reqwest::Body>, BoxError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            let error = match ready!(Pin::new(&mut self.pending).poll(context)) {
                Ok(response) => return Poll::Ready(Ok(self.reported(response.into()))),
                Err(error) => error,
            };
            match self.repeated(&error) {
                Some(pending) => self.pending = pending,
                None => return Poll::Ready(Err(self.explained(error))),
            }
        }
    }
}

impl Exchange {
    /// The request, sent once more; `None` if it may have been processed, or if another try does not help.
    fn repeated(&mut self, error: &reqwest::Error) -> Option<Pending> {
        if refusal::wants_http1(error) {
            let (request, body) = *self.again.take()?;
            let client = self.clients.over_http1(request.url())?;
            observation::repeated_over_http1();
            self.is_over_http1 = true;
            return Some(begun(client, request, body));
        }
        if self.is_connected_anew || !ClientCertificates::goes_on(error) {
            return None;
        }
        let (request, body) = self.again.as_deref()?;
        self.is_connected_anew = true;
        Some(begun(&self.clients.0.negotiating, request.try_clone()?, body.clone()))
    }

    fn explained(&self, error: reqwest::Error) -> BoxError {
        match &self.clients.0.certificates {
            None => error.into(),
            Some(certificates) => certificates.explained(error.into()),
        }
    }

    fn reported(&self, mut response: Response<reqwest::Body>) -> Response<reqwest::Body> {
        if let Some(certificates) = &self.clients.0.certificates {
            response.extensions_mut().insert(certificates.report());
        }
        if self.is_over_http1 {
            response.extensions_mut().insert(RepeatedOverHttp1);
        }
        response
    }
}

impl fmt::Debug for HttpClients {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("HttpClients").finish_non_exhaustive()
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Exchange").finish_non_exhaustive()
    }
}
