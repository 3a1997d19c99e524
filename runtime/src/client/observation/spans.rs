//! Spans and events. Field names follow OpenTelemetry's conventions for RPC and HTTP; other fields begin with `asmx.`. A field stands on one
//! span. Events add the duration and the error.

use tracing::{Span, field::Empty};

use super::observers::{Observers, TARGET};

/// The target of spans and events of attempts, so that a filter can leave them out.
const ATTEMPT: &str = "asmx_runtime::attempt";
use super::report::{CallReport, Ending};
use crate::call::handler::Call;

pub(crate) fn of_call(observers: &Observers, call: &Call) -> Span {
    let server = observers.server.as_ref();
    let effect = call.operation().effect.name();
    tracing::info_span!(
        target: TARGET,
        "call",
        otel.name = format_args!("{}/{}", observers.service.name, call.operation().name),
        otel.kind = "client",
        otel.status_code = Empty,
        rpc.system = "asmx",
        rpc.service = observers.service.name,
        rpc.method = call.operation().name,
        server.address = server.map(|server| server.address.as_str()),
        server.port = server.and_then(|server| server.port),
        http.response.status_code = Empty,
        error.type = Empty,
        asmx.transport = Empty,
        asmx.effect = effect,
        asmx.attempts = Empty,
        asmx.outcome = Empty,
        asmx.bytes_sent = Empty,
        asmx.bytes_received = Empty,
        asmx.rows = Empty,
    )
}

pub(crate) fn of_attempt(observers: &Observers, call: &Call, number: u32) -> Span {
    tracing::debug_span!(
        target: ATTEMPT,
        "attempt",
        http.request.method = observers.method(call),
        http.request.resend_count = (number > 1).then(|| number - 1),
        url.path = observers.path(call),
        http.response.status_code = Empty,
        error.type = Empty,
        asmx.attempt = number,
        asmx.outcome = Empty,
        asmx.bytes_sent = Empty,
        asmx.bytes_received = Empty,
        asmx.rows = Empty,
    )
}

/// Writes the event of an ended attempt, and the fields of its span that were unknown before. The outcome is in the event of the call.
pub(crate) fn attempt_ended(span: &Span, report: &CallReport<'_>) {
    record(span, report);
    let (elapsed_ms, error) = (milliseconds(report.elapsed), message(report.ending));
    span.in_scope(|| match error {
        None => tracing::debug!(target: ATTEMPT, elapsed_ms, "attempt succeeded"),
        Some(error) => tracing::debug!(target: ATTEMPT, elapsed_ms, error, "attempt failed"),
    });
}

/// Writes the event of a request that is sent again within its attempt.
pub(crate) fn repeated_over_http1() {
    tracing::debug!(target: ATTEMPT, "the server wants HTTP/1.1, so the request is repeated over it");
}

/// Writes the event of an ended call, and the fields of its span that were unknown before.
pub(crate) fn call_ended(span: &Span, report: &CallReport<'_>) {
    record(span, report);
    span.record("asmx.transport", report.transport.name());
    span.record("asmx.attempts", report.attempts);
    span.record("otel.status_code", report.ending.error_type().is_some().then_some("ERROR"));
    let (elapsed_ms, error) = (milliseconds(report.elapsed), message(report.ending));
    // A subscriber of warnings has no span with these fields.
    let outcome = span.is_disabled().then(|| report.ending.outcome());
    span.in_scope(|| match error {
        None => tracing::debug!(target: TARGET, elapsed_ms, "call succeeded"),
        Some(error) => tracing::warn!(target: TARGET, { asmx.outcome = outcome, elapsed_ms, error }, "call failed"),
    });
}

fn record(span: &Span, report: &CallReport<'_>) {
    span.record("asmx.outcome", report.ending.outcome());
    span.record("http.response.status_code", report.status.map(|status| status.as_u16()));
    span.record("error.type", report.ending.error_type().as_deref());
    span.record("asmx.bytes_sent", report.bytes_sent);
    span.record("asmx.bytes_received", report.bytes_received);
    span.record("asmx.rows", report.rows);
}

fn message(ending: Ending<'_>) -> Option<String> {
    match ending {
        Ending::Succeeded => None,
        Ending::Failed(error) => Some(error.to_string()),
        Ending::GivenUp(_) => Some("given up: timed out or cancelled".to_owned()),
    }
}

fn milliseconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
