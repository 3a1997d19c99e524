//! Everything that calls need, built once.

use std::collections::BTreeMap;
use std::fmt;
use std::future::ready;
use std::sync::{Arc, Mutex, PoisonError};

use asmx_document::Document;
use asmx_runtime::observation::CapturedExchange;
use asmx_runtime::stack::NothingSent;
use asmx_runtime::{Builder, Client, Error, Operation, RetryPolicy, ServerLimits, Service, Value};
use asmx_windows_auth::WindowsAuth;
use bytes::Bytes;
use http::{Request, Response};
use tower::service_fn;

use crate::calls::address::decoded;
use crate::calls::error::TargetError;
use crate::calls::setup::{Checks, Setup};
use crate::calls::words::Words;

/// A service that can be called: its description, address, transport and credentials. Cheap to clone; all clones share their connections.
#[derive(Clone)]
pub struct Target(Arc<Inner>);

struct Inner {
    setup: Setup,
    /// The stack of a sign-in that is Windows.
    stack: Option<WindowsAuth>,
    base_url: String,
    /// The path of all calls, if the address states one.
    path: Option<String>,
    /// By the path that they call.
    clients: Mutex<BTreeMap<String, Client>>,
}

/// A value of a common parameter.
pub(crate) type Common = (&'static str, Value<'static>);

impl Target {
    /// A target with these settings. [`check`](Self::check) looks at those that make a client.
    ///
    /// # Errors
    ///
    /// The address is missing or malformed, or the document has no such port.
    pub fn new(mut setup: Setup) -> Result<Self, TargetError> {
        if let Some(earlier) = setup.earlier.take() {
            setup.sign_in = setup.sign_in.after(&earlier);
        }
        let (base_url, path) = setup.address()?;
        setup.check()?;
        let stack = setup.sign_in.stack(&setup.connections)?;
        Ok(Self(Arc::new(Inner { setup, stack, base_url, path, clients: Mutex::default() })))
    }

    /// The setup of a target in the place of this one: a password that the server rejected rests on, as that of
    /// [`Identity`](crate::Identity). Another password begins anew.
    pub fn continued_by(&self, mut setup: Setup) -> Setup {
        setup.earlier = self.0.setup.sign_in.identity().cloned();
        setup
    }

    /// The descriptor of the service.
    #[must_use]
    pub fn service(&self) -> &'static Service {
        self.0.setup.service()
    }

    /// The document that describes the service.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.0.setup.document
    }

    /// Whether a WSDL document describes the service. It does not say which operations only read.
    #[must_use]
    pub fn is_of_wsdl(&self) -> bool {
        self.document().report().is_some()
    }

    /// Scheme, host and port that are called.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.0.base_url
    }

    /// Whether the address is that of the document, because no setting states one. Whoever can change the document then chooses who gets the
    /// credentials.
    #[must_use]
    pub fn has_address_of_document(&self) -> bool {
        !self.0.setup.states_address()
    }

    /// Whether the settings make a client, before the first call.
    ///
    /// # Errors
    ///
    /// The address is not permitted, or the service takes no such credentials.
    pub fn check(&self) -> Result<(), Error> {
        self.shared(self.service().path).map(drop).map_err(|error| error.in_words(self.words()))
    }

    /// Whether no response to the operation can have rows: the description has no result, and over SOAP the operation cannot write one itself.
    #[must_use]
    pub fn lacks_rows(&self, operation: &Operation) -> bool {
        operation.outputs.is_empty() && self.transport_of(operation).is_soap()
    }

    /// The last exchanges of the clients, for support, without their secrets; empty unless [`Setup::capture`] is set.
    #[must_use]
    pub fn exchanges(&self) -> Vec<CapturedExchange> {
        let clients = self.0.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.values().flat_map(Client::exchanges).collect()
    }

    /// The names of settings in errors.
    pub(crate) fn words(&self) -> Words {
        self.0.setup.words
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.0.setup
    }

    /// The client that calls the path, with the call's own values of common parameters.
    pub(crate) fn client(&self, path: &str, common: Vec<Common>) -> Result<Client, Error> {
        let shared = self.shared(path)?;
        // Most services have none, and then nothing about the client changes.
        if self.service().common.is_empty() { Ok(shared) } else { shared.with_common(common) }
    }

    fn shared(&self, path: &str) -> Result<Client, Error> {
        let path = self.0.path.as_deref().unwrap_or(path);
        let known = || self.0.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = known().get(path) {
            return Ok(client.clone());
        }
        // Other calls go on meanwhile: a client reads the certificates of the system. Of two that are built at once the first stays.
        let builder = self.builder(path).capture(self.0.setup.captures);
        let client = match (&self.0.setup.handler, &self.0.stack) {
            (Some(handler), _) => builder.build_with(Arc::clone(handler)),
            (None, Some(stack)) => builder.build_on(stack.clone()),
            (None, None) => builder.build(),
        }?;
        Ok(known().entry(path.to_owned()).or_insert(client).clone())
    }

    /// A client that makes requests and sends none.
    pub(crate) fn unsent(&self, path: &str, common: Vec<Common>) -> Result<Client, Error> {
        let path = self.0.path.as_deref().unwrap_or(path);
        let nothing_sent =
            |_: Request<Bytes>| ready(Err::<Response<String>, _>(NothingSent::new("nothing is sent in a dry run")));
        self.builder(path)
            .retry(RetryPolicy::never())
            .capture(1)
            .build_on(service_fn(nothing_sent))?
            .with_common(common)
    }

    fn builder(&self, path: &str) -> Builder<Client> {
        let setup = &self.0.setup;
        let mut builder = Builder::<Client>::new(self.service()).base_url(&self.0.base_url).without_credentials();
        builder = match &setup.credentials {
            Some(credentials) => builder.credentials_from(credentials.clone()),
            None => builder,
        };
        builder = secrets_of_query(path).fold(builder.path(path), Builder::hide);
        if setup.checks != Checks::Described {
            builder = builder.server_limits(ServerLimits::none()).query_limit(usize::MAX);
        }
        if let Some(namespace) = &setup.namespace {
            builder = builder.namespace(namespace);
        }
        if let Some(timeout) = setup.timeout {
            builder = builder.timeout(timeout).attempt_timeout(timeout);
        }
        if setup.credentials_in_url {
            builder = builder.allow_credentials_in_url();
        }
        if setup.plain_http {
            builder = builder.allow_plain_http();
        }
        builder = builder.tls(setup.connections.tls());
        if setup.connections.has_proxy() {
            let connections = setup.connections.clone();
            builder = builder.http(move |http| connections.proxied(http));
        }
        builder = setup.connections.secrets().iter().cloned().fold(builder, Builder::hide);
        #[cfg(feature = "server")]
        {
            builder = builder.layer(tower::layer::layer_fn(crate::calls::metered::MeteredService));
        }
        setup.sign_in.applied(builder).common_later()
    }
}

/// Values in the query of an address that may be keys, as sent and decoded.
fn secrets_of_query(path: &str) -> impl Iterator<Item = String> {
    const SHORTEST: usize = 8;
    let pairs = path.split_once('?').into_iter().flat_map(|(_, query)| query.split('&'));
    let values = pairs.map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
    values.flat_map(|value| [value.to_owned(), decoded(value)]).filter(|value| value.len() >= SHORTEST)
}

impl fmt::Debug for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Target")
            .field("service", &self.service().name)
            .field("base_url", &self.0.base_url)
            .finish_non_exhaustive()
    }
}
