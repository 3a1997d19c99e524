//! One call, from the decoded request to the encoded response.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::Response;

use super::body::LARGE;
use crate::call::handler::{Call, Handler, RawOutput};
use crate::call::opener::Opener;
use crate::error::Error;
use crate::fault::Fault;
use crate::protocol::{self, CarriageReturns, Received, ResponseContext, ServerSettings};
use crate::value::Value;
use crate::value::content::Content;

/// The service that a request is for, and the call that it asks for.
pub(super) fn open(opener: &Opener, received: Received) -> Result<(Arc<dyn Handler>, Call), Fault> {
    let Received { incoming, request } = received;
    let handler = catch_unwind(AssertUnwindSafe(|| opener.open(&incoming))).unwrap_or_else(|_| Err(panicked()))?;
    let mut call = Call::with_common(Box::new(request), Arc::new(incoming.common));
    call.undeclared = incoming.undeclared;
    call.soap_headers = incoming.soap_headers;
    call.transport = incoming.transport;
    Ok((handler, call))
}

/// Calls the service; whatever it does, there is a response.
pub(super) async fn handle(handler: &dyn Handler, call: &Call) -> Result<RawOutput, Fault> {
    // A service may panic before it gives a future, in it, and in what it gives.
    let started = catch_unwind(AssertUnwindSafe(|| handler.handle(call))).map_err(|_| panicked())?;
    let output = Guarded(started).await.unwrap_or_else(|()| Err(Error::from_fault(panicked())));
    output.map_err(|error| to_fault(&error))
}

/// Writes what the service returned.
pub(super) fn encode(
    settings: &ServerSettings,
    context: &ResponseContext,
    output: Result<RawOutput, Fault>,
) -> Response<Bytes> {
    let result = output.and_then(|output| output.into_content().map_err(|error| to_fault(&error)));
    let response = result.and_then(|result| {
        let response = protocol::encode_response(context, &result)?;
        Ok(match settings.carriage_returns {
            CarriageReturns::Kept => response,
            CarriageReturns::Raw => protocol::write_raw(response, &result),
        })
    });
    response.unwrap_or_else(|fault| protocol::encode_failure(context, settings.error_style, &fault))
}

/// Whether it takes long to write it: bytes of texts, or as many cells and values as would take so many.
pub(super) fn is_large(output: &RawOutput) -> bool {
    /// About what a cell takes as text, with its element around it.
    const CELL: usize = 16;

    fn values(value: &Value<'_>) -> usize {
        match value {
            Value::Null | Value::Nil => CELL,
            Value::Text(text) | Value::Xml(text) => CELL + text.len(),
            Value::Choice(chosen) => values(&chosen.value),
            Value::OfType(typed) => values(&typed.value),
            Value::Attributes(attributes) => attributes.iter().map(|(_, text)| CELL + text.len()).sum(),
            // Looks at a few: the others are like them.
            Value::Array(items) | Value::Structure(items) => {
                let looked_at = items.len().clamp(1, 16);
                items.iter().take(looked_at).map(values).sum::<usize>() / looked_at * items.len()
            }
        }
    }
    let bytes = match output {
        RawOutput::Response { response, .. } => response.body().len(),
        RawOutput::Streaming { .. } | RawOutput::Content(Content::None) => 0,
        RawOutput::Content(Content::String(text)) => text.as_str().len(),
        RawOutput::Content(Content::Xml(document)) => document.as_str().len(),
        RawOutput::Content(Content::Integers(integers)) => integers.as_slice().len() * CELL,
        RawOutput::Content(Content::Message(message)) => message.outputs.iter().map(values).sum(),
        RawOutput::Content(Content::DataSet(data_set)) => {
            data_set.tables().iter().map(|table| table.row_count() * table.columns().len() * CELL).sum()
        }
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

/// A future whose panic is its result.
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
