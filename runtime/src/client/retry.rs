//! Retries by effect: what may be repeated, when, and how often.

use std::time::Duration;

use tokio::time::Instant;
use tower::retry::budget::{Budget, TpsBudget};
use tower::util::rng::{HasherRng, Rng};

use crate::error::{Error, ErrorKind, Outcome};
use crate::operation::Effect;
use crate::retry_policy::RetryPolicy;

/// What happened to one call so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    attempts: u32,
    /// Whether some attempt did not end with the request unsent.
    reached: bool,
    /// Whether there is an attempt of which nobody knows what became of it.
    unknown: bool,
}

impl Tally {
    /// Counts an attempt and says which it is.
    pub(super) fn begin_attempt(&mut self) -> u32 {
        self.attempts = self.attempts.saturating_add(1);
        self.attempts
    }

    pub(super) fn attempts(&self) -> u32 {
        self.attempts
    }

    /// An attempt that was not the last one ended so.
    pub(super) fn failed(&mut self, outcome: Outcome) {
        self.reached |= outcome != Outcome::NotSent;
        self.unknown |= outcome == Outcome::Unknown;
    }

    /// The outcome of a call whose last attempt ended with `last`: that nothing was sent holds only if it holds for every attempt.
    pub(super) fn outcome(&self, last: Outcome) -> Outcome {
        match last {
            Outcome::NotSent if self.unknown => Outcome::Unknown,
            Outcome::NotSent if self.reached => Outcome::Refused,
            last => last,
        }
    }
}

/// Decides after each failed attempt of one call.
pub(super) struct ByEffect<'a> {
    pub(super) effect: Effect,
    pub(super) policy: &'a RetryPolicy,
    pub(super) budget: &'a TpsBudget,
    /// When the call's time ends.
    pub(super) deadline: Option<Instant>,
}

impl ByEffect<'_> {
    /// How long to wait before the next attempt, `made` having been made; `None` if there is to be none.
    pub(super) fn wait(&self, error: &Error, made: u32) -> Option<Duration> {
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

/// Whether an operation of that effect may be done after this failure, and whether that may help.
fn may_repeat(effect: Effect, error: &Error, policy: &RetryPolicy) -> bool {
    let unsent = error.outcome() == Outcome::NotSent
        && matches!(error.kind(), ErrorKind::Connect | ErrorKind::HeldBack | ErrorKind::Timeout);
    match effect {
        Effect::Write | Effect::Send => unsent,
        Effect::Read => match error.kind() {
            ErrorKind::Fault => policy.faults,
            ErrorKind::Timeout | ErrorKind::Interrupted => true,
            ErrorKind::Status => error.status().is_some_and(|status| matches!(status.as_u16(), 502..=504)),
            ErrorKind::UnexpectedResponse => error.is_broken_answer(),
            _ => unsent,
        },
    }
}
