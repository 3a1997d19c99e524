//! Work that takes long, beside the threads that serve.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::LazyLock;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;

/// More at once would not be ready sooner, and would take memory.
static PERMITS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))));

/// Runs the work while other threads go on serving. A runtime with one thread has no others: there it runs at once.
pub(crate) async fn offload<T>(work: impl FnOnce() -> T) -> T {
    // The semaphore is never closed.
    let _permit = PERMITS.acquire().await;
    block_in_place(work)
}

/// As [`offload`], if the work is large: a change of threads takes some ten microseconds.
pub(crate) async fn offload_if<T>(is_large: bool, work: impl FnOnce() -> T) -> T {
    if is_large { offload(work).await } else { work() }
}

/// Polls a future whose steps take long as [`offload`] runs work.
#[cfg(feature = "server")]
pub(crate) async fn poll_offloaded<F: Future>(is_large: bool, future: F) -> F::Output {
    let mut future = pin!(future);
    poll_fn(
        |context| {
            if is_large { block_in_place(|| future.as_mut().poll(context)) } else { future.as_mut().poll(context) }
        },
    )
    .await
}

fn block_in_place<T>(work: impl FnOnce() -> T) -> T {
    let has_others = Handle::try_current().is_ok_and(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread);
    if has_others { tokio::task::block_in_place(work) } else { work() }
}
