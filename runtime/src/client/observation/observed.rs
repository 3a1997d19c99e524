//! Observed calls and attempts.

use std::time::{Instant, SystemTime};

use tracing::Span;

use super::observers;
use super::observers::Observers;
use super::report::{CallReport, Ending};
use super::spans;
use crate::call::handler::{Call, RawOutput};
use crate::error::{Error, Outcome};

/// Reports when the call or the attempt ends, or when it is dropped.
pub(crate) struct Observed<'a> {
    observers: &'a Observers,
    call: &'a Call,
    /// The number of the attempt and when it began; `None` for a call.
    attempt: Option<(u32, SystemTime)>,
    began: Instant,
    span: Span,
    is_over: bool,
}

impl Observers {
    /// Observes a call if there are observers.
    pub(crate) fn call<'a>(&'a self, call: &'a Call) -> Option<Observed<'a>> {
        self.is_observed().then(|| self.observed(call, None, spans::of_call(self, call)))
    }

    /// Counts an attempt, and observes it if there are observers.
    pub(crate) fn attempt<'a>(&'a self, call: &'a Call) -> Option<Observed<'a>> {
        let number = call.progress.begin_attempt();
        if !self.is_observed() {
            return None;
        }
        call.progress.observe(self.captures.is_some());
        Some(self.observed(call, Some((number, SystemTime::now())), spans::of_attempt(self, call, number)))
    }

    fn observed<'a>(&'a self, call: &'a Call, attempt: Option<(u32, SystemTime)>, span: Span) -> Observed<'a> {
        Observed { observers: self, call, attempt, began: Instant::now(), span, is_over: false }
    }
}

impl Observed<'_> {
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// Reports the end. Secrets were removed from the error.
    pub(crate) fn finish(mut self, result: &Result<RawOutput, Error>) {
        match result {
            Ok(output) => self.report(Ending::Succeeded, observers::rows(output)),
            Err(error) => self.report(Ending::Failed(error), None),
        }
    }

    fn report(&mut self, ending: Ending<'_>, rows: Option<u64>) {
        self.is_over = true;
        let Self { observers, call, .. } = *self;
        let mut report = CallReport {
            service: observers.service,
            operation: call.operation(),
            transport: call.transport,
            attempts: 0,
            status: None,
            bytes_sent: 0,
            bytes_received: 0,
            rows,
            elapsed: self.began.elapsed(),
            ending,
        };
        let Some((number, began)) = self.attempt else {
            let totals = call.progress.totals();
            (report.attempts, report.status) = (totals.attempts, totals.status);
            (report.bytes_sent, report.bytes_received) = (totals.bytes_sent, totals.bytes_received);
            spans::call_ended(&self.span, &report);
            observers.registered.iter().for_each(|observer| observer.call(&report));
            return;
        };
        let failure = if let Ending::Failed(error) = ending { error.status() } else { None };
        let exchange = call.progress.end_attempt(failure, ending.is_unsent());
        (report.attempts, report.status) = (number, exchange.status);
        (report.bytes_sent, report.bytes_received) = (exchange.bytes_sent, exchange.bytes_received);
        spans::attempt_ended(&self.span, &report);
        observers.registered.iter().for_each(|observer| observer.attempt(&report));
        if let Some(captures) = &observers.captures {
            captures.keep(call, &report, began, exchange);
        }
    }
}

impl Drop for Observed<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let progress = &self.call.progress;
            let is_unsent = if self.attempt.is_some() { progress.delivery().end() } else { progress.end_unsent() };
            let outcome = if is_unsent { Outcome::NotSent } else { Outcome::Unknown };
            self.report(Ending::GivenUp(outcome), None);
        }
    }
}
