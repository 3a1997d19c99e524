//! Decoding of large responses: beside the threads on which the calls of a runtime are made, so that none of them waits for it and
//! time limits hold.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use crate::call::handler::RawOutput;
use crate::error::{Error, ErrorKind};
use crate::value::message::Message;
use crate::value::output::BlankOutput;

/// A body of so many bytes is large. Decoding as much takes a few milliseconds, which a thread may be held; beside them, another
/// thread's some ten microseconds do not count.
const LARGE: usize = 1024 * 1024;

/// How many responses are decoded at once. More would not be ready sooner, and take memory. What was given up is decoded to its end
/// and counts until then, so that it cannot pile up.
static PLACES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))))
});

/// Whether decoding would hold a thread for long, and there are others.
pub(crate) fn is_large(output: &RawOutput) -> bool {
    matches!(output, RawOutput::Response { response, .. } if response.body().len() > LARGE)
        && Handle::try_current().is_ok()
}

/// Decodes on a thread of tokio's for such work.
pub(crate) fn aside(
    output: RawOutput,
    blank: BlankOutput,
) -> Pin<Box<dyn Future<Output = Result<Message, Error>> + Send>> {
    Box::pin(async move {
        let place = Arc::clone(&PLACES).acquire_owned().await;
        let decoding = tokio::task::spawn_blocking(move || {
            let message = output.into_message_of(blank);
            drop(place);
            message
        });
        decoding.await.unwrap_or_else(|failure| match failure.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => {
                Err(Error::new(ErrorKind::Interrupted, "the runtime was shut down before the response was decoded"))
            }
        })
    })
}
