//! The choice of the service that serves a call.

use std::sync::Arc;

use super::handler::Handler;
use crate::fault::Fault;
use crate::operation::Service;
use crate::protocol::Incoming;

type Open = dyn Fn(&Incoming) -> Result<Arc<dyn Handler>, Fault> + Send + Sync;

/// Chooses the service for each call. It is the place to check credentials, and to give a service facts that are not in the request, such
/// as headers. Cheap to clone.
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
    /// The fault to return instead of a result.
    pub fn open(&self, incoming: &Incoming) -> Result<Arc<dyn Handler>, Fault> {
        (self.open)(incoming)
    }
}

impl std::fmt::Debug for Opener {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Opener").field("service", &self.service.name).finish_non_exhaustive()
    }
}
