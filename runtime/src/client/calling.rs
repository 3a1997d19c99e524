//! What stands around every call over HTTP: retries, the time of an attempt, the time of the whole call.

use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tower::retry::budget::{Budget, TpsBudget};
use tower::timeout::error::Elapsed;
use tower::{BoxError, Service, ServiceBuilder, ServiceExt};

use super::attempter::Attempter;
use super::retry::{ByEffect, Tally};
use crate::error::{Error, ErrorKind, Outcome};
use crate::handler::{Answering, Call, RawOutput};

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
        let deadline = call.timeout.and_then(|timeout| started.checked_add(timeout));
        let tally = Tally::default();
        self.budget.deposit();
        let policy = ByEffect {
            effect: call.operation().effect,
            policy: &call.retry,
            budget: &self.budget,
            tally: &tally,
            deadline,
        };
        let answering = repeated(policy, Attempts { attempter, call, decoded, tally: &tally });
        let answer = match deadline {
            None => answering.await,
            Some(deadline) => timeout_at(deadline, answering)
                .await
                .unwrap_or_else(|_| Err(out_of_time(call, call.timeout.unwrap_or_default()))),
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

/// The layers around the attempts of a call. No async function, so that the compiler knows their types to be `Send`.
fn repeated<'a>(policy: ByEffect<'a>, attempts: Attempts<'a>) -> Answering<'a> {
    let call = attempts.call;
    let service = ServiceBuilder::new()
        .retry(policy)
        .map_err(move |error: BoxError| named(error, call))
        .timeout(call.attempt_timeout.unwrap_or(FOR_EVER).min(FOR_EVER))
        .service(attempts);
    Box::pin(service.oneshot(()))
}

/// One attempt after the other of one call, as a tower service.
#[derive(Clone)]
struct Attempts<'a> {
    attempter: &'a Attempter,
    call: &'a Call,
    decoded: bool,
    tally: &'a Tally,
}

impl<'a> Service<()> for Attempts<'a> {
    type Response = RawOutput;
    type Error = Error;
    type Future = Answering<'a>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, (): ()) -> Self::Future {
        self.tally.begin_attempt();
        Box::pin(self.attempter.attempt(self.call, self.decoded))
    }
}

/// The failure of an attempt, be it the handler's or that of its time.
fn named(error: BoxError, call: &Call) -> Error {
    match error.downcast::<Error>() {
        Ok(error) => *error,
        Err(error) if error.is::<Elapsed>() => out_of_time(call, call.attempt_timeout.unwrap_or_default()),
        Err(error) => Error::new(ErrorKind::Interrupted, "the call failed").with_source(error),
    }
}

/// An attempt that was given up. Before the HTTP client had the request, nothing was sent; after that nobody knows.
fn out_of_time(call: &Call, time: Duration) -> Error {
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
