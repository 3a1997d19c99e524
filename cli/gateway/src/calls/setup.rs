//! Settings of a target.

use std::sync::Arc;
use std::time::Duration;

use asmx_document::Document;
use asmx_runtime::{Credentials, Handler, Service, Transport};
use asmx_windows_auth::Identity;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::calls::address;
use crate::calls::connections::Connections;
use crate::calls::error::TargetError;
use crate::calls::sign_in::SignIn;
use crate::calls::words::{self, Setting, Words};

/// The settings of a [`Target`](crate::Target). Only a spec, or a document without an address, needs a base URL.
#[must_use = "settings do nothing until the target is built"]
#[derive(Clone)]
pub struct Setup {
    pub(crate) document: Arc<Document>,
    pub(crate) checks: Checks,
    pub(crate) transport: Option<Transport>,
    pub(crate) port: Option<String>,
    pub(crate) base_url: Option<String>,
    pub(crate) endpoint: Option<String>,
    pub(crate) namespace: Option<String>,
    pub(crate) plain_http: bool,
    pub(crate) credentials_in_url: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) credentials: Option<Credentials>,
    pub(crate) headers: HeaderMap,
    pub(crate) captures: usize,
    pub(crate) handler: Option<Arc<dyn Handler>>,
    pub(crate) connections: Connections,
    pub(crate) sign_in: SignIn,
    pub(crate) words: Words,
    /// The identity whose rejections count on.
    pub(crate) earlier: Option<Identity>,
}

/// Whether values are compared with their descriptions before they are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Checks {
    /// A missing parameter, a text that is not of its type and a request that a server with default settings would refuse are errors.
    #[default]
    Described,
    /// A missing parameter and a text that is not of its type are errors. Sizes are up to the server.
    Values,
    /// Values are sent as they are, so that the service itself reports mistakes. A missing required parameter is an error of a write or a send:
    /// a server would take 0 for a missing number.
    None,
}

impl Setup {
    /// A target that a WSDL document or a spec describes.
    pub fn of_document(document: Document) -> Self {
        Self {
            document: Arc::new(document),
            checks: Checks::default(),
            transport: None,
            port: None,
            base_url: None,
            endpoint: None,
            namespace: None,
            plain_http: false,
            credentials_in_url: false,
            timeout: None,
            credentials: None,
            headers: HeaderMap::new(),
            captures: 0,
            handler: None,
            connections: Connections::default(),
            sign_in: SignIn::default(),
            words: words::methods,
            earlier: None,
        }
    }

    /// A target that descriptors of generated code describe.
    pub fn of_service(service: &'static Service) -> Self {
        Self::of_document(Document::of_service(service))
    }

