//! The entry point of programs without async.

use std::io;

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
