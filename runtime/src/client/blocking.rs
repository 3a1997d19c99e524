//! Calls without async.

use std::future::{Future, IntoFuture};
use std::sync::OnceLock;

use tokio::runtime::{Builder, Handle, Runtime};

use super::prepared::Prepared;
use crate::error::{Error, ErrorKind};
use crate::value::result::ResultType;

impl<T: ResultType> Prepared<T> {
    /// Makes the call without async: waits on this thread for the response. It needs no runtime, and several threads may call at once.
    ///
    /// # Errors
    ///
    /// The errors of awaiting the call. It also fails, before anything is sent, on a thread of an async runtime: waiting would block it.
    pub fn wait(self) -> Result<T, Error> {
        let operation = self.operation();
        wait(self.into_future()).map_err(|error| error.with_operation(operation))
    }
}

/// The process's runtime for blocking calls: one thread that watches the sockets. It also runs between calls, so that it notices a
/// connection that the server closes and does not use it for the next request.
static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// Waits for `future`, which is polled on the calling thread. Threads may wait at the same time.
pub(crate) fn wait<T>(future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    if Handle::try_current().is_ok() {
        let message = "`wait()` would block this async runtime: await the call instead, or wait on a thread of your own \
                       (`std::thread`)";
        return Err(Error::new(ErrorKind::Configuration, message));
    }
    runtime()?.block_on(future)
}

fn runtime() -> Result<&'static Runtime, Error> {
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let runtime = Builder::new_multi_thread().worker_threads(1).thread_name("asmx-blocking").enable_all().build();
    let runtime = runtime.map_err(|error| {
        Error::new(ErrorKind::Configuration, "cannot start the runtime for blocking calls").with_source(error)
    })?;
    // If two threads get here at once, the runtime of one is used and the other is dropped.
    Ok(RUNTIME.get_or_init(|| runtime))
}
