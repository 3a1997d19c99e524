//! One call, from the decoded request to the encoded answer.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Response, Uri};

use crate::content::Content;
use crate::error::Error;
use crate::fault::Fault;
use crate::handler::{Call, RawOutput};
use crate::incoming::Opener;
use crate::protocol::{self, CarriageReturns, Received, ResponseContext, ServerSettings};

/// Answers one request; never fails, whatever the service does. `uri` is the request line as it came, if a router
/// shortened it.
pub(super) async fn answer(
    opener: &Opener,
    settings: &ServerSettings,
    request: http::Request<Bytes>,
    uri: Option<Uri>,
) -> Response<Bytes> {
    let mut received = match protocol::decode_request(settings, &request) {
        Ok(received) => received,
        Err(answer) => return answer,
    };
    if let Some(uri) = uri {
        received.incoming.uri = uri;
    }
    let context = ResponseContext {
        service: settings.service,
        operation: received.incoming.operation,
        transport: received.incoming.transport,
        namespace: Arc::clone(&settings.namespace),
        limits: settings.limits.clone(),
    };
    let result = serve(opener, received).await;
    let answer = result.and_then(|result| {
        let answer = protocol::encode_response(&context, &result)?;
        Ok(match settings.carriage_returns {
            CarriageReturns::Kept => answer,
            CarriageReturns::Raw => protocol::write_raw(answer, &result),
        })
    });
    answer.unwrap_or_else(|fault| protocol::encode_fault(settings.error_style, context.transport, &fault))
}

/// Lets the service answer.
async fn serve(opener: &Opener, received: Received) -> Result<Content, Fault> {
    let Received { incoming, request } = received;
    let handler = catch_unwind(AssertUnwindSafe(|| opener.open(&incoming))).unwrap_or_else(|_| Err(panicked()))?;
    let mut call = Call::with_common(Box::new(request), Arc::new(incoming.common));
    call.undeclared = incoming.undeclared;
    call.transport = incoming.transport;
    // A service may panic before it gives a future, in it, and in what it gives.
    let started = catch_unwind(AssertUnwindSafe(|| handler.handle(&call))).map_err(|_| panicked())?;
    let output = Guarded(started).await.unwrap_or_else(|()| Err(Error::from_fault(panicked())));
    output.and_then(RawOutput::into_content).map_err(|error| match error.fault() {
        Some(fault) => fault.clone(),
        None => Fault::server(error.to_string()),
    })
}

fn panicked() -> Fault {
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
