//! Spans and events, with the field names of OpenTelemetry's conventions for RPC and HTTP; what these do not know begins with
//! `asmx.`.

use tracing::{Span, field::Empty};

use super::report::{AttemptReport, CallReport, Ending};
use super::watch::{TARGET, Watch};
use crate::call::handler::Call;
use crate::operation::Effect;

/// The span of a call.
pub(crate) fn of_call(watch: &Watch, call: &Call) -> Span {
    let server = watch.server.as_ref();
    let effect = match call.operation().effect {
        Effect::Read => "read",
        Effect::Write => "write",
        Effect::Send => "send",
    };
    tracing::info_span!(
        target: TARGET,
        "call",
        otel.name = format_args!("{}/{}", watch.service.name, call.operation().name),
        otel.kind = "client",
        otel.status_code = Empty,
        rpc.system = "asmx",
        rpc.service = watch.service.name,
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

/// The span of an attempt.
pub(crate) fn of_attempt(watch: &Watch, call: &Call, number: u32) -> Span {
    tracing::debug_span!(
        target: TARGET,
        "attempt",
        rpc.system = "asmx",
        rpc.service = watch.service.name,
        rpc.method = call.operation().name,
        http.request.method = watch.method(call),
        http.request.resend_count = (number > 1).then(|| number - 1),
        url.path = watch.path(call),
        asmx.transport = call.transport.name(),
        asmx.attempt = number,
    )
}

/// Expands to an event of the level that the ending deserves.
macro_rules! ended {
    ($ending:expr, $words:literal, $($fields:tt)*) => {
        if matches!($ending, Ending::Answered) {
            tracing::debug!(target: TARGET, { $($fields)* }, concat!($words, " answered"))
        } else {
            tracing::warn!(target: TARGET, { $($fields)* }, concat!($words, " failed"))
        }
    };
}

/// The event of an attempt that has ended.
pub(crate) fn attempt_ended(watch: &Watch, call: &Call, report: &AttemptReport<'_>) {
    let (error_type, error) = (report.ending.error_type(), shown(&report.ending));
    ended!(report.ending, "attempt",
        rpc.system = "asmx",
        rpc.service = watch.service.name,
        rpc.method = report.operation.name,
        http.request.method = watch.method(call),
        http.response.status_code = report.status.map(|status| status.as_u16()),
        url.path = watch.path(call),
        error.type = error_type.as_deref(),
        asmx.transport = report.transport.name(),
        asmx.attempt = report.number,
        asmx.bytes_sent = report.bytes_sent,
        asmx.bytes_received = report.bytes_received,
        asmx.rows = report.rows,
        asmx.elapsed_ms = milliseconds(report.elapsed),
        asmx.outcome = report.ending.outcome(),
        error = error.as_deref()
    );
}

/// The event of a call that has ended, and what its span lacked until then.
pub(crate) fn call_ended(watch: &Watch, span: &Span, report: &CallReport<'_>) {
    let (error_type, error) = (report.ending.error_type(), shown(&report.ending));
    let status = report.status.map(|status| status.as_u16());
    let failed = error_type.is_some().then_some("ERROR");
    span.record("asmx.transport", report.transport.name());
    span.record("asmx.attempts", report.attempts);
    span.record("asmx.outcome", report.ending.outcome());
    span.record("asmx.bytes_sent", report.bytes_sent);
    span.record("asmx.bytes_received", report.bytes_received);
    span.record("asmx.rows", report.rows);
    span.record("http.response.status_code", status);
    span.record("error.type", error_type.as_deref());
    span.record("otel.status_code", failed);
    span.in_scope(|| {
        ended!(report.ending, "call",
            rpc.system = "asmx",
            rpc.service = watch.service.name,
            rpc.method = report.operation.name,
            http.response.status_code = status,
            error.type = error_type.as_deref(),
            asmx.transport = report.transport.name(),
            asmx.attempts = report.attempts,
            asmx.bytes_sent = report.bytes_sent,
            asmx.bytes_received = report.bytes_received,
            asmx.rows = report.rows,
            asmx.elapsed_ms = milliseconds(report.elapsed),
            asmx.outcome = report.ending.outcome(),
            error = error.as_deref()
        );
    });
}

fn shown(ending: &Ending<'_>) -> Option<String> {
    if let Ending::Failed(error) = ending { Some(error.to_string()) } else { None }
}

fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
