//! Responses take memory while they arrive: each piece, unpacked, takes its share of the memory of all calls first.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use asmx_runtime::stack::{BodyStream, HttpService};
use bytes::Bytes;
use futures_util::stream::unfold;
use http::{Request, Response};
use tower::{BoxError, Service};

use crate::calls::memory::Share;

/// The memory that a call takes for each byte of its response, if its result is values of JSON: for the bytes, the values read from them, and
/// those of JSON. Reports of ordinary rows take 44.
pub(crate) const VALUES_PER_BYTE: usize = 48;
/// The memory for each byte of a DataSet that becomes text at once.
pub(crate) const TABLES_PER_BYTE: usize = 12;

tokio::task_local! {
    /// The share of the call that is being made, and what each byte takes of it.
    static SHARE: (Arc<Share>, usize);
}

/// Makes a call whose response takes so much memory of the share for each byte.
pub(crate) async fn with_share<F: Future>(share: Arc<Share>, per_byte: usize, call: F) -> F::Output {
    SHARE.scope((share, per_byte), call).await
}

/// The HTTP stack of a client that counts.
#[derive(Clone)]
pub(crate) struct MeteredService(pub(crate) HttpService);

impl Service<Request<Bytes>> for MeteredService {
    type Response = Response<BodyStream>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let exchange = self.0.call(request);
        match SHARE.try_with(Clone::clone) {
            Ok((share, per_byte)) => {
                Box::pin(async move { Ok(exchange.await?.map(|body| metered(body, share, per_byte))) })
            }
            Err(_) => exchange,
        }
    }
}

fn metered(body: BodyStream, share: Arc<Share>, per_byte: usize) -> BodyStream {
    BodyStream::new(unfold((body, share), move |(mut body, share)| async move {
        let chunk = body.chunk().await?;
        let length = chunk.as_ref().map_or(0, Bytes::len);
        if let Err(why) = share.take(length.saturating_mul(per_byte)).await {
            // The one who waits for the failure drops the call.
            share.fail(why);
            pending::<()>().await;
        }
        Some((chunk, (body, share)))
    }))
}
