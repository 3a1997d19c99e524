//! An HTTP stack that sends nothing.

use std::future::{Ready, ready};
use std::task::{Context, Poll};

use asmx_runtime::stack::NothingSent;
use bytes::Bytes;
use http::{Request, Response};

/// Fails every request as not sent.
#[derive(Clone)]
pub(crate) struct Nowhere;

impl tower::Service<Request<Bytes>> for Nowhere {
    type Response = Response<String>;
    type Error = NothingSent;
    type Future = Ready<Result<Self::Response, NothingSent>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), NothingSent>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<Bytes>) -> Self::Future {
        ready(Err(NothingSent::new("nothing is sent in a dry run")))
    }
}
