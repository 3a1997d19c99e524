//! When calls are retried, how often, and after how long.

use std::time::Duration;

/// When a call is retried. The effect of its operation decides first:
///
/// * A **read** is retried after a connection that could not be made or broke, a time-out, the statuses 502, 503 and 504, and a broken
///   response (cut off, empty, not XML, not well-formed). After a fault it is retried only with [`faults`](Self::faults).
/// * A **write** or **send** is retried only if nothing of it was sent: the connection was never made, or a layer held the request back. It
///   is never retried because a response was lost.
///
/// The wait before a retry is a random time between zero and the smaller of `max_backoff` and `base_backoff` × 2ⁿ (full jitter). The server's
/// `Retry-After` is a lower bound. If the wait would exceed the time of the call, the call fails at once with the last error. All calls of a
/// client share a budget of retries ([`Builder::retry_budget`](crate::Builder::retry_budget)), which limits the load on a failing server.
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
    /// One attempt without retries.
    pub fn never() -> Self {
        Self::default().attempts(1)
    }

    /// Sets the most attempts of a call. The default is 3; 0 means 1.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Sets the longest wait before the second attempt; it doubles with each further one. The default is 250 milliseconds.
    #[must_use]
    pub fn base_backoff(mut self, wait: Duration) -> Self {
        self.base_backoff = wait;
        self
    }

    /// Sets the longest wait before any attempt. The default is 10 seconds.
    #[must_use]
    pub fn max_backoff(mut self, wait: Duration) -> Self {
        self.max_backoff = wait;
        self
    }

    /// Sets the longest `Retry-After` to wait for. If a server asks for more, the call fails, and the error has the server's value. The default
    /// is 60 seconds.
    #[must_use]
    pub fn retry_after_limit(mut self, wait: Duration) -> Self {
        self.retry_after_limit = wait;
        self
    }

    /// Sets whether reads are retried after a fault. The default is no, because a fault is a response of the service.
    #[must_use]
    pub fn faults(mut self, retried: bool) -> Self {
        self.faults = retried;
        self
    }

    pub(crate) fn longest_backoff(&self, attempts: u32) -> Duration {
        let doubled = 2_u32.checked_pow(attempts.saturating_sub(1));
        doubled
            .and_then(|factor| self.base_backoff.checked_mul(factor))
            .unwrap_or(self.max_backoff)
            .min(self.max_backoff)
    }
}
