//! An attempt that is observed.

use std::time::{Instant, SystemTime};

use tracing::Span;

use super::observers;
use super::observers::Observers;
use super::report::{AttemptReport, Ending};
use super::spans;
use crate::call::handler::{Call, RawOutput};
use crate::error::{Error, Outcome};

/// Reports when the attempt ends, or when it is dropped.
pub(crate) struct ObservedAttempt<'a> {
    observers: &'a Observers,
    call: &'a Call,
    number: u32,
    began: Instant,
    began_at: SystemTime,
    span: Span,
    is_over: bool,
}

impl Observers {
    /// Counts an attempt, and observes it if there are observers.
    pub(crate) fn attempt<'a>(&'a self, call: &'a Call) -> Option<ObservedAttempt<'a>> {
        let number = call.progress.begin_attempt();
        if !self.is_observed() {
            return None;
        }
        call.progress.observe(self.captures.is_some());
        Some(ObservedAttempt {
            observers: self,
            call,
            number,
            began: Instant::now(),
            began_at: SystemTime::now(),
            span: spans::of_attempt(self, call, number),
            is_over: false,
        })
    }
}

impl ObservedAttempt<'_> {
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// The attempt ended so. The error has no secrets any more.
    pub(crate) fn finish(mut self, result: &Result<RawOutput, Error>) {
        match result {
            Ok(output) => self.report(Ending::Succeeded, observers::rows(output)),
            Err(error) => self.report(Ending::Failed(error), None),
        }
    }

    fn report(&mut self, ending: Ending<'_>, rows: Option<u64>) {
        self.is_over = true;
        let failure = if let Ending::Failed(error) = ending { error.status() } else { None };
        let exchange = self.call.progress.end_attempt(failure, ending.is_unsent());
        let report = AttemptReport {
            service: self.observers.service,
            operation: self.call.operation(),
            transport: self.call.transport,
            number: self.number,
            status: exchange.status,
            bytes_sent: exchange.bytes_sent,
            bytes_received: exchange.bytes_received,
            rows,
            elapsed: self.began.elapsed(),
            ending,
        };
        spans::attempt_ended(&self.span, &report);
        self.observers.tell_attempt(&report);
        if let Some(captures) = &self.observers.captures {
            captures.keep(self.call, &report, self.began_at, exchange);
        }
    }
}

impl Drop for ObservedAttempt<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let outcome = given_up(self.call.progress.delivery().end());
            self.report(Ending::GivenUp(outcome), None);
        }
    }
}

/// The outcome of an operation whose attempt or call was dropped.
pub(crate) fn given_up(is_unsent: bool) -> Outcome {
    if is_unsent { Outcome::NotSent } else { Outcome::Unknown }
}
