//! The log of a server: a span for each request, and an event when its response is written. Field names are those of clients.

use std::time::{Duration, Instant};

use http::Response;
use http::request::Parts;
use tracing::{Level, Span, field::Empty};

use crate::Transport;
use crate::call::handler::Call;
use crate::fault::Fault;
use crate::operation::{Operation, Service};
use crate::protocol::Refused;
use crate::redaction::SHOWN;
use crate::xml::{shortened, shown_line};

pub(super) const TARGET: &str = "asmx_runtime";

/// The reason of a fault, in the extensions of a response.
#[derive(Clone)]
struct Failed(String);

pub(super) struct Watched {
    pub(super) span: Span,
    began: Instant,
}

impl Watched {
    pub(super) fn new(service: &Service, head: &Parts) -> Self {
        let span = tracing::info_span!(
            target: TARGET,
            "request",
            otel.kind = "server",
            otel.status_code = Empty,
            rpc.system = "asmx",
            rpc.service = service.name,
            rpc.method = Empty,
            http.request.method = head.method.as_str(),
            url.path = &*shortened(head.uri.path(), 200),
            http.response.status_code = Empty,
            asmx.transport = Empty,
        );
        Self { span, began: Instant::now() }
    }

    pub(super) fn end<B>(&self, response: &Response<B>) {
        let status = response.status();
        self.span.record("http.response.status_code", status.as_u16());
        self.span.record("otel.status_code", status.is_server_error().then_some("ERROR"));
        let elapsed_ms = milliseconds(self.began.elapsed());
        self.span.in_scope(|| {
            if let Some(Refused(reason)) = response.extensions().get() {
                tracing::info!(target: TARGET, elapsed_ms, reason, "request refused");
            } else if let Some(Failed(error)) = response.extensions().get() {
                tracing::info!(target: TARGET, elapsed_ms, error, "request failed");
            } else if status.is_server_error() {
                let error = "the service panicked, or returned what its operation does not";
                tracing::info!(target: TARGET, elapsed_ms, error, "request failed");
            } else {
                tracing::debug!(target: TARGET, elapsed_ms, "request served");
            }
        });
    }
}

pub(super) fn is_for(operation: &Operation, transport: Transport) {
    let span = Span::current();
    span.record("rpc.method", operation.name);
    span.record("asmx.transport", transport.name());
}

/// The loggable text of a fault. Without `call` the service refused the request before the call.
pub(super) fn failure(fault: &Fault, call: Option<&Call>) -> Option<impl Clone + Send + Sync + 'static> {
    let is_wanted = tracing::enabled!(target: TARGET, Level::INFO);
    is_wanted.then(|| match call {
        Some(call) => Failed(shown_line(&call.redaction().excerpt(&fault.message(), SHOWN, true)).into_owned()),
        None => Failed("the service took no call of this request".to_owned()),
    })
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
