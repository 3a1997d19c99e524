//! The memory of all calls of a gateway: a call takes its share before it takes the memory, and waits if there is none.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::StatusCode;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The bytes that a call takes beside its share, so that small calls never wait for large ones.
const FREE: usize = 256 * 1024;
/// Memory is counted in units of so many bytes.
const UNIT: usize = 1024;
/// The longest wait for memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// The memory that calls share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Memory(Arc<Pool>);

struct Pool {
    room: Arc<Semaphore>,
    units: usize,
}

/// Why a call gets no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// Other calls hold it.
    Busy,
    /// The call needs more than all calls together may have: this many bytes.
    TooLarge(usize),
}

impl Exhausted {
    /// The status of a response that says so.
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        }
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => formatter.write_str("other calls hold the memory of the gateway"),
            Self::TooLarge(most) => {
                write!(
                    formatter,
                    "it needs more memory than the {} MB that all calls of the gateway share",
                    most / 1_000_000
                )
            }
        }
    }
}

/// The memory of one call, until it is dropped.
pub(crate) struct Share {
    memory: Memory,
    usage: Mutex<Usage>,
    failed: Notify,
}

#[derive(Default)]
struct Usage {
    bytes: usize,
    units: usize,
    permit: Option<OwnedSemaphorePermit>,
    failure: Option<Exhausted>,
}

impl Memory {
    pub(crate) fn new(bytes: usize) -> Self {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS.min(u32::MAX as usize));
        Self(Arc::new(Pool { room: Arc::new(Semaphore::new(units)), units }))
    }

    pub(crate) fn share(&self) -> Arc<Share> {
        Arc::new(Share { memory: self.clone(), usage: Mutex::default(), failed: Notify::new() })
    }

    /// So many bytes, until they are dropped; `None` if other calls hold them.
    pub(crate) fn at_once(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        Arc::clone(&self.0.room).try_acquire_many_owned(units).ok()
    }

    /// A part of this memory, for work that must not take all of it.
    pub(crate) fn part(&self, divisor: usize) -> Self {
        Self::new((self.0.units / divisor).saturating_mul(UNIT))
    }
}

impl Share {
    fn usage(&self) -> std::sync::MutexGuard<'_, Usage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes so many bytes more. Waits for other calls, but not for long.
    pub(crate) async fn take(&self, bytes: usize) -> Result<(), Exhausted> {
        let (more, all) = {
            let mut usage = self.usage();
            usage.bytes = usage.bytes.saturating_add(bytes);
            let units = usage.bytes.saturating_sub(FREE).div_ceil(UNIT);
            (units.saturating_sub(usage.units), units)
        };
        let pool = &self.memory.0;
        if more == 0 {
            return Ok(());
        }
        if all > pool.units {
            return Err(Exhausted::TooLarge(pool.units.saturating_mul(UNIT)));
        }
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        let waiting = timeout(PATIENCE, Arc::clone(&pool.room).acquire_many_owned(more)).await;
        let permit = waiting.map_err(|_| Exhausted::Busy)?.map_err(|_| Exhausted::Busy)?;
        let mut usage = self.usage();
        usage.units = usage.units.saturating_add(more as usize);
        match &mut usage.permit {
            Some(known) => known.merge(permit),
            none => *none = Some(permit),
        }
        Ok(())
    }

    /// Gives memory back, until so many bytes are left.
    pub(crate) fn keep(&self, bytes: usize) {
        let mut usage = self.usage();
        usage.bytes = usage.bytes.min(bytes);
        let units = usage.bytes.saturating_sub(FREE).div_ceil(UNIT);
        let back = usage.units.saturating_sub(units);
        if let Some(permit) = &mut usage.permit
            && let Some(back) = permit.split(back)
        {
            drop(back);
            usage.units = units;
        }
    }

    /// Whether the call takes so much that work on it is done beside the threads that serve.
    pub(crate) fn is_large(&self) -> bool {
        const LARGE: usize = 1024 * 1024;
        self.usage().bytes > LARGE
    }

    /// Ends the call: [`failure`](Self::failure) is ready.
    pub(crate) fn fail(&self, why: Exhausted) {
        self.usage().failure = Some(why);
        self.failed.notify_one();
    }

    /// Waits for the end of the memory.
    pub(crate) async fn failure(&self) -> Exhausted {
        loop {
            if let Some(why) = self.usage().failure {
                return why;
            }
            self.failed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn calls_wait_for_memory_and_small_ones_do_not() {
        let memory = Memory::new(4 * FREE);
        let (first, second, small) = (memory.share(), memory.share(), memory.share());
        first.take(4 * FREE).await.unwrap();
        assert_eq!(second.take(3 * FREE).await, Err(Exhausted::Busy));
        small.take(FREE).await.unwrap();
        first.keep(FREE);
        memory.share().take(5 * FREE).await.unwrap();
        assert_eq!(memory.share().take(5 * FREE + 1).await, Err(Exhausted::TooLarge(4 * FREE)));
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_call_holds_is_free_when_it_ends() {
        let memory = Memory::new(2 * FREE);
        for _ in 0..3 {
            let share = memory.share();
            for _ in 0..3 * 1024 {
                share.take(FREE / 1024).await.unwrap();
            }
        }
        assert_eq!(memory.0.room.available_permits(), 2 * FREE / UNIT);
    }
}
