//! Calls that ended, for an audit log.

use std::time::Duration;

use asmx_runtime::Outcome;
use asmx_types::{Effect, Operation};
use serde_json::{Value as Json, json};

use crate::refusal::Refusal;

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
    /// The status in HTTP of the call: 200, or that of the problem.
    pub status: u16,
    /// What became of the operation; `None` if it was carried out.
    pub outcome: Option<Outcome>,
}

impl Ended {
    pub(crate) fn new(
        operation: &Operation,
        effect: Effect,
        caller: Caller,
        elapsed: Duration,
        refusal: Option<&Refusal>,
    ) -> Self {
        let (status, outcome) = (refusal.map_or(200, Refusal::status), refusal.map(Refusal::outcome));
        Self { operation: operation.name, effect, caller, elapsed, status, outcome }
    }

    /// The call as JSON, for a line of a log.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let effect = match self.effect {
            Effect::Read => "read",
            Effect::Write => "write",
            Effect::Send => "send",
        };
        let caller = match self.caller {
            Caller::Rest => "rest",
            Caller::Mcp => "mcp",
        };
        json!({
            "operation": self.operation,
            "effect": effect,
            "caller": caller,
            "milliseconds": u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX),
            "status": self.status,
            "outcome": self.outcome.map_or("done", crate::refusal::outcome_name),
        })
    }
}
