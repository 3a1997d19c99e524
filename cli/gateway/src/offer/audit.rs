//! Calls that ended, for an audit log.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use asmx_runtime::{Deviation, Outcome};
use asmx_types::display::{shortened, shown_line};
use asmx_types::{Effect, Operation};
use serde_json::{Value as Json, json};

use crate::offer::deviation;
use crate::offer::refusal::{ABANDONED, Refusal, outcome_name};

/// The way that a call came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// Over REST.
    Rest,
    /// As a tool.
    Mcp,
}

impl Caller {
    const fn name(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Mcp => "mcp",
        }
    }
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
    /// The number of contradictions of the response to its description.
    pub deviations: usize,
    /// The places of the first of them: names of members and elements.
    pub deviating: Vec<String>,
}

/// A request to a [`Gateway`](crate::Gateway) that was refused before it was a call: without the token, for an unknown operation, in another form. It
/// holds no value of a parameter.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRequest {
    /// The request: method and path over HTTP, the tool for agents. It is cut at 200 characters.
    pub request: String,
    /// The way that the request came.
    pub caller: Caller,
    /// The status in HTTP.
    pub status: u16,
}

impl RefusedRequest {
    pub(crate) fn new(request: &str, caller: Caller, status: u16) -> Self {
        /// Callers choose paths and the names of tools.
        const LONGEST: usize = 200;
        Self { request: shown_line(&shortened(request, LONGEST)).into_owned(), caller, status }
    }

    /// The request as JSON, for a line of a log.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let Self { request, caller, status } = self;
        json!({ "request": request, "caller": caller.name(), "status": status, "outcome": outcome_name(Some(Outcome::NotSent)) })
    }
}

/// A receiver of events.
type Observer<E> = Arc<dyn Fn(&E) + Send + Sync>;

/// The receivers of a gateway and of its clones.
pub(crate) struct Observers<E>(RwLock<Vec<Observer<E>>>);

impl<E> Default for Observers<E> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<E> Observers<E> {
    /// A poisoned lock is used: each change is a single step.
    pub(crate) fn add(&self, observer: Observer<E>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(observer);
    }

    pub(crate) fn all(&self) -> Vec<Observer<E>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn report(&self, event: &E) {
        for observer in self.all() {
            observer(event);
        }
    }
}

/// Reports a call when it is dropped: callers may go away before it ends.
pub(crate) struct Watched {
    observers: Vec<Observer<Ended>>,
    begun: Instant,
    ended: Ended,
}

impl Watched {
    pub(crate) fn new(observers: Vec<Observer<Ended>>, operation: &Operation, effect: Effect, caller: Caller) -> Self {
        let (elapsed, status, outcome) = (Duration::ZERO, ABANDONED, Some(Outcome::Unknown));
        let operation = operation.name;
        let (reason, deviations, deviating) = (None, 0, Vec::new());
        let ended = Ended { operation, effect, caller, elapsed, status, outcome, reason, deviations, deviating };
        Self { observers, begun: Instant::now(), ended }
    }

    /// Reports contradictions of the response with the call.
    pub(crate) fn deviating(&mut self, deviations: &[Deviation]) {
        (self.ended.deviations, self.ended.deviating) = (deviations.len(), deviation::paths(deviations));
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
        let mut call = json!({
            "operation": self.operation,
            "effect": self.effect.name(),
            "caller": self.caller.name(),
            "milliseconds": u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX),
            "status": self.status,
            "outcome": outcome_name(self.outcome),
        });
        if let Some(call) = call.as_object_mut() {
            if let Some(reason) = &self.reason {
                call.insert("reason".to_owned(), reason.as_str().into());
            }
            if self.deviations > 0 {
                call.insert("deviations".to_owned(), self.deviations.into());
                call.insert("deviating".to_owned(), self.deviating.clone().into());
            }
        }
        call
    }
}
