//! Retries by effect.

use std::time::Duration;

use tokio::time::Instant;
use tower::retry::budget::{Budget, TpsBudget};
use tower::util::rng::{HasherRng, Rng};

use crate::call::retry_policy::RetryPolicy;
use crate::error::{Error, ErrorKind, Outcome};
use crate::operation::Effect;

/// The attempts of one call so far.
#[derive(Debug, Default)]
pub(crate) struct AttemptHistory {
    attempts: u32,
    /// Whether an attempt may have sent its request.
    reached: bool,
    /// Whether the outcome of an attempt is unknown.
    unknown: bool,
}

impl AttemptHistory {
    pub(crate) const fn begin_attempt(&mut self) {
        self.attempts += 1;
    }

    pub(crate) const fn attempts(&self) -> u32 {
        self.attempts
    }

    pub(crate) fn failed(&mut self, outcome: Outcome) {
        self.reached |= outcome != Outcome::NotSent;
        self.unknown |= outcome == Outcome::Unknown;
    }

    /// The outcome of a call whose last attempt ended with `last`. The call is not sent only if no attempt was sent.
    pub(crate) fn outcome(&self, last: Outcome) -> Outcome {
        match last {
            Outcome::NotSent if self.unknown => Outcome::Unknown,
            Outcome::NotSent if self.reached => Outcome::Refused,
            last => last,
        }
    }
}

/// Decides after each attempt of a call whether to retry it.
pub(crate) struct Retries<'a> {
    pub(crate) effect: Effect,
    pub(crate) policy: &'a RetryPolicy,
    pub(crate) budget: &'a TpsBudget,
    /// The end of the call's time.
    pub(crate) deadline: Option<Instant>,
}

impl Retries<'_> {
    /// The wait before the next attempt; `None` if the call is not retried.
    pub(crate) fn wait(&self, history: &AttemptHistory, error: &Error) -> Option<Duration> {
        let attempts = history.attempts();
        if attempts >= self.policy.attempts || !may_repeat(self.effect, error, self.policy) {
            return None;
        }
        let backoff = self.policy.longest_backoff(attempts).mul_f64(HasherRng::default().next_f64());
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
