//! Calls that ended, for an audit log.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use asmx_runtime::Outcome;
use asmx_types::{Effect, Operation};
use serde_json::{Value as Json, json};

use crate::offer::refusal::{ABANDONED, Refusal};

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
    /// The outcome of the operation; `None` if it was carried out.
    pub outcome: Option<Outcome>,
    /// The reason of a call that did not reach the service, with addresses that callers do not see.
    pub reason: Option<String>,
}

/// A receiver of calls that ended.
type Observer = Arc<dyn Fn(&Ended) + Send + Sync>;

/// The receivers of a gateway and of its clones.
#[derive(Default)]
pub(crate) struct Observers(RwLock<Vec<Observer>>);

impl Observers {
    /// A poisoned lock is used: each change is a single step.
    pub(crate) fn add(&self, observer: Observer) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(observer);
    }

    pub(crate) fn all(&self) -> Vec<Observer> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Reports a call when it is dropped: callers may go away before it ends.
pub(crate) struct Watched {
    observers: Vec<Observer>,
    begun: Instant,
    ended: Ended,
}

impl Watched {
    pub(crate) fn new(observers: Vec<Observer>, operation: &Operation, effect: Effect, caller: Caller) -> Self {
        let (elapsed, status, outcome) = (Duration::ZERO, ABANDONED, Some(Outcome::Unknown));
        let ended = Ended { operation: operation.name, effect, caller, elapsed, status, outcome, reason: None };
        Self { observers, begun: Instant::now(), ended }
    }

    pub(crate) fn end(mut self, refusal: Option<&Refusal>) {
        self.ended.status = refusal.map_or(200, Refusal::status);
        self.ended.outcome = refusal.and_then(Refusal::outcome);
        self.ended.reason = refusal.and_then(Refusal::reason);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.ended.elapsed = self.begun.elapsed();
        for observer in &self.observers {
            observer(&self.ended);
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
            "outcome": crate::offer::refusal::outcome_name(self.outcome),
        });
        if let (Some(reason), Some(call)) = (&self.reason, call.as_object_mut()) {
            call.insert("reason".to_owned(), reason.as_str().into());
        }
        call
    }
}
