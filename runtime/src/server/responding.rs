//! One call, from the decoded request to the encoded response.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread::available_parallelism;

use bytes::Bytes;
use http::Response;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::body::LARGE;
use crate::call::handler::{Call, Handler, RawOutput};
use crate::call::opener::Opener;
use crate::error::Error;
use crate::fault::Fault;
use crate::protocol::{self, CarriageReturns, Received, ResponseContext, ServerSettings};
use crate::value::field::{Field, View};

/// The service that a request is for, and the call that it asks for.
pub(super) fn open(opener: &Opener, received: Received) -> Result<(Arc<dyn Handler>, Call), Fault> {
    let Received { incoming, request } = received;
    let handler = catch_unwind(AssertUnwindSafe(|| opener.open(&incoming))).unwrap_or_else(|_| Err(panicked()))?;
    let mut call = Call::with_common(Box::new(request), Arc::new(incoming.common));
    call.undeclared = incoming.undeclared;
    call.soap_headers = incoming.soap_headers;
    call.transport = incoming.transport;
    // An opener sees the headers, so that faults may repeat them.
    call.progress.secrets().hide_headers(&incoming.headers);
    Ok((handler, call))
}

/// Calls the service. A panic of the service becomes a fault.
pub(super) async fn handle(handler: &dyn Handler, call: &Call) -> Result<RawOutput, Fault> {
    // A service may panic before it returns a future, in the future, and in the result.
    let started = catch_unwind(AssertUnwindSafe(|| handler.handle(call))).map_err(|_| panicked())?;
    let output = Guarded(started).await.unwrap_or_else(|()| Err(Error::from_fault(panicked())));
    output.map_err(|error| to_fault(&error))
}

pub(super) fn encode(
    settings: &ServerSettings,
    context: &ResponseContext,
    output: Result<RawOutput, Fault>,
) -> Response<Bytes> {
    let result = output.and_then(|output| output.into_message().map_err(|error| to_fault(&error)));
    let response = result.and_then(|result| {
        let response = protocol::encode_response(context, &result)?;
        Ok(match settings.carriage_returns {
            CarriageReturns::Reference => response,
            CarriageReturns::Raw => protocol::write_raw(response, &result),
        })
    });
    response.unwrap_or_else(|fault| protocol::encode_failure(context, settings.error_style, &fault))
}

/// Whether the output is large: by the bytes of its texts, or by the estimated bytes of its cells and values.
pub(super) fn is_large(output: &RawOutput) -> bool {
    /// The approximate bytes of a cell with its element.
    const CELL: usize = 16;

    fn size(field: &dyn Field) -> usize {
        match field.view() {
            View::Null | View::Nil | View::Integer(_) => CELL,
            View::Text(text) | View::Xml(text) => CELL + text.len(),
            View::Chosen(_) | View::OfType(_) => field.inner(0).map_or(0, size),
            View::Attributes(attributes) => attributes.iter().map(|(_, text)| CELL + text.len()).sum(),
            View::Document(document) => document.as_str().len(),
            View::DataSet(data_set) => {
                data_set.tables().iter().map(|table| table.row_count() * table.columns().len() * CELL).sum()
            }
            View::Members => field.members().map(size).sum(),
            // A few items stand for all.
            View::Items(count) => {
                let looked_at = count.clamp(1, 16);
                field.members().take(looked_at).map(size).sum::<usize>() / looked_at * count
            }
        }
    }
    let bytes = match output {
        RawOutput::Response { response, .. } => response.body().len(),
        RawOutput::Streaming { .. } => 0,
        RawOutput::Message(message) => message.parts().map(size).sum(),
    };
    bytes >= LARGE
}

fn to_fault(error: &Error) -> Fault {
    match error.fault() {
        Some(fault) => fault.clone(),
        None => Fault::server(error.to_string()),
    }
}

pub(super) fn panicked() -> Fault {
    Fault::server("The service failed unexpectedly.")
}

/// A future that returns an error if the inner future panics.
struct Guarded<F>(F);

impl<F: Future + Unpin> Future for Guarded<F> {
    type Output = Result<F::Output, ()>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match catch_unwind(AssertUnwindSafe(|| Pin::new(&mut self.0).poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(_) => Poll::Ready(Err(())),
        }
    }
}

/// Decodes large requests and encodes large responses on threads for blocking work, a few at a time, so that other requests need not wait.
pub(super) struct LargeWork(Semaphore);

impl LargeWork {
    pub(super) fn new() -> Self {
        Self(Semaphore::new(available_parallelism().map_or(1, usize::from)))
    }

    /// Runs `work`, on one of tokio's threads for blocking work if it `is_large`. `None` if it panicked, or the runtime ends.
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
