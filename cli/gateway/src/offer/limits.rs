//! The limits of a gateway: calls under way, and calls a second.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(crate) struct Limits {
    at_once: Arc<Semaphore>,
    #[cfg(feature = "mcp")]
    permits: usize,
    per_second: Option<f64>,
    bucket: Mutex<Bucket>,
}

/// Calls that may begin at once, filled with time.
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Limits {
    pub(crate) fn new(at_once: usize, per_second: Option<u32>) -> Self {
        let per_second = per_second.map(|calls| f64::from(calls.max(1)));
        let permits = at_once.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            at_once: Arc::new(Semaphore::new(permits)),
            #[cfg(feature = "mcp")]
            permits,
            per_second,
            bucket: Mutex::new(Bucket { tokens: per_second.unwrap_or_default(), at: Instant::now() }),
        }
    }

    /// Waits until no call is under way.
    #[cfg(feature = "mcp")]
    pub(crate) async fn idle(&self) {
        while self.at_once.available_permits() < self.permits {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// A place for a call until it is dropped; or the time after which it is worth trying again.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, Duration> {
        let permit = Arc::clone(&self.at_once).try_acquire_owned().map_err(|_| Duration::from_secs(1))?;
        let Some(per_second) = self.per_second else { return Ok(permit) };
        let mut bucket = self.bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let filled = now.duration_since(bucket.at).as_secs_f64() * per_second;
        *bucket = Bucket { tokens: (bucket.tokens + filled).min(per_second), at: now };
        if bucket.tokens < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - bucket.tokens) / per_second));
        }
        bucket.tokens -= 1.0;
        Ok(permit)
    }
}
