//! What a streamed response may take.

use std::time::Duration;

/// What a streamed body may take.
#[derive(Debug, Clone)]
pub(crate) struct StreamBounds {
    /// The most bytes that are delivered; `None` is without limit.
    pub(crate) limit: Option<u64>,
    /// The longest wait for a chunk. Time in which nobody asks for one does not count.
    pub(crate) idle: Option<Duration>,
    /// The longest time from sending the request to the last chunk.
    pub(crate) total: Option<Duration>,
}

impl Default for StreamBounds {
    /// Any size: nothing here grows with it, and who reads the stream may stop. A server that sends nothing for 60 s is given up.
    fn default() -> Self {
        Self { limit: None, idle: Some(Duration::from_secs(60)), total: None }
    }
}
