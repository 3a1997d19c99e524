//! An attempt that is watched.

use std::time::{Instant, SystemTime};

use tracing::Span;

use super::report::{AttemptReport, Ending};
use super::spans;
use super::watch;
use super::watch::Watch;
use crate::call::handler::{Call, RawOutput};
use crate::error::{Error, Outcome};

/// Reports when the attempt ends, or when it is dropped.
pub(crate) struct WatchedAttempt<'a> {
    watch: &'a Watch,
    call: &'a Call,
    number: u32,
    began: Instant,
    began_at: SystemTime,
    span: Span,
    is_over: bool,
}

impl Watch {
    /// Counts an attempt, and watches it if anybody wants to know.
    pub(crate) fn attempt<'a>(&'a self, call: &'a Call) -> Option<WatchedAttempt<'a>> {
        let number = call.progress.begin_attempt();
        if !self.is_watching() {
            return None;
        }
        call.progress.watch(self.captures.is_some());
        Some(WatchedAttempt {
            watch: self,
            call,
            number,
            began: Instant::now(),
            began_at: SystemTime::now(),
            span: spans::of_attempt(self, call, number),
            is_over: false,
        })
    }
}

impl WatchedAttempt<'_> {
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// The attempt ended so. The error has no secrets any more.
    pub(crate) fn finish(mut self, result: &Result<RawOutput, Error>) {
        match result {
            Ok(output) => self.report(Ending::Answered, watch::rows(output)),
            Err(error) => self.report(Ending::Failed(error), None),
        }
    }

    fn report(&mut self, ending: Ending<'_>, rows: Option<u64>) {
        self.is_over = true;
        let failure = if let Ending::Failed(error) = ending { error.status() } else { None };
        let exchange = self.call.progress.end_attempt(failure);
        let report = AttemptReport {
            service: self.watch.service,
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
        self.span.in_scope(|| spans::attempt_ended(self.watch, self.call, &report));
        self.watch.tell_attempt(&report);
        if let Some(captures) = &self.watch.captures {
            captures.keep(self.call, &report, self.began_at, exchange);
        }
    }
}

impl Drop for WatchedAttempt<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let outcome = given_up(self.call);
            self.report(Ending::GivenUp(outcome), None);
        }
    }
}

/// What became of an operation that nobody waits for any longer.
pub(crate) fn given_up(call: &Call) -> Outcome {
    if call.progress.was_handed_over() { Outcome::Unknown } else { Outcome::NotSent }
}
