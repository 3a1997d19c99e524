//! Large work is done on threads of its own, a few pieces at a time, so that other requests need not wait for it.

use std::thread::available_parallelism;

use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// Where large requests are decoded and large responses encoded.
pub(super) struct LargeWork(Semaphore);

impl LargeWork {
    pub(super) fn new() -> Self {
        Self(Semaphore::new(available_parallelism().map_or(1, usize::from)))
    }

    /// Does some work; on tokio's threads for blocking work if it `is_large`. `None` if it panicked, or the runtime ends.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        is_large: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        match Handle::try_current() {
            Ok(runtime) if is_large => {
                let _one_of_some = self.0.acquire().await.ok()?;
                runtime.spawn_blocking(work).await.ok()
            }
            _ => Some(work()),
        }
    }
}
