//! A call that is observed.

use std::time::Instant;

use tracing::Span;

use super::attempt::given_up;
use super::observers;
use super::observers::Observers;
use super::report::{CallReport, Ending};
use super::spans;
use crate::call::handler::{Call, RawOutput};
use crate::error::Error;

/// Reports when the call ends, or when it is dropped.
pub(crate) struct ObservedCall<'a> {
    observers: &'a Observers,
    call: &'a Call,
    began: Instant,
    span: Span,
    is_over: bool,
}

impl Observers {
    /// Observes a call if there are observers.
    pub(crate) fn call<'a>(&'a self, call: &'a Call) -> Option<ObservedCall<'a>> {
        self.is_observed().then(|| ObservedCall {
            observers: self,
            call,
            began: Instant::now(),
            span: spans::of_call(self, call),
            is_over: false,
        })
    }
}

impl ObservedCall<'_> {
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// The call ended so. The error has no secrets any more.
    pub(crate) fn finish(mut self, result: &Result<RawOutput, Error>) {
        match result {
            Ok(output) => self.report(Ending::Succeeded, observers::rows(output)),
            Err(error) => self.report(Ending::Failed(error), None),
        }
    }

    fn report(&mut self, ending: Ending<'_>, rows: Option<u64>) {
        self.is_over = true;
        let totals = self.call.progress.totals();
        let report = CallReport {
            service: self.observers.service,
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
        self.observers.tell_call(&report);
    }
}

impl Drop for ObservedCall<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let outcome = given_up(self.call.progress.end_unsent());
            self.report(Ending::GivenUp(outcome), None);
        }
    }
}
