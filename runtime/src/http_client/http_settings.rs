//! Settings of clients that call over HTTP.

use std::time::Duration;

use http::HeaderValue;

use super::bounded_body::StreamBounds;
use super::http_service::HttpService;
use crate::client::{Builder, Client};
use crate::protocol::ServerLimits;
use crate::xml::ParseOptions;

/// A change of reqwest's settings. Each HTTP client of a client makes it anew.
pub(crate) type Customise = Box<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

pub(crate) type Around = Box<dyn FnOnce(HttpService) -> HttpService + Send>;

/// The header `Authorization` of every request, with the name of its scheme.
#[derive(Clone)]
pub(crate) struct Authorization {
    pub(crate) scheme: &'static str,
    pub(crate) value: HeaderValue,
}

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
    /// Retries per second, and the fraction of a retry for each call.
    pub(crate) retry_budget: (u32, f32),
    pub(crate) customise: Vec<Customise>,
    #[cfg(feature = "rustls-tls")]
    pub(crate) tls: Option<super::tls::Tls>,
    pub(crate) around: Vec<Around>,
    pub(crate) authorization: Option<Authorization>,
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
            #[cfg(feature = "rustls-tls")]
            tls: None,
            around: Vec::new(),
            authorization: None,
        }
    }
}

impl<C: From<Client>> Builder<C> {
    /// Sets the service's address without the path of the `.asmx` file, such as `https://api.example.com`. Required. It begins with
    /// `https://` (or `http://` with permission), and has no user name, password, query or fragment. [`build`](Self::build) checks it.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.base_url = Some(url.into()));
        self
    }

    /// Sets the path of the `.asmx` file for all calls; it begins with `/`. Use it for one of several [ports](crate::Service::ports), or for a
    /// service at another path than its description states.
    ///
    /// By default each call goes to the path of the first port that offers its operation over its transport
    /// ([`Service::path_of`](crate::Service::path_of)).
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.path = Some(path.into()));
        self
    }

    /// Sets the service's XML namespace: the `targetNamespace` of its WSDL document, including a trailing slash. The default is that of the
    /// spec; it is required if the spec has none.
    ///
    /// Over SOAP, servers do not report a wrong namespace: they read its parameters as absent, and the service then reports a wrong user name or
    /// password. Over HTTP POST and GET the response contains the namespace, and the error names both.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.namespace = Some(namespace.into()));
        self
    }

    /// Sets the limits of the server: a request that the server would refuse is not sent. The default is the limits of a genuine server with
    /// default settings; with [`ServerLimits::none`] everything is sent that a transport can carry.
    pub fn server_limits(mut self, limits: ServerLimits) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.server_limits = limits);
        self
    }

    /// Permits HTTP GET for calls with secrets. The password is then part of the URL, which servers and proxies log.
    pub fn allow_credentials_in_url(mut self) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.credentials_in_url = true);
        self
    }

    /// Permits `http://` to other machines. The password then crosses the network unencrypted, and a proxy on the way sees the whole call.
    ///
    /// By default no call leaves this machine unencrypted, whatever proxies are set and whatever a server returns. This machine is
    /// `localhost`, `127.0.0.0/8` and `[::1]`; it is called directly, never through a proxy.
    pub fn allow_plain_http(mut self) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.plain_http = true);
        self
    }

    /// Sets the longest query string of HTTP GET, in bytes after encoding. The default is 2,048, the limit of a server with default settings.
    pub fn query_limit(mut self, bytes: usize) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.query_limit = bytes);
        self
    }

    /// Sets the largest response that is read completely, in bytes after decompression. The default is 256 MiB. A response with a larger
    /// `Content-Length` fails before it is read. The decoded result takes at most 16 MiB and 40 times the bytes of the response: see
    /// [`ParseOptions::max_memory_per_byte`], which [`parse_options`](Self::parse_options) sets.
    pub fn response_limit(mut self, bytes: usize) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.response_limit = bytes);
        self
    }

    /// Sets the largest streamed response, in bytes. The default is `None`, no limit: a stream is read in constant memory.
    pub fn stream_limit(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.stream_bounds.limit = bytes.into());
        self
    }

    /// Sets the longest wait for the next piece of a streamed response; `None` is no limit. The default is 60 seconds. Only time in which the
    /// reader waits counts.
    pub fn stream_idle_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.stream_bounds.idle = timeout.into());
        self
    }

    /// Limits the time of a streamed response from the request to its last byte. The default is `None`, no limit. Until the first byte,
    /// [`timeout`](Self::timeout) applies too.
    pub fn stream_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.stream_bounds.total = timeout.into());
        self
    }

    /// Sets how the XML of responses is read: limits of depth and size.
    pub fn parse_options(mut self, options: ParseOptions) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.parse_options = options);
        self
    }

    /// Limits the time to make a connection. The default is 10 seconds.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.connect_timeout = timeout);
        self
    }

    /// Sets the most requests at the same time, each on its own connection; at least 1. The default is 256. Further calls wait within their
    /// time; a call whose time ends meanwhile is not sent. A streamed response keeps its connection until it is read or dropped. In addition,
    /// at most as many idle connections are kept for later calls, for 90 seconds.
    ///
    /// The server of this crate has 512 connections by default, so a client with the default leaves half of them to others.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.max_connections = connections.max(1));
        self
    }

    /// Limits the retries of all calls of the client together: `per_second` retries, and `share` of a retry for every call (0.2 is one retry for
    /// five calls; at most 1,000). Both are counted over ten seconds. The default is 10 and 0.2.
    pub fn retry_budget(mut self, per_second: u32, share: f32) -> Self {
        self.wire.change(|http: &mut HttpSettings| http.retry_budget = (per_second, share));
        self
    }
}
