//! A handler in this process that sees only calls that could be sent: its other calls fail here as they fail over the wire.

use std::sync::Arc;

use crate::call::handler::{Call, Handler, HandlerFuture};
use crate::error::Error;
use crate::protocol;
use crate::protocol::{Endpoint, Outgoing, RequestLimits, ServerLimits};

/// Refuses the calls that an HTTP client with default settings would refuse.
pub(super) struct InProcess {
    handler: Arc<dyn Handler>,
    endpoint: Endpoint,
    limits: RequestLimits,
    server_limits: ServerLimits,
}

impl InProcess {
    pub(super) fn new(handler: Arc<dyn Handler>) -> Self {
        // Requests are encoded for this address and not sent; its length is usual.
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

    /// The error of a call that its transport cannot carry. An automatic call fails only if no transport can.
    fn refusal(&self, call: &Call) -> Option<Error> {
        let common = call.common.none();
        let own = Outgoing { common: &common, ..call.outgoing() };
        let error = self.check(own).err()?;
        let mut alternatives = protocol::BY_PREFERENCE.into_iter().filter(|transport| *transport != call.transport);
        let other = alternatives.find(|transport| self.check(Outgoing { transport: *transport, ..own }).is_ok());
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
