//! The client: settings, and a handler that answers calls.

#[cfg(feature = "client")]
mod address;
#[cfg(feature = "client")]
mod bounded_body;
mod builder;
#[cfg(feature = "client")]
mod failure;
#[cfg(feature = "client")]
mod frames;
#[cfg(feature = "client")]
mod http_handler;
mod stream_bounds;

use std::sync::Arc;
use std::time::Duration;

pub use builder::Builder;

use crate::common::CommonValues;
use crate::content::Content;
use crate::error::{Error, ErrorKind};
use crate::handler::{Answering, Call, Handler};
use crate::operation::Service;
use crate::prepared::Prepared;
use crate::request::{DynamicRequest, Request};
use crate::transport::Transport;

/// An account of a service: where it is, who calls, and how. Cheap to clone; all clones share one connection pool. Generated
/// code wraps it into a struct with one method per operation.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    service: &'static Service,
    handler: Arc<dyn Handler>,
    common: Arc<CommonValues>,
    transport: Transport,
    timeout: Option<Duration>,
}

impl Client {
    /// A client of a handler in this process: no socket, no encoding.
    pub fn in_process(service: &'static Service, handler: Arc<dyn Handler>) -> Self {
        Self::new(service, handler, CommonValues::new(service), Transport::default(), None)
    }

    fn new(
        service: &'static Service,
        handler: Arc<dyn Handler>,
        common: CommonValues,
        transport: Transport,
        timeout: Option<Duration>,
    ) -> Self {
        Self(Arc::new(Inner { service, handler, common: Arc::new(common), transport, timeout }))
    }

    /// The service's descriptor.
    pub fn service(&self) -> &'static Service {
        self.0.service
    }

    /// Prepares a call that only a descriptor describes.
    pub fn call(&self, request: DynamicRequest) -> Prepared<Content> {
        Prepared::new(self, Box::new(request))
    }

    /// The same client with `decorate` around its handler.
    #[must_use]
    pub fn decorated(&self, decorate: impl FnOnce(Arc<dyn Handler>) -> Arc<dyn Handler>) -> Self {
        let Inner { service, handler, common, transport, timeout } = &*self.0;
        let handler = decorate(Arc::clone(handler));
        Self(Arc::new(Inner { service, handler, common: Arc::clone(common), transport: *transport, timeout: *timeout }))
    }

    pub(crate) fn call_of(&self, request: Box<dyn Request>) -> Call {
        Call {
            request,
            common: Arc::clone(&self.0.common),
            undeclared: Vec::new(),
            transport: self.0.transport,
            timeout: self.0.timeout,
            stream: false,
        }
    }

    /// Checks what needs no transport, then lets the handler answer.
    pub(crate) fn handle<'a>(&'a self, call: &'a Call) -> Answering<'a> {
        let operation = call.operation();
        if let Some(parameter) = call.request.missing() {
            let error =
                Error::parameter_refused(parameter.name, "is required and was not given").with_operation(operation);
            return Box::pin(async move { Err(error) });
        }
        if let Some(error) = call.undeclared.iter().find_map(|(name, _)| wrong_name(call, name)) {
            return Box::pin(async move { Err(error.with_operation(operation)) });
        }
        let answering = self.0.handler.handle(call);
        Box::pin(async move { answering.await.map_err(|error| error.without_secrets(call)) })
    }
}

/// Why `name` cannot be that of an undeclared parameter. GET and POST read names without regard to case.
fn wrong_name(call: &Call, name: &str) -> Option<Error> {
    if name.is_empty() {
        return Some(Error::new(ErrorKind::InvalidRequest, "an undeclared parameter has an empty name"));
    }
    let same = |known: &str| known == name || !call.transport.is_soap() && known.eq_ignore_ascii_case(name);
    let mut own = call.operation().parameters.iter().map(|parameter| parameter.name);
    let mut common = call.common.iter().map(|(parameter, _)| parameter.name);
    let declared = own.find(|known| same(known)).or_else(|| common.find(|known| same(known)))?;
    Some(Error::parameter_refused(
        name,
        format!("is declared as `{declared}` and would be sent twice: set it on the request"),
    ))
}

impl std::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Client")
            .field("service", &self.0.service.name)
            .field("common", &self.0.common)
            .field("transport", &self.0.transport)
            .field("timeout", &self.0.timeout)
            .finish_non_exhaustive()
    }
}
