//! The entry point of programs without async.

use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::task::Poll;

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

/// As [`wait`], until the person at the terminal presses Ctrl-C: `None` then. A request that was under way may have been carried out.
///
/// # Errors
///
/// As [`wait`].
pub fn wait_unless_interrupted<F: Future>(future: F) -> io::Result<Option<F::Output>> {
    wait(async {
        let (mut future, mut interrupt) = (pin!(future), pin!(tokio::signal::ctrl_c()));
        let mut is_watching = true;
        poll_fn(|context| {
            // First, so that the call does not begin before Ctrl-C is watched for.
            let pressed = if is_watching { interrupt.as_mut().poll(context) } else { Poll::Pending };
            is_watching = pressed.is_pending();
            match (future.as_mut().poll(context), pressed) {
                (Poll::Ready(output), _) => Poll::Ready(Some(output)),
                (Poll::Pending, Poll::Ready(Ok(()))) => Poll::Ready(None),
                // If the system reports no signals, the call goes on.
                (Poll::Pending, _) => Poll::Pending,
            }
        })
        .await
    })
}
