//! Decoding of large responses on threads for blocking work, so that other calls need not wait and time limits hold.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use crate::call::handler::RawOutput;
use crate::error::{Error, ErrorKind};
use crate::value::message::Message;
use crate::value::output::BlankOutput;

/// Bodies with more bytes are large. Decoding this much takes a few milliseconds; a change of threads takes some ten microseconds.
const LARGE: usize = 1024 * 1024;

/// Limits how many responses are decoded at once: more would not be ready sooner, and would take memory. A response that was given up is
/// decoded to its end and counts until then, so that such work cannot pile up.
static PLACES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))))
});

/// Whether the response is large and there is a runtime with threads for blocking work.
pub(crate) fn is_large(output: &RawOutput) -> bool {
    matches!(output, RawOutput::Response { response, .. } if response.body().len() > LARGE)
        && Handle::try_current().is_ok()
}

/// The message of a response. A large one is decoded beside the threads that serve.
pub(crate) async fn message_of(output: RawOutput, blank_output: BlankOutput) -> Result<Message, Error> {
    if is_large(&output) { decode(output, blank_output).await } else { output.into_message_of(blank_output) }
}

pub(crate) fn decode(
    output: RawOutput,
    blank_output: BlankOutput,
) -> Pin<Box<dyn Future<Output = Result<Message, Error>> + Send>> {
    Box::pin(async move {
        let place = Arc::clone(&PLACES).acquire_owned().await;
        let decoding = tokio::task::spawn_blocking(move || {
            let message = output.into_message_of(blank_output);
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
