//! Responses take memory while they arrive: each piece, unpacked, takes its share of the memory of all calls first.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use asmx_runtime::stack::{BodyStream, HttpService};
use bytes::Bytes;
use futures_util::stream::unfold;
use http::{Request, Response};
use tower::{BoxError, Layer, Service};

use crate::memory::Share;

/// The memory that a call takes for each byte of its response: for the bytes, the values read from them, and the result made of these.
pub(crate) const HELD_PER_BYTE: usize = 16;

tokio::task_local! {
    /// The share of the call that is being made.
    static SHARE: Arc<Share>;
}

/// Makes a call whose response takes memory of the share.
pub(crate) async fn with_share<F: Future>(share: Arc<Share>, call: F) -> F::Output {
    SHARE.scope(share, call).await
}

/// The layer of a client that counts.
#[derive(Clone, Copy)]
pub(crate) struct Metered;

#[derive(Clone)]
pub(crate) struct MeteredService(HttpService);

impl Layer<HttpService> for Metered {
    type Service = MeteredService;

    fn layer(&self, inner: HttpService) -> MeteredService {
        MeteredService(inner)
    }
}

impl Service<Request<Bytes>> for MeteredService {
    type Response = Response<BodyStream>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let exchange = self.0.call(request);
        match SHARE.try_with(Arc::clone) {
            Ok(share) => Box::pin(async move { Ok(exchange.await?.map(|body| metered(body, share))) }),
            Err(_) => exchange,
        }
    }
}

fn metered(body: BodyStream, share: Arc<Share>) -> BodyStream {
    BodyStream::new(unfold((body, share), |(mut body, share)| async {
        let chunk = body.chunk().await?;
        let length = chunk.as_ref().map_or(0, Bytes::len);
        if let Err(why) = share.take(length.saturating_mul(HELD_PER_BYTE)).await {
            // The one who waits for the failure drops the call.
            share.fail(why);
            pending::<()>().await;
        }
        Some((chunk, (body, share)))
    }))
}
