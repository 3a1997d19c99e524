//! Time of the processor, for tests with a limit of time: other work on the machine does not count.

use std::time::{Duration, Instant};

/// Measures the time that the current thread had.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    begun: Instant,
    had: Option<Duration>,
}

impl Stopwatch {
    /// Begins to measure.
    #[must_use]
    pub fn start() -> Self {
        Self { begun: Instant::now(), had: had() }
    }

    /// The time of the processor since the start; where the system does not report it, the time that passed.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        let had = had().zip(self.had).map(|(now, before)| now.saturating_sub(before));
        had.unwrap_or_else(|| self.begun.elapsed())
    }
}

/// The time that this thread had until now, as Linux reports it.
fn had() -> Option<Duration> {
    let reported = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    reported.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
