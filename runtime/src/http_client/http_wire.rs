//! Calls over HTTP with their retries, the time of an attempt and the time of the whole call.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tower::retry::budget::{Budget, TpsBudget};

use super::http_handler::HttpHandler;
use super::retry::{AttemptHistory, Retries};
use crate::Transport;
use crate::call::handler::{Call, HandlerFuture, RawOutput};
use crate::client::attempt_runner::AttemptRunner;
use crate::client::wire::Wire;
use crate::error::{Error, ErrorKind, Outcome};

/// Makes calls within their bounds. One per client: its calls share the budget of retries.
pub(crate) struct HttpWire {
    budget: TpsBudget,
    /// The handler that knows which transports can carry a call.
    http: Arc<HttpHandler>,
}

/// The longest time of a timer; longer times have no timer.
const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

impl HttpWire {
    /// A budget of `per_second` retries and `share` of a retry for every call.
    pub(crate) fn new((per_second, share): (u32, f32), http: Arc<HttpHandler>) -> Self {
        let per_second = per_second.min(1_000_000);
        // Less than one in ten thousand counts as zero.
        let share = if share >= 0.0001 { share.min(1000.0) } else { 0.0 };
        Self { budget: TpsBudget::new(Duration::from_secs(10), per_second, share), http }
    }

    async fn within_its_bounds(&self, runner: &AttemptRunner, call: &Call, decoded: bool) -> Result<RawOutput, Error> {
        let started = Instant::now();
        let deadline = end(started, call.timeout);
        let mut history = AttemptHistory::default();
        self.budget.deposit();
        let effect = call.effect.unwrap_or(call.operation().effect);
        let retries = Retries { effect, policy: &call.retry, budget: &self.budget, deadline };
        let response = loop {
            history.begin_attempt();
            let attempt: HandlerFuture<'_> = Box::pin(within_its_time(runner, call, decoded, deadline));
            let response = attempt.await;
            let Err(error) = &response else { break response };
            let Some(wait) = retries.wait(&history, error) else { break response };
            history.failed(error.outcome());
            tokio::time::sleep(wait).await;
        };
        match response {
            Ok(RawOutput::Streaming { parts, body, context }) => {
                let body = body.with_attempts(history.attempts(), started.into_std());
                Ok(RawOutput::Streaming { parts, body, context })
            }
            Ok(output) => Ok(output),
            Err(error) => {
                let outcome = history.outcome(error.outcome());
                Err(error.with_outcome(outcome).with_attempts(history.attempts(), started.elapsed()))
            }
        }
    }
}

impl Wire for HttpWire {
    fn choose(&self, call: &Call) -> Option<Transport> {
        self.http.choose(call)
    }

    fn perform<'a>(&'a self, runner: &'a AttemptRunner, call: &'a Call, decoded: bool) -> HandlerFuture<'a> {
        Box::pin(self.within_its_bounds(runner, call, decoded))
    }
}

/// One attempt. One timer serves its time and the call's: it ends with the shorter one.
async fn within_its_time(
    runner: &AttemptRunner,
    call: &Call,
    decoded: bool,
    deadline: Option<Instant>,
) -> Result<RawOutput, Error> {
    let attempt_end = call.attempt_timeout.and_then(|time| end(Instant::now(), Some(time)));
    let attempt = runner.attempt(call, decoded);
    let Some(first_end) = [deadline, attempt_end].into_iter().flatten().min() else {
        return attempt.await;
    };
    let over = if attempt_end == Some(first_end) { call.attempt_timeout } else { call.timeout };
    timeout_at(first_end, attempt).await.unwrap_or_else(|_| Err(out_of_time(call, over)))
}

fn end(begun: Instant, time: Option<Duration>) -> Option<Instant> {
    begun.checked_add(time?.min(FOR_EVER))
}

fn out_of_time(call: &Call, time: Option<Duration>) -> Error {
    let time = time.unwrap_or_default();
    let delivery = call.progress.delivery();
    let (message, outcome) = if delivery.end() {
        let step = delivery.signs_in().map_or_else(String::new, |scheme| {
            format!(
                ": the server did not respond to a step of the sign-in by {scheme}; its application may be starting"
            )
        });
        (format!("not sent within {time:?}{step}"), Outcome::NotSent)
    } else {
        (format!("no response within {time:?}"), Outcome::Unknown)
    };
    Error::new(ErrorKind::Timeout, message)
        .with_outcome(outcome)
        .with_operation(call.operation())
        .with_transport(call.transport)
}
