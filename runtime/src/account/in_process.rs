//! A handler in this process that sees only what could be sent: a call that passes here does not fail over the wire for what it is.

use std::sync::Arc;

use crate::call::handler::{Call, Handler, HandlerFuture};
use crate::error::Error;
use crate::protocol;
use crate::protocol::{Endpoint, Outgoing, RequestLimits, ServerLimits};

/// Refuses calls as a client with the defaults would that calls over HTTP, before `handler` sees them.
pub(super) struct InProcess {
    handler: Arc<dyn Handler>,
    endpoint: Endpoint,
    limits: RequestLimits,
    server_limits: ServerLimits,
}

impl InProcess {
    pub(super) fn new(handler: Arc<dyn Handler>) -> Self {
        // Nothing goes there: a host and a namespace of usual length.
        let endpoint = Endpoint {
            url: "https://www.example.com/service.asmx".to_owned(),
            namespace: Arc::from("http://www.example.com/"),
            states_action: true,
        };
        Self { handler, endpoint, limits: RequestLimits::default(), server_limits: ServerLimits::default() }
    }

    fn check(&self, call: Outgoing<'_>) -> Result<(), Error> {
        let request = protocol::encode_request(&self.endpoint, &self.limits, call)?;
        self.server_limits.check(call, &request)
    }

    /// The error of a call that its transport does not carry, nor any other if it may be any.
    fn refusal(&self, call: &Call) -> Option<Error> {
        let common = call.common.none();
        let own = Outgoing { common: &common, ..call.outgoing() };
        let error = self.check(own).err()?;
        let mut others = protocol::BY_PREFERENCE.into_iter().filter(|transport| *transport != call.transport);
        let other = others.find(|transport| self.check(Outgoing { transport: *transport, ..own }).is_ok());
        let is_carried = call.automatic && other.is_some();
        let error = error.with_operation(call.operation()).with_transport(call.transport);
        (!is_carried).then(|| error.with_suggestion(other))
    }
}

impl Handler for InProcess {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        match self.refusal(call) {
            None => self.handler.handle(call),
            Some(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}
