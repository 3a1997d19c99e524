//! Retries by effect, as a policy for tower's retry layer.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{Instant, Sleep};
use tower::retry::Policy;
use tower::retry::budget::{Budget, TpsBudget};
use tower::util::rng::{HasherRng, Rng};

use crate::call::handler::RawOutput;
use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind, Outcome};
use crate::operation::Effect;

#[derive(Debug, Default)]
pub(crate) struct AttemptHistory {
    attempts: AtomicU32,
    /// Whether an attempt may have sent its request.
    reached: AtomicBool,
    /// Whether the outcome of an attempt is unknown.
    unknown: AtomicBool,
}

impl AttemptHistory {
    pub(crate) fn begin_attempt(&self) {
        self.attempts.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn attempts(&self) -> u32 {
        self.attempts.load(Ordering::Relaxed)
    }

    fn failed(&self, outcome: Outcome) {
        self.reached.fetch_or(outcome != Outcome::NotSent, Ordering::Relaxed);
        self.unknown.fetch_or(outcome == Outcome::Unknown, Ordering::Relaxed);
    }

    /// The outcome of a call whose last attempt ended with `last`. The call is not sent only if no attempt was sent.
    pub(crate) fn outcome(&self, last: Outcome) -> Outcome {
        match last {
            Outcome::NotSent if self.unknown.load(Ordering::Relaxed) => Outcome::Unknown,
            Outcome::NotSent if self.reached.load(Ordering::Relaxed) => Outcome::Refused,
            last => last,
        }
    }
}

/// Decides after each attempt of a call whether to retry it.
#[derive(Clone)]
pub(crate) struct ByEffect<'a> {
    pub(crate) effect: Effect,
    pub(crate) policy: &'a RetryPolicy,
    pub(crate) budget: &'a TpsBudget,
    pub(crate) history: &'a AttemptHistory,
    pub(crate) deadline: Option<Instant>,
}

impl ByEffect<'_> {
    /// The wait before the next attempt; `None` if the call is not retried.
    fn wait(&self, error: &Error) -> Option<Duration> {
        let made = self.history.attempts();
        if made >= self.policy.attempts || !may_repeat(self.effect, error, self.policy) {
            return None;
        }
        let backoff = self.policy.longest_backoff(made).mul_f64(HasherRng::default().next_f64());
        let demanded = error.retry_after().unwrap_or_default();
        let wait = backoff.max(demanded);
        let ends_in_time = || {
            self.deadline
                .is_none_or(|end| Instant::now().checked_add(wait).is_some_and(|next_attempt| next_attempt < end))
        };
        let wait_is_worth_it = demanded <= self.policy.retry_after_limit && ends_in_time();
        (wait_is_worth_it && self.budget.withdraw()).then_some(wait)
    }
}

impl Policy<(), RawOutput, Error> for ByEffect<'_> {
    type Future = Sleep;

    fn retry(&mut self, (): &mut (), result: &mut Result<RawOutput, Error>) -> Option<Sleep> {
        let error = result.as_ref().err()?;
        let wait = self.wait(error)?;
        self.history.failed(error.outcome());
        Some(tokio::time::sleep(wait))
    }

    /// The service holds the call, so there is no request to copy.
    fn clone_request(&mut self, (): &()) -> Option<()> {
        Some(())
    }
}

/// Whether an operation of that effect may be repeated after this failure, and whether that may help.
fn may_repeat(effect: Effect, error: &Error, policy: &RetryPolicy) -> bool {
    let unsent = error.outcome() == Outcome::NotSent
        && matches!(error.kind(), ErrorKind::Connect | ErrorKind::HeldBack | ErrorKind::Timeout);
    match effect {
        Effect::Write | Effect::Send => unsent,
        Effect::Read => match error.kind() {
            ErrorKind::Fault => policy.faults,
            ErrorKind::Timeout | ErrorKind::Interrupted | ErrorKind::Connect | ErrorKind::HeldBack => true,
            ErrorKind::Status => error.status().is_some_and(|status| matches!(status.as_u16(), 502..=504)),
            ErrorKind::UnexpectedResponse => error.is_broken_response(),
            _ => false,
        },
    }
}
