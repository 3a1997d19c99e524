//! A call that is watched.

use std::time::Instant;

use tracing::Span;

use super::attempt::given_up;
use super::report::{CallReport, Ending};
use super::spans;
use super::watch;
use super::watch::Watch;
use crate::call::handler::{Call, RawOutput};
use crate::error::Error;

/// Reports when the call ends, or when it is dropped.
pub(crate) struct WatchedCall<'a> {
    watch: &'a Watch,
    call: &'a Call,
    began: Instant,
    span: Span,
    is_over: bool,
}

impl Watch {
    /// Watches a call if anybody wants to know.
    pub(crate) fn call<'a>(&'a self, call: &'a Call) -> Option<WatchedCall<'a>> {
        self.is_watching().then(|| WatchedCall {
            watch: self,
            call,
            began: Instant::now(),
            span: spans::of_call(self, call),
            is_over: false,
        })
    }
}

impl WatchedCall<'_> {
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// The call ended so. The error has no secrets any more.
    pub(crate) fn finish(mut self, result: &Result<RawOutput, Error>) {
        match result {
            Ok(output) => self.report(Ending::Answered, watch::rows(output)),
            Err(error) => self.report(Ending::Failed(error), None),
        }
    }

    fn report(&mut self, ending: Ending<'_>, rows: Option<u64>) {
        self.is_over = true;
        let totals = self.call.progress.totals();
        let report = CallReport {
            service: self.watch.service,
            operation: self.call.operation(),
            transport: self.call.transport,
            attempts: totals.attempts,
            status: totals.status,
            bytes_sent: totals.bytes_sent,
            bytes_received: totals.bytes_received,
            rows,
            elapsed: self.began.elapsed(),
            ending,
        };
        spans::call_ended(&self.span, &report);
        self.watch.tell_call(&report);
    }
}

impl Drop for WatchedCall<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let outcome = given_up(self.call);
            self.report(Ending::GivenUp(outcome), None);
        }
    }
}
