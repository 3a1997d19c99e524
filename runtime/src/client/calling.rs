//! What stands around every call over HTTP: retries, the time of an attempt, the time of the whole call.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tower::retry::budget::{Budget, TpsBudget};

use super::attempter::Attempter;
use super::retry::{ByEffect, Tally};
use crate::error::{Error, ErrorKind, Outcome};
use crate::handler::{Call, RawOutput};

/// Makes calls within their bounds. One per client: its calls share the budget of retries.
pub(super) struct Calling {
    budget: TpsBudget,
}

/// The longest wait that a timer is asked for; longer is for ever.
const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

impl Calling {
    /// A budget of `per_second` retries and `share` of a retry for every call.
    pub(super) fn new(per_second: u32, share: f32) -> Self {
        let per_second = per_second.min(1_000_000);
        // Less than one in ten thousand is none.
        let share = if share >= 0.0001 { share.min(1000.0) } else { 0.0 };
        Self { budget: TpsBudget::new(Duration::from_secs(10), per_second, share) }
    }

    /// Makes a call: as many attempts as its policy has, within its time.
    pub(super) async fn answer(&self, attempter: &Attempter, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        let started = Instant::now();
        let deadline = end(started, call.timeout);
        let mut tally = Tally::default();
        self.budget.deposit();
        let policy = ByEffect { effect: call.operation().effect, policy: &call.retry, budget: &self.budget, deadline };
        let answer = loop {
            // A block, so that nothing of an answer is kept during the wait: the future of every call would have room for it.
            let wait = {
                let begun = if tally.begin_attempt() == 1 { started } else { Instant::now() };
                let attempt_end = end(begun, call.attempt_timeout);
                // One timer for both: whichever is over first.
                let answer = match [deadline, attempt_end].into_iter().flatten().min() {
                    None => attempter.attempt(call, decoded).await,
                    Some(first_end) => match timeout_at(first_end, attempter.attempt(call, decoded)).await {
                        Ok(answer) => answer,
                        Err(_) if attempt_end == Some(first_end) => Err(out_of_time(call, call.attempt_timeout)),
                        Err(_) => break Err(out_of_time(call, call.timeout)),
                    },
                };
                let Err(error) = answer else { break answer };
                let Some(wait) = policy.wait(&error, tally.attempts()) else { break Err(error) };
                tally.failed(error.outcome());
                wait
            };
            sleep(wait).await;
        };
        match answer {
            Ok(RawOutput::Streaming { parts, body, context }) => {
                let body = body.with_tally(tally.attempts(), started.into_std());
                Ok(RawOutput::Streaming { parts, body, context })
            }
            Ok(whole) => Ok(whole),
            Err(error) => {
                let outcome = tally.outcome(error.outcome());
                Err(error.with_outcome(outcome).with_tally(tally.attempts(), started.elapsed()))
            }
        }
    }
}

/// When time that began then is over; `None` if never.
fn end(begun: Instant, time: Option<Duration>) -> Option<Instant> {
    begun.checked_add(time?.min(FOR_EVER))
}

/// An attempt that was given up. Before the HTTP client had the request, nothing was sent; after that nobody knows.
fn out_of_time(call: &Call, time: Option<Duration>) -> Error {
    let time = time.unwrap_or_default();
    let sent = call.progress.was_handed_over();
    let (message, outcome) = if sent {
        (format!("no answer within {time:?}"), Outcome::Unknown)
    } else {
        (format!("not sent within {time:?}"), Outcome::NotSent)
    };
    Error::new(ErrorKind::Timeout, message)
        .with_outcome(outcome)
        .with_operation(call.operation())
        .with_transport(call.transport)
}
