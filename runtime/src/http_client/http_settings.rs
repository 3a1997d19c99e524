//! Settings of a client that only calls over HTTP have.

use std::time::Duration;

use super::http_service::HttpService;
use super::stream_bounds::StreamBounds;
use crate::account::{Builder, Client};
use crate::protocol::ServerLimits;
use crate::xml::ParseOptions;

/// Changes to reqwest's settings.
pub(crate) type Customise = Box<dyn FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send>;

/// Something around the HTTP stack.
pub(crate) type Around = Box<dyn FnOnce(HttpService) -> HttpService + Send>;

/// What [`Builder`] keeps for this room.
pub(crate) struct HttpSettings {
    pub(crate) base_url: Option<String>,
    /// `None` is that of the service.
    pub(crate) path: Option<String>,
    /// `None` is that of the service.
    pub(crate) namespace: Option<String>,
    pub(crate) credentials_in_url: bool,
    pub(crate) plain_http: bool,
    pub(crate) query_limit: usize,
    pub(crate) server_limits: ServerLimits,
    pub(crate) response_limit: usize,
    pub(crate) stream_bounds: StreamBounds,
    pub(crate) parse_options: ParseOptions,
    pub(crate) connect_timeout: Duration,
    pub(crate) max_connections: usize,
    /// Retries per second, and share of a retry for each call.
    pub(crate) retry_budget: (u32, f32),
    pub(crate) customise: Vec<Customise>,
    pub(crate) around: Vec<Around>,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            base_url: None,
            path: None,
            namespace: None,
            credentials_in_url: false,
            plain_http: false,
            query_limit: 2048,
            server_limits: ServerLimits::default(),
            response_limit: 256 * 1024 * 1024,
            stream_bounds: StreamBounds::default(),
            parse_options: ParseOptions::default(),
            connect_timeout: Duration::from_secs(10),
            max_connections: 256,
            retry_budget: (10, 0.2),
            customise: Vec::new(),
            around: Vec::new(),
        }
    }
}

impl<C: From<Client>> Builder<C> {
    /// The service's address without the path of the `.asmx` file (`https://api.example.com`), which is added to it. Required. It
    /// begins with `https://`, or where that is permitted with `http://`, and has no user name, password, query or fragment;
    /// [`build`](Self::build) refuses any other and says what is wrong.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.base_url = Some(url.into()));
        self
    }

    /// The path of the `.asmx` file, where it is not that of the service's description: that of one of its
    /// [ports](crate::Service::ports), or of a copy of the service elsewhere. It begins with `/`. All calls go there.
    ///
    /// Without it each call goes to the path of the first port that offers its operation over its transport
    /// ([`Service::path_of`](crate::Service::path_of)): a service may have several.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.path = Some(path.into()));
        self
    }

    /// The service's XML namespace, where the spec states none or another one: the `targetNamespace` of its WSDL document, to the
    /// last slash.
    ///
    /// Over SOAP, servers do not report a wrong one: they take parameters of another namespace for absent ones, and a service then responds that
    /// user name or password is wrong. Over HTTP POST and GET it is found out: the request does not have it, the response does, and the
    /// error names both.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.namespace = Some(namespace.into()));
        self
    }

    /// What the server takes: what it would refuse is not sent. The default is what a genuine server with default settings takes;
    /// [`ServerLimits::none`] sends everything that a transport can carry.
    pub fn server_limits(mut self, limits: ServerLimits) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.server_limits = limits);
        self
    }

    /// Permits HTTP GET for calls with secrets. The password then stands in the URL, which servers and proxies log.
    pub fn allow_credentials_in_url(mut self) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.credentials_in_url = true);
        self
    }

    /// Permits `http://` to hosts other than this machine. The password then crosses the network unencrypted, and a proxy on the way
    /// sees the whole call.
    ///
    /// Without it, nothing of a call leaves this machine unencrypted, whatever proxies the environment or changes to the HTTP client
    /// set and whatever a server returns. This machine is `localhost`, `127.0.0.0/8` and `[::1]`; it is called directly, never through
    /// a proxy.
    pub fn allow_plain_http(mut self) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.plain_http = true);
        self
    }

    /// The longest query string that HTTP GET may send, in bytes after encoding. The default is 2,048, the limit of a server
    /// with default settings.
    pub fn query_limit(mut self, bytes: usize) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.query_limit = bytes);
        self
    }

    /// The largest response that is read whole, in bytes. The default is 256 MiB. Content that came compressed counts as it is read.
    /// A response that is announced to be larger (`Content-Length`) fails before any of it is read. What is decoded of it takes at most
    /// 40 times its bytes and 64 MiB beside: see [`ParseOptions::max_memory_per_byte`], which [`parse_options`](Self::parse_options) sets.
    pub fn response_limit(mut self, bytes: usize) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.response_limit = bytes);
        self
    }

    /// The most bytes of a streamed response that are delivered; `None`, the default, is without limit, for a stream is read in
    /// constant memory.
    pub fn stream_limit(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.stream_bounds.limit = bytes.into());
        self
    }

    /// The longest wait for the next piece of a streamed response; `None` is for ever. The default is 60 seconds. Only time in
    /// which somebody waits for it counts: a slow reader is no idle server.
    pub fn stream_idle_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.stream_bounds.idle = timeout.into());
        self
    }

    /// How long a streamed response may take from sending the request to its last byte; `None`, the default, is for ever. Until
    /// its first byte, [`timeout`](Self::timeout) holds too.
    pub fn stream_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.stream_bounds.total = timeout.into());
        self
    }

    /// How the XML of responses is read: depth and size limits.
    pub fn parse_options(mut self, options: ParseOptions) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.parse_options = options);
        self
    }

    /// How long making a connection may take. The default is 10 seconds.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.connect_timeout = timeout);
        self
    }

    /// The most requests that are under way at the same time, each on a connection of its own; at least one. The default is 256.
    /// Further calls wait within their time; one whose time ends meanwhile was not sent. A response that is streamed keeps its
    /// connection until it was read or dropped. Beside these, at most as many connections are kept for later calls, for 90 seconds.
    ///
    /// Our own server has 512 connections by default: a client with at most half of them does not take the places of others.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.max_connections = connections.max(1));
        self
    }

    /// How many retries all calls of the client may make together: `per_second`, and beside them `share` of a retry for every
    /// call made (0.2: one retry for five calls; at most 1,000). Both are counted over ten seconds. The default is 10 and 0.2.
    pub fn retry_budget(mut self, per_second: u32, share: f32) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.retry_budget = (per_second, share));
        self
    }
}
