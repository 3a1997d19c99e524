//! Builds clients that call over HTTP: the HTTP stack and the layers around it.

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use tower::{BoxError, Layer, Service};

use super::address::Address;
use super::connection;
use super::http_clients::HttpClients;
use super::http_handler::HttpHandler;
use super::http_service::HttpService;
use super::http_settings::{Around, HttpSettings};
use super::http_wire::HttpWire;
use super::reqwest_service::Reqwest;
use super::under_layers::UnderLayers;
use crate::call::delivery::Layers;
use crate::client::{Builder, Client};
use crate::error::{Error, ErrorKind, Sentence};
use crate::operation::Role;

impl<C: From<Client>> Builder<C> {
    /// Changes the settings of the HTTP client: proxies, client certificates, root certificates, the user agent. Several changes are made in
    /// the order in which they were given. Redirects and reqwest's own retries are switched off after them, so that no call is made twice. The
    /// changes are made once more if a server refuses HTTP/2 and wants HTTP/1.1, which needs a client of its own.
    ///
    /// By default the proxies are those of the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, with exceptions in `NO_PROXY`, also in
    /// small letters), or those of the system's settings. A proxy that is set here replaces them. Calls to this machine never use a proxy
    /// ([`allow_plain_http`](Self::allow_plain_http)); `localhost` is this machine, whatever a resolver says. Errors name the proxy of the
    /// environment, but not one that is set here, because reqwest does not tell it. For the same reason, give secrets of these settings (a header of
    /// all requests, the password of a proxy) to [`hide`](Self::hide) too.
    ///
    /// ```
    /// # use asmx_runtime::{Builder, Client, reqwest};
    /// # fn example(builder: Builder<Client>, certificate: reqwest::Identity, root: reqwest::Certificate) -> Builder<Client> {
    /// builder.http(|http| http.no_proxy().identity(certificate).tls_certs_merge([root]))
    /// # }
    /// ```
    pub fn http(
        mut self,
        customise: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Clone + Send + Sync + 'static,
    ) -> Self {
        let customise = move |http| customise.clone()(http);
        self.wire.change(|http: &mut HttpSettings| http.customise.push(Box::new(customise)));
        self
    }

