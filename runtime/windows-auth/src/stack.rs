//! The HTTP stack below a client: connections of one identity.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use asmx_runtime::stack::Tls;
use bytes::Bytes;
use http::{Request, Response};
use tokio::sync::Semaphore;
use tower::{BoxError, Service};

use crate::body::{Body, Idle};
use crate::connection::{Encryption, Origin};
use crate::identity::Identity;
use crate::lapses::Lapses;

/// An HTTP stack that signs in as one identity, for [`build_on`](asmx_runtime::Builder::build_on). Clones share their connections; connections
/// of two values are never shared, so that nobody calls under another's name.
///
/// It speaks HTTP/1.1, one request at a time on each connection, without a proxy. The first request chooses the server, and requests to others
/// are refused.
#[derive(Clone)]
#[must_use = "a stack does nothing until a client is built on it"]
pub struct WindowsAuth(pub(crate) Arc<Inner>);

#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) tls: Tls,
    /// The limit of a step of a sign-in; `None` leaves it to the time of the attempt.
    pub(crate) leg_timeout: Option<Duration>,
    pub(crate) service_host: Option<String>,
}

pub(crate) struct Inner {
    pub(crate) identity: Identity,
    pub(crate) settings: Settings,
    connections: usize,
    pub(crate) origin: OnceLock<Origin>,
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) idle: Idle,
    /// The settings of TLS, once a connection needed them.
    pub(crate) tls: OnceLock<Encryption>,
    pub(crate) lapses: Lapses,
    /// Whether the server takes NTLM inside Negotiate only.
    pub(crate) wraps: AtomicBool,
}

/// Connections at a time, unless a program sets another number.
const CONNECTIONS: usize = 16;

impl WindowsAuth {
    /// A stack with these defaults: 16 connections, 10 seconds to connect, for each step of a sign-in the time of the attempt, the certificates
    /// that the operating system trusts.
    pub fn new(identity: Identity) -> Self {
        let settings = Settings { tls: Tls::default(), leg_timeout: None, service_host: None };
        Self::with(identity, settings, CONNECTIONS)
    }

    fn with(identity: Identity, settings: Settings, connections: usize) -> Self {
        Self(Arc::new(Inner {
            identity,
            settings,
            connections,
            origin: OnceLock::new(),
            permits: Arc::new(Semaphore::new(connections)),
            idle: Idle::default(),
            tls: OnceLock::new(),
            lapses: Lapses::default(),
            wraps: AtomicBool::new(false),
        }))
    }

    fn changed(&self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.0.settings.clone();
        change(&mut settings);
        Self::with(self.0.identity.clone(), settings, self.0.connections)
    }

    /// Connects with this TLS. The default is [`Tls::default`].
    pub fn tls(self, tls: impl Into<Tls>) -> Self {
        self.changed(|settings| settings.tls = tls.into())
    }

    /// Limits the time to connect, and for each step of a sign-in before the request itself is sent. The default is 10 seconds to connect, and
    /// for a step the time of the attempt: an application that starts may need most of it. Without a client above, a step waits for ever.
    pub fn sign_in_timeout(self, timeout: Duration) -> Self {
        self.changed(|settings| settings.leg_timeout = Some(timeout))
    }

    /// Sets the most connections at a time, and so the most requests; at least 1. The default is 16. Further requests wait, within the time of
    /// their attempt.
    pub fn max_connections(self, connections: usize) -> Self {
        Self::with(self.0.identity.clone(), self.0.settings.clone(), connections.clamp(1, Semaphore::MAX_PERMITS))
    }

    /// Sets the host of the service principal `HTTP/host`, for an address that is only another name of it. The default is the host of the
    /// address.
    pub fn service_host(self, host: impl Into<String>) -> Self {
        self.changed(|settings| settings.service_host = Some(host.into()))
    }
}

impl Service<Request<Bytes>> for WindowsAuth {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move { inner.exchange(request).await })
    }
}

impl fmt::Debug for WindowsAuth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("WindowsAuth").field("identity", &self.0.identity).finish_non_exhaustive()
    }
}
