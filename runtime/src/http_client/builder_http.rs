//! Clients that call over HTTP: which HTTP stack they use, and what stands around it.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use tower::{BoxError, Layer, Service};

use super::address::{Address, LOCALHOST};
use super::environment_proxy;
use super::http_handler::HttpHandler;
use super::http_service::HttpService;
use super::http_settings::{Around, HttpSettings};
use super::http_wire::HttpWire;
use super::reqwest_service::Reqwest;
use super::tls_provider;
use super::under_layers::UnderLayers;
use crate::account::{Builder, Client};
use crate::call::delivery::Layers;
use crate::error::{Error, ErrorKind};
use crate::operation::Role;

impl<C: From<Client>> Builder<C> {
    /// Changes the settings of the HTTP client: proxies, client certificates, root certificates, the user agent. Given several
    /// times, the changes are made in that order. What keeps a call from being made twice is set after them and holds: no
    /// redirects, no retries of reqwest's own.
    ///
    /// Without such changes, proxies are those of the environment: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and their exceptions
    /// in `NO_PROXY`, or the same in small letters, or the system's settings. A proxy that is set here replaces them. What stays on
    /// this machine goes through none of them ([`allow_plain_http`](Self::allow_plain_http)), and `localhost` is this machine
    /// without asking a resolver. Errors name the environment's proxy; reqwest does not state those that are set here.
    ///
    /// ```
    /// # use asmx_runtime::{Builder, Client, reqwest};
    /// # fn example(builder: Builder<Client>, certificate: reqwest::Identity, root: reqwest::Certificate) -> Builder<Client> {
    /// builder.http(|http| http.no_proxy().identity(certificate).tls_certs_merge([root]))
    /// # }
    /// ```
    pub fn http(
        mut self,
        customise: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + 'static,
    ) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.customise.push(Box::new(customise)));
        self
    }

    /// Puts a tower layer around the HTTP stack: a limit of concurrency or rate, a metric, an extra header. A layer given later
    /// stands around those given before. Each attempt of a call goes through it.
    ///
    /// A layer sends requests through the service that it is given, and keeps their extensions: by them the client knows whether
    /// a request was sent. A layer that builds a request anew copies them
    /// (`*anew.extensions_mut() = request.extensions().clone()`). Then a call that a layer refuses, or holds back until its time is
    /// over, is [`NotSent`](crate::Outcome::NotSent) and may be tried again; a copy that comes later is refused. What was sent in
    /// any copy is never reported as not sent.
    ///
    /// Without the extensions, and until the first request has come through the layers with them, such a call is
    /// [`Unknown`](crate::Outcome::Unknown), and one that writes or sends is not tried again. Once a call was reported as not sent,
    /// requests without extensions are refused: use another HTTP client for requests that belong to no call.
    ///
    /// For a layer, a request is done when the head of its response is there; the body is read after that. A layer that sends a request
    /// to another server needs [`allow_plain_http`](Self::allow_plain_http) where that is one of `http://`.
    ///
    /// A layer whose service cannot be cloned, such as tower's rate limit, goes under a `buffer`.
    pub fn layer<L, B>(mut self, layer: L) -> Self
    where
        L: Layer<HttpService> + Send + 'static,
        L::Service: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request<Bytes>>>::Future: Send + 'static,
        <L::Service as Service<Request<Bytes>>>::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let around: Around = Box::new(move |http| HttpService::new(layer.layer(http)));
        self.wire.change(|http: &mut HttpSettings| http.around.push(around));
        self
    }

    /// Builds a client that calls over HTTP with reqwest.
    ///
    /// # Errors
    ///
    /// A setting is missing, wrong or not permitted (plain `http://` to another machine, directly or through a proxy). The error of a
    /// wrong base URL states what to write instead.
    pub fn build(mut self) -> Result<C, Error> {
        let mut settings: HttpSettings = self.wire.take();
        let customise = std::mem::take(&mut settings.customise);
        let address = Address::of(self.service, &settings, |url| environment_proxy::told(url, !customise.is_empty()))?;
        if !cfg!(any(feature = "rustls-tls", feature = "native-tls")) && address.url.scheme() == "https" {
            let message = "this program is built without TLS: switch on the feature `rustls-tls` or `native-tls`";
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        let defaults = tls_provider::chosen(reqwest::Client::builder())
            .connect_timeout(settings.connect_timeout)
            .pool_max_idle_per_host(settings.max_connections)
            .user_agent(concat!("asmx-runtime/", env!("CARGO_PKG_VERSION")));
        let mut customised = customise.into_iter().fold(defaults, |builder, customise| customise(builder));
        if let Some(host) = address.url.host_str().filter(|_| address.is_local) {
            // What is permitted because it stays here stays here, whatever proxies or names were set.
            customised = customised.no_proxy().resolve_to_addrs(host, &LOCALHOST);
        }
        // A redirected POST would lose its body, and a redirected GET would take the credentials elsewhere.
        let http = customised
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .build()
            .map_err(|error| {
                Error::new(ErrorKind::Configuration, "the HTTP client cannot be made").with_source(error.without_url())
            })?;
        let http = Reqwest::new(http, address.url.clone(), settings.plain_http, settings.max_connections);
        self.build_over(settings, address, HttpService::new(http))
    }

    /// Builds a client that calls over HTTP with a stack of the caller's own: a tower service. Connecting, TLS, proxies and
    /// redirects are then its matter (it must not follow redirects nor repeat requests), and so is
    /// [`connect_timeout`](Self::connect_timeout). Deadlines, retries, limits and layers stay. A failure to connect should come as
    /// [`NothingSent`](crate::stack::NothingSent).
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build).
    pub fn build_on<S, B>(mut self, service: S) -> Result<C, Error>
    where
        S: Service<Request<Bytes>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let settings: HttpSettings = self.wire.take();
        let address = Address::of(self.service, &settings, |_| String::new())?;
        self.build_over(settings, address, HttpService::new(service))
    }

    fn build_over(mut self, mut settings: HttpSettings, address: Address, http: HttpService) -> Result<C, Error> {
        let around = std::mem::take(&mut settings.around);
        let layers = (!around.is_empty()).then(Arc::<Layers>::default);
        let http = match &layers {
            None => http,
            Some(layers) => HttpService::new(UnderLayers::new(http, Arc::clone(layers))),
        };
        let http = around.into_iter().fold(http, |http, around| around(http));
        // Secret parameters of an operation are known by themselves.
        let takes_common = self.service.common.iter().any(|member| member.role.is_some_and(Role::is_credential));
        let provides_common = self.provider.is_some() && takes_common;
        let handler = HttpHandler::new(self.service, &settings, provides_common, address, http, layers)?;
        self.observers.server = Some(handler.server());
        let handler = Arc::new(handler);
        let wire = HttpWire::new(settings.retry_budget, Arc::clone(&handler));
        self.finish(handler, Some(Arc::new(wire)))
    }
}
