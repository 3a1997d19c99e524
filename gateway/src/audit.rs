//! Calls that ended, for an audit log.

use std::sync::Arc;
use std::time::{Duration, Instant};

use asmx_runtime::Outcome;
use asmx_types::{Effect, Operation};
use serde_json::{Value as Json, json};

use crate::refusal::Refusal;

/// The status of a call whose caller did not wait for its end.
const ABANDONED: u16 = 499;

/// The way that a call came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// Over REST.
    Rest,
    /// As a tool.
    Mcp,
}

/// A call of a [`Gateway`](crate::Gateway) that ended. It holds no value of a parameter or a result.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// The operation.
    pub operation: &'static str,
    /// The effect of the operation.
    pub effect: Effect,
    /// The way that the call came.
    pub caller: Caller,
    /// The time from the request to the result.
    pub elapsed: Duration,
    /// The status in HTTP of the call: 200, that of the problem, or 499 if the caller went away.
    pub status: u16,
    /// What became of the operation; `None` if it was carried out.
    pub outcome: Option<Outcome>,
    /// The reason of a call that did not reach the service, with addresses that callers do not see.
    pub reason: Option<String>,
}

/// The receiver of calls that ended.
pub(crate) type Told = Arc<dyn Fn(&Ended) + Send + Sync>;

/// Tells a call when it is dropped: callers may go away before it ends.
pub(crate) struct Watched {
    told: Option<Told>,
    begun: Instant,
    ended: Ended,
}

impl Watched {
    pub(crate) fn new(told: Option<Told>, operation: &Operation, effect: Effect, caller: Caller) -> Self {
        let (elapsed, status, outcome) = (Duration::ZERO, ABANDONED, Some(Outcome::Unknown));
        let ended = Ended { operation: operation.name, effect, caller, elapsed, status, outcome, reason: None };
        Self { told, begun: Instant::now(), ended }
    }

    pub(crate) fn end(mut self, refusal: Option<&Refusal>) {
        self.ended.status = refusal.map_or(200, Refusal::status);
        self.ended.outcome = refusal.map(Refusal::outcome);
        self.ended.reason = refusal.and_then(Refusal::reason);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.ended.elapsed = self.begun.elapsed();
        if let Some(told) = &self.told {
            told(&self.ended);
        }
    }
}

impl Ended {
    /// The call as JSON, for a line of a log.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let caller = match self.caller {
            Caller::Rest => "rest",
            Caller::Mcp => "mcp",
        };
        let mut call = json!({
            "operation": self.operation,
            "effect": self.effect.name(),
            "caller": caller,
            "milliseconds": u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX),
            "status": self.status,
            "outcome": self.outcome.map_or("done", crate::refusal::outcome_name),
        });
        if let (Some(reason), Some(call)) = (&self.reason, call.as_object_mut()) {
            call.insert("reason".to_owned(), reason.as_str().into());
        }
        call
    }
}
