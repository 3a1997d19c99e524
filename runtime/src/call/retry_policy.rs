//! How often and after what waits a call is tried again.

use std::time::Duration;

/// When a call is tried again. What an operation does decides first:
///
/// * A **read** is tried again after a connection that could not be made or broke, after a time-out, after the statuses 502, 503 and
///   504, and after a response that is broken (cut off, empty, not XML, not well-formed). After a fault only if
///   [`faults`](Self::faults) says so.
/// * A **write** or **send** is tried again only if nothing of it was sent: the connection was never made, or something before it
///   held the request back. A response that got lost is never a reason to send twice.
///
/// Waits grow exponentially with full jitter: a random time between nothing and the smaller of `max_backoff` and
/// `base_backoff` × 2ⁿ. A `Retry-After` of the server is a lower bound. A wait that would end after the call's time is not
/// begun: the call fails at once with the last error. All calls of a client share a budget
/// ([`Builder::retry_budget`](crate::Builder::retry_budget)), so that a sick server does not get many times the load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryPolicy {
    pub(crate) attempts: u32,
    pub(crate) base_backoff: Duration,
    pub(crate) max_backoff: Duration,
    pub(crate) retry_after_limit: Duration,
    pub(crate) faults: bool,
}

impl Default for RetryPolicy {
    /// Three attempts, waits of up to 0.25 s and 0.5 s, a `Retry-After` of up to 60 s honoured, faults not retried.
    fn default() -> Self {
        Self {
            attempts: 3,
            base_backoff: Duration::from_millis(250),
            max_backoff: Duration::from_secs(10),
            retry_after_limit: Duration::from_secs(60),
            faults: false,
        }
    }
}

impl RetryPolicy {
    /// One attempt, whatever happens.
    pub fn never() -> Self {
        Self::default().attempts(1)
    }

    /// How often a call is tried in all. The default is 3; 0 is as good as 1.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// The most that is waited before the second attempt; it doubles with every further one. The default is 250 milliseconds.
    #[must_use]
    pub fn base_backoff(mut self, wait: Duration) -> Self {
        self.base_backoff = wait;
        self
    }

    /// The most that is waited before any attempt. The default is 10 seconds.
    #[must_use]
    pub fn max_backoff(mut self, wait: Duration) -> Self {
        self.max_backoff = wait;
        self
    }

    /// The longest `Retry-After` that is waited for. A server that asks for more is not tried again; the error has what it asked
    /// for. The default is 60 seconds.
    #[must_use]
    pub fn retry_after_limit(mut self, wait: Duration) -> Self {
        self.retry_after_limit = wait;
        self
    }

    /// Whether reads are tried again after a fault. The default is no: a fault is the service's own response.
    #[must_use]
    pub fn faults(mut self, retried: bool) -> Self {
        self.faults = retried;
        self
    }

    /// The most that is waited after `made` attempts.
    pub(crate) fn longest_backoff(&self, made: u32) -> Duration {
        let doubled = 2_u32.checked_pow(made.saturating_sub(1));
        doubled
            .and_then(|factor| self.base_backoff.checked_mul(factor))
            .unwrap_or(self.max_backoff)
            .min(self.max_backoff)
    }
}
