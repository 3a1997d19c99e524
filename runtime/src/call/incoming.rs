//! What a server knows of a call before it has a service to serve it: what an opener decides on.

use std::sync::Arc;

use http::{HeaderMap, Method, Uri};

use super::handler::Handler;
use crate::Transport;
use crate::fault::Fault;
use crate::operation::{Operation, Role, Service};
use crate::value::Value;
use crate::value::common::CommonValues;

/// A call that has arrived: its common parameters, how it came, and what nobody declared. `Debug` shows no values but its path.
#[non_exhaustive]
pub struct Incoming {
    /// The operation called.
    pub operation: &'static Operation,
    /// The transport it came over.
    pub transport: Transport,
    /// Values of the common parameters, each nullable; [`CommonValues::read`] gives them by type.
    pub common: CommonValues,
    /// Parameters that the descriptor does not declare, as they came, in order.
    pub undeclared: Vec<(String, Value<'static>)>,
    /// The HTTP method.
    pub method: Method,
    /// Path and query of the request line, as they came. The query of a GET holds the credentials: do not log it.
    pub uri: Uri,
    /// The HTTP headers.
    pub headers: HeaderMap,
}

impl Incoming {
    /// What the request with that `head` is, once its parameters are read; `common` are the values of the service's common parameters.
    pub(crate) fn of_request(
        service: &'static Service,
        operation: &'static Operation,
        transport: Transport,
        head: &http::request::Parts,
        common: Vec<Value<'static>>,
        undeclared: Vec<(String, Value<'static>)>,
    ) -> Self {
        let common = CommonValues::of_values(service, common);
        let (method, uri, headers) = (head.method.clone(), head.uri.clone(), head.headers.clone());
        Self { operation, transport, common, undeclared, method, uri, headers }
    }

    /// The user name, if it was sent.
    pub fn username(&self) -> Option<&str> {
        self.common.with_role(Role::Username)
    }

    /// The password, if it was sent.
    pub fn password(&self) -> Option<&str> {
        self.common.with_role(Role::Password)
    }
}

impl std::fmt::Debug for Incoming {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let undeclared: Vec<_> = self.undeclared.iter().map(|(name, _)| name).collect();
        let headers: Vec<_> = self.headers.keys().collect();
        formatter
            .debug_struct("Incoming")
            .field("operation", &self.operation.name)
            .field("transport", &self.transport)
            .field("common", &self.common)
            .field("undeclared", &undeclared)
            .field("method", &self.method)
            .field("path", &self.uri.path())
            .field("headers", &headers)
            .finish()
    }
}

type Open = dyn Fn(&Incoming) -> Result<Arc<dyn Handler>, Fault> + Send + Sync;

/// Decides, call by call, which service answers: the place to check credentials and to hand a service what the request alone
/// does not tell. Cheap to clone.
#[derive(Clone)]
pub struct Opener {
    service: &'static Service,
    open: Arc<Open>,
}

impl Opener {
    /// An opener of `service`. Generated code offers a typed one.
    pub fn new(
        service: &'static Service,
        open: impl Fn(&Incoming) -> Result<Arc<dyn Handler>, Fault> + Send + Sync + 'static,
    ) -> Self {
        Self { service, open: Arc::new(open) }
    }

    /// The service's descriptor.
    pub const fn service(&self) -> &'static Service {
        self.service
    }

    /// The handler for one call.
    ///
    /// # Errors
    ///
    /// The fault to answer instead.
    pub fn open(&self, incoming: &Incoming) -> Result<Arc<dyn Handler>, Fault> {
        (self.open)(incoming)
    }
}

impl std::fmt::Debug for Opener {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Opener").field("service", &self.service.name).finish_non_exhaustive()
    }
}
