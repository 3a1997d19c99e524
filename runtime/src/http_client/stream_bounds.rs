//! What a streamed response may take.

use std::time::Duration;

/// What a streamed body may take.
#[derive(Debug, Clone)]
pub(crate) struct StreamBounds {
    /// The most bytes that are delivered; `None` is without limit.
    pub(crate) limit: Option<u64>,
    /// The longest wait for a chunk. Only time in which the reader waits for one counts.
    pub(crate) idle: Option<Duration>,
    /// The longest time from sending the request to the last chunk.
    pub(crate) total: Option<Duration>,
}

impl Default for StreamBounds {
    /// Any size: no memory grows with it, and the reader may stop. A call fails if its server sends nothing for 60 s.
    fn default() -> Self {
        Self { limit: None, idle: Some(Duration::from_secs(60)), total: None }
    }
}
