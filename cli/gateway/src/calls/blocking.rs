//! The entry point of programs without async.

use std::future::{pending, poll_fn};
use std::io;
use std::pin::pin;
use std::task::Poll;

use super::interruption::Interruptions;

/// Runs a future to its end on a tokio runtime of its own. Inside of async code, await the future instead.
///
/// # Errors
///
/// The system refuses what the runtime needs.
pub fn wait<F: Future>(future: F) -> io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let output = runtime.block_on(future);
    // A name that is still being resolved would keep the program waiting.
    runtime.shutdown_background();
    Ok(output)
}

/// As [`wait`], on a runtime with several threads: work of one caller holds up no others, nor the end of the program.
///
/// # Errors
///
/// As [`wait`].
#[cfg(feature = "server")]
pub(crate) fn wait_serving<F: Future>(future: F) -> io::Result<F::Output> {
    /// Fewer threads could all be at work for large results.
    const LEAST: usize = 4;
    let threads = std::thread::available_parallelism().map_or(LEAST, |cores| cores.get().max(LEAST));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(output)
}

/// As [`wait`], until Ctrl-C, and what service managers, `timeout` and closed terminals send: `None` then. A request that was under way may have
/// been carried out. From the first call on, such a signal ends the program at once wherever nothing awaits it.
///
/// # Errors
///
/// As [`wait`].
pub fn wait_unless_interrupted<F: Future>(future: F) -> io::Result<Option<F::Output>> {
    // Before the call begins. If the system reports no signals, the call goes on.
    let mut interruptions = Interruptions::watch(1).ok();
    wait(async {
        let interrupted = async {
            match &mut interruptions {
                Some(interruptions) => interruptions.next().await,
                None => pending().await,
            }
        };
        let (mut future, mut interrupted) = (pin!(future), pin!(interrupted));
        poll_fn(|context| match (future.as_mut().poll(context), interrupted.as_mut().poll(context)) {
            (Poll::Ready(output), _) => Poll::Ready(Some(output)),
            (Poll::Pending, Poll::Ready(())) => Poll::Ready(None),
            (Poll::Pending, Poll::Pending) => Poll::Pending,
        })
        .await
    })
}