    /// Sets certificates to trust and the client certificate, in the place of those of [`http`](Self::http), which are ignored then.
    ///
    /// ```
    /// # use asmx_runtime::{Builder, Client, stack::{PemError, Tls}};
    /// # fn example(builder: Builder<Client>, server: &[u8], own: &[u8]) -> Result<Builder<Client>, PemError> {
    /// Ok(builder.tls(Tls::default().accept_server(server)?.identity(own)?))
    /// # }
    /// ```
    #[cfg(feature = "rustls-tls")]
    pub fn tls(mut self, tls: super::tls::Tls) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.tls = Some(tls));
        self
    }

    /// Puts a tower layer around the HTTP stack: a limit of concurrency or rate, a metric, an extra header. Each attempt of a call goes
    /// through it. A later layer is outside of the earlier ones.
    ///
    /// A layer must send requests through its inner service and keep their extensions: from them the client knows whether a request was sent. A
    /// layer that builds a request anew copies them (`*anew.extensions_mut() = request.extensions().clone()`). If a layer then refuses a
    /// call, or holds it back until its time is over, the call is [`NotSent`](crate::Outcome::NotSent) and may be retried. Later copies of
    /// its request are refused. A call is never reported as not sent if any copy was sent.
    ///
    /// Without the extensions, and until the first request has arrived with them, such a call is [`Unknown`](crate::Outcome::Unknown), and a
    /// write or send is not retried. After the first call that is reported as not sent, requests without extensions are refused: use another
    /// HTTP client for requests that belong to no call.
    ///
    /// For a layer, a request is done when the head of its response has arrived; the body is read later. A layer that sends a request to another
    /// server over `http://` needs [`allow_plain_http`](Self::allow_plain_http).
    ///
    /// Wrap a layer whose service cannot be cloned, such as tower's rate limit, in a `buffer`.
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
    /// A setting is missing, wrong or not permitted (plain `http://` to another machine, directly or through a proxy). The error of a wrong
    /// base URL says what to write instead.
    pub fn build(mut self) -> Result<C, Error> {
        let mut settings: HttpSettings = self.wire.take();
        let customise = std::mem::take(&mut settings.customise);
        let address =
            Address::of(self.service, &settings, |url| connection::proxy_in_words(url, !customise.is_empty()))?;
        if !cfg!(any(feature = "rustls-tls", feature = "native-tls")) && address.url.scheme() == "https" {
            let message = "this program is built without TLS: switch on the feature `rustls-tls` or `native-tls`";
            return Err(Error::new(ErrorKind::Configuration, message));
        }
        self.secrets.hide_headers(&connection::proxy_headers(&address.url));
        // Changes of `http(…)` may have certificates of their own.
        #[cfg(feature = "rustls-tls")]
        let tls = settings.tls.take().or_else(|| customise.is_empty().then(super::tls::Tls::default));
        let (connect_timeout, max_connections, url) =
            (settings.connect_timeout, settings.max_connections, address.url.clone());
        let changed = move |http: reqwest::ClientBuilder| {
            let defaults = http
                .connect_timeout(connect_timeout)
                .pool_max_idle_per_host(max_connections)
                .user_agent(concat!("asmx-runtime/", env!("CARGO_PKG_VERSION")));
            let customised = customise.iter().fold(defaults, |http, customise| customise(http));
            // Plain HTTP is allowed for loopback only, so proxies and DNS overrides are bypassed.
            connection::direct_to_this_machine(customised, &url).retry(reqwest::retry::never())
        };
        #[cfg(feature = "rustls-tls")]
        let http = match tls {
            Some(tls) if address.url.scheme() == "https" => HttpClients::with_tls(&tls, changed),
            Some(tls) => HttpClients::unencrypted(&tls, changed),
            None => HttpClients::new(changed),
        };
        #[cfg(not(feature = "rustls-tls"))]
        let http = HttpClients::new(changed);
        let http = http.map_err(|error| {
            Error::new(ErrorKind::Configuration, error.to_string()).with_source(error.into_source())
        })?;
        let http = Reqwest::new(http, address.url.clone(), settings.plain_http, settings.max_connections);
        let layers = !settings.around.is_empty();
        self.build_over(settings, address, HttpService::new(http), layers)
    }

    /// Builds a client that calls over HTTP with your own stack, a tower service. The stack connects: TLS, proxies and
    /// [`connect_timeout`](Self::connect_timeout) are up to it. It must not follow redirects and must not repeat requests. Deadlines, retries,
    /// limits and layers work as usual. The stack should report a failure to connect as [`NothingSent`](crate::stack::NothingSent). One that signs in before it sends says so with
    /// [`Sending`](crate::stack::Sending), and reports its secrets with [`Secrets`](crate::stack::Secrets), so that no error shows them.
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
        let address = Address::of(self.service, &settings, |_| Sentence::default())?;
        self.build_over(settings, address, HttpService::new(service), true)
    }

    /// `notes_requests` is whether requests carry the note of their attempt, for layers or for a stack that says when it sends.
    fn build_over(
        mut self,
        mut settings: HttpSettings,
        address: Address,
        http: HttpService,
        notes_requests: bool,
    ) -> Result<C, Error> {
        let around = std::mem::take(&mut settings.around);
        let layers = notes_requests.then(Arc::<Layers>::default);
        let http = match &layers {
            None => http,
            Some(layers) => HttpService::new(UnderLayers::new(http, Arc::clone(layers))),
        };
        let http = around.into_iter().fold(http, |http, around| around(http));
        // Secret parameters of an operation are checked for each call.
        let takes_common = self.service.common.iter().any(|member| member.role.is_some_and(Role::is_credential));
        let provides_common = self.provider.is_some() && takes_common;
        let handler = HttpHandler::new(self.service, &settings, provides_common, address, http, layers)?;
        self.observers.server = Some(handler.server());
        let handler = Arc::new(handler);
        let wire = HttpWire::new(settings.retry_budget, Arc::clone(&handler));
        self.finish(handler, Some(Arc::new(wire)))
    }
}