    /// The service.
    #[must_use]
    pub fn service(&self) -> &'static Service {
        self.document.service()
    }

    /// Sets whether values are compared with their descriptions. The default is [`Checks::Described`].
    pub const fn checks(mut self, checks: Checks) -> Self {
        self.checks = checks;
        self
    }

    /// Sets the transport of every call. By default each operation goes over the first of SOAP 1.1, SOAP 1.2, POST and GET that offers it.
    pub const fn transport(mut self, transport: Transport) -> Self {
        self.transport = Some(transport);
        self
    }

    /// Calls only the operations of this port of the document.
    pub fn port(mut self, name: impl Into<String>) -> Self {
        self.port = Some(name.into());
        self
    }

    /// Sets scheme, host and port of the service. The document states the path. The default is the host that the document states.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// Sets the address of the `.asmx` file: every call goes there. It replaces the [base URL](Self::base_url).
    pub fn endpoint(mut self, url: impl Into<String>) -> Self {
        self.endpoint = Some(url.into());
        self
    }

    /// Sets the XML namespace of the service. The default is that of the document.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Signs in like this, below the messages. The default is not at all.
    pub fn sign_in(mut self, sign_in: SignIn) -> Self {
        self.sign_in = sign_in;
        self
    }

    /// Names settings in errors like this: as options of a command, for example. The default are the methods of this crate.
    pub const fn words(mut self, words: Words) -> Self {
        self.words = words;
        self
    }

    /// Connects like this. The default is [`Connections::default`].
    pub fn connections(mut self, connections: Connections) -> Self {
        self.connections = connections;
        self
    }

    /// Permits `http://` to other machines: anyone on the network path can then read the credentials.
    pub const fn allow_plain_http(mut self) -> Self {
        self.plain_http = true;
        self
    }

    /// Permits GET for calls with secrets, which servers and proxies then log.
    pub const fn allow_credentials_in_url(mut self) -> Self {
        self.credentials_in_url = true;
        self
    }

    /// Limits the time of a call with all its attempts. The default is 300 seconds.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets user name, password, key or token. They fill every place that has such a role and that a call leaves empty.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = Some(credentials);
        self
    }

    /// Sends an HTTP header with every call. Its value is a secret: dry runs and [exchanges](crate::Target::exchanges) mask it, and no text
    /// shows it, even if the server repeats it. A value of fewer than 8 characters is searched for only if the name says that it is a secret, as
    /// that of `X-Api-Key` does.
    ///
    /// # Errors
    ///
    /// The name or the value is malformed.
    pub fn http_header(mut self, name: &str, value: &str) -> Result<Self, TargetError> {
        let (name, value) = header(name, value)?;
        self.headers.append(name, value);
        Ok(self)
    }

    /// Sends an HTTP header that is no secret, such as `Accept-Language`.
    ///
    /// # Errors
    ///
    /// As [`http_header`](Self::http_header).
    pub fn plain_http_header(mut self, name: &str, value: &str) -> Result<Self, TargetError> {
        let (name, value) = plain_header(name, value)?;
        self.headers.append(name, value);
        Ok(self)
    }

    /// Keeps the last exchanges for [`Target::exchanges`](crate::Target::exchanges), without their secrets. The default is none.
    pub const fn capture(mut self, exchanges: usize) -> Self {
        self.captures = exchanges;
        self
    }

    /// Calls a handler in the place of a service over HTTP: one of your own, a service in this process, or a
    /// [mock](asmx_runtime::mock::Mock). Address, time-outs and retries are up to it.
    pub fn handler(mut self, handler: Arc<dyn Handler>) -> Self {
        self.handler = Some(handler);
        self
    }

    /// Whether the document has the port of the settings.
    pub(crate) fn check(&self) -> Result<(), TargetError> {
        self.port.as_deref().map_or(Ok(()), |name| self.check_port(name))
    }

    /// Base URL, and the path of every call if the address states one.
    pub(crate) fn address(&self) -> Result<(String, Option<String>), TargetError> {
        if self.handler.is_some() {
            return Ok(("http://localhost".to_owned(), None));
        }
        if let Some(endpoint) = &self.endpoint {
            let (origin, path) = address::endpoint(endpoint).map_err(TargetError::Address)?;
            return Ok((origin, Some(path)));
        }
        if let Some(url) = &self.base_url {
            return Ok((address::origin(url).map_err(TargetError::Address)?, None));
        }
        let host = self.document.report().and_then(|report| report.host.clone());
        host.map(|host| (host, None)).ok_or_else(|| self.missing_address())
    }

    /// Whether a setting states the address, rather than the document.
    pub(crate) const fn states_address(&self) -> bool {
        self.handler.is_some() || self.endpoint.is_some() || self.base_url.is_some()
    }

    fn missing_address(&self) -> TargetError {
        let (name, setting) = (self.service().name, (self.words)(&Setting::BaseUrl));
        TargetError::Address(format!("the description of {name} states no address: give it with {setting}"))
    }

    fn check_port(&self, name: &str) -> Result<(), TargetError> {
        let ports = self.document.ports();
        if ports.iter().any(|port| port.name == name) {
            return Ok(());
        }
        let known: Vec<_> = ports.iter().map(|port| format!("{} ({})", port.name, port.transport)).collect();
        let known = if known.is_empty() {
            format!("it states no ports: leave {} out", (self.words)(&Setting::Port))
        } else {
            format!("there are: {}", known.join(", "))
        };
        Err(TargetError::Port(format!("{} has no port `{name}`; {known}", self.service().name)))
    }
}

debug_only!(Setup: checks, transport, port);

/// A header whose value may be secret.
pub(crate) fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), TargetError> {
    let (name, mut value) = plain_header(name, value)?;
    value.set_sensitive(true);
    Ok((name, value))
}

pub(crate) fn plain_header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), TargetError> {
    // A whole line in the place of the name has the secret in it.
    let header = HeaderName::try_from(name).map_err(|_| {
        let why = "a name has letters, digits and `-`, without colon and blanks. It is not shown, because it may hold a secret";
        TargetError::Header(format!("an HTTP header has a name that is not valid: {why}"))
    })?;
    let value = HeaderValue::try_from(value).map_err(|error| {
        TargetError::Header(format!("the value of the HTTP header `{header}` is not valid: {error}"))
    })?;
    Ok((header, value))
}
