//! The bounds of a streamed body: its size, the wait for a chunk, the time in all.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::StatusCode;
use tokio::time::{Instant, Sleep};

use crate::Transport;
use crate::call::body_stream::BodyStream;
use crate::error::{Error, ErrorKind};
use crate::operation::Operation;

#[derive(Debug, Clone)]
pub(crate) struct StreamBounds {
    pub(crate) limit: Option<u64>,
    /// The longest wait for a chunk. Only time in which the reader waits for one counts.
    pub(crate) idle: Option<Duration>,
    /// The longest time from sending the request to the last chunk.
    pub(crate) total: Option<Duration>,
}

impl Default for StreamBounds {
    /// No limit of the size, because memory does not grow with it and the reader may stop. A call fails if its server sends nothing for 60 s.
    fn default() -> Self {
        Self { limit: None, idle: Some(Duration::from_secs(60)), total: None }
    }
}

pub(crate) struct BoundedBody {
    pub(crate) body: BodyStream,
    pub(crate) bounds: StreamBounds,
    pub(crate) sent: Instant,
    pub(crate) operation: &'static Operation,
    pub(crate) transport: Transport,
    pub(crate) status: StatusCode,
    pub(crate) delivered: u64,
    /// Runs while the reader waits for a chunk.
    pub(crate) waiting: Option<Pin<Box<Sleep>>>,
}

impl BoundedBody {
    fn failed(&self, error: Error) -> Error {
        error.with_operation(self.operation).with_transport(self.transport).with_status(self.status)
    }

    fn within_limit(&mut self, chunk: Bytes) -> Result<Bytes, Error> {
        self.delivered = self.delivered.saturating_add(chunk.len() as u64);
        match self.bounds.limit {
            Some(limit) if self.delivered > limit => Err(too_large(limit)),
            _ => Ok(chunk),
        }
    }

    fn wait_until(&self) -> Option<Instant> {
        let idle = self.bounds.idle.and_then(|idle| Instant::now().checked_add(idle));
        let end = self.bounds.total.and_then(|total| self.sent.checked_add(total));
        [idle, end].into_iter().flatten().min()
    }

    fn out_of_time(&self) -> Error {
        let message = match (self.bounds.total, self.bounds.idle) {
            (Some(total), _) if self.sent.elapsed() >= total => {
                format!("the response was not complete within {total:?}")
            }
            (_, Some(idle)) => format!("the response stopped arriving for {idle:?}"),
            (_, None) => "the response was not complete in time".to_owned(),
        };
        Error::new(ErrorKind::Timeout, message)
    }
}

pub(crate) fn too_large(limit: u64) -> Error {
    Error::new(ErrorKind::ResponseTooLarge, format!("the response is larger than the limit of {limit} bytes"))
}

impl Stream for BoundedBody {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.bounds.total.is_some_and(|total| this.sent.elapsed() >= total) {
            return Poll::Ready(Some(Err(this.failed(this.out_of_time()))));
        }
        if let Poll::Ready(next) = this.body.poll_chunk(context) {
            this.waiting = None;
            let next = next.map(|chunk| chunk.and_then(|chunk| this.within_limit(chunk)));
            return Poll::Ready(next.map(|chunk| chunk.map_err(|error| this.failed(error))));
        }
        if this.waiting.is_none() {
            this.waiting = this.wait_until().map(|end| Box::pin(tokio::time::sleep_until(end)));
        }
        let out_of_time = this.waiting.as_mut().is_some_and(|waiting| waiting.as_mut().poll(context).is_ready());
        if out_of_time { Poll::Ready(Some(Err(this.failed(this.out_of_time())))) } else { Poll::Pending }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::time::Duration;

    use super::*;
    use crate::error::Outcome;
    use crate::operation::Effect;

    static OPERATION: Operation = Operation::new("Report", "", "", &[], Effect::Read);

    /// One byte after each pause.
    struct Dripping {
        pauses: VecDeque<Duration>,
        sleep: Option<Pin<Box<Sleep>>>,
    }

    impl Stream for Dripping {
        type Item = Result<Bytes, Error>;

        fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            if self.sleep.is_none() {
                let Some(pause) = self.pauses.pop_front() else { return Poll::Ready(None) };
                self.sleep = Some(Box::pin(tokio::time::sleep(pause)));
            }
            let over = self.sleep.as_mut().is_some_and(|sleep| sleep.as_mut().poll(context).is_ready());
            if !over {
                return Poll::Pending;
            }
            self.sleep = None;
            Poll::Ready(Some(Ok(Bytes::from_static(b"x"))))
        }
    }

    fn dripping(pauses: &[u64], bounds: StreamBounds) -> BodyStream {
        let pauses = pauses.iter().copied().map(Duration::from_secs).collect();
        BodyStream::new(BoundedBody {
            body: BodyStream::new(Dripping { pauses, sleep: None }),
            bounds,
            sent: Instant::now(),
            operation: &OPERATION,
            transport: Transport::Soap12,
            status: StatusCode::OK,
            delivered: 0,
            waiting: None,
        })
    }

    async fn read(mut body: BodyStream) -> (usize, Option<Error>) {
        let mut count = 0;
        loop {
            match body.chunk().await {
                Some(Ok(chunk)) => count += chunk.len(),
                Some(Err(error)) => return (count, Some(error)),
                None => return (count, None),
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_falls_silent_is_given_up_and_what_came_stays() {
        let bounds = StreamBounds { limit: None, idle: Some(Duration::from_secs(10)), total: None };
        let started = Instant::now();
        let (count, error) = read(dripping(&[9, 9, 11], bounds)).await;
        let error = error.unwrap();
        assert_eq!((count, started.elapsed().as_secs()), (2, 28));
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::Unknown));
        assert_eq!(error.status(), Some(StatusCode::OK));
        assert_eq!(error.to_string(), "Report over SOAP 1.2: the response stopped arriving for 10s");
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_is_no_idle_server() {
        let bounds = StreamBounds { limit: None, idle: Some(Duration::from_secs(10)), total: None };
        let mut body = dripping(&[1, 1, 1], bounds);
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_secs(60)).await;
            assert_eq!(body.chunk().await.unwrap().unwrap(), "x");
        }
        assert!(body.chunk().await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_drip_does_not_outlast_the_whole_time() {
        let bounds =
            StreamBounds { limit: None, idle: Some(Duration::from_secs(10)), total: Some(Duration::from_secs(20)) };
        let started = Instant::now();
        let (count, error) = read(dripping(&[6; 100], bounds)).await;
        assert_eq!((count, started.elapsed().as_secs()), (3, 20));
        assert_eq!(error.unwrap().to_string(), "Report over SOAP 1.2: the response was not complete within 20s");
    }

    #[tokio::test(start_paused = true)]
    async fn the_limit_counts_what_is_delivered() {
        let bounds = StreamBounds { limit: Some(2), idle: None, total: None };
        let (count, error) = read(dripping(&[0; 3], bounds.clone())).await;
        assert_eq!((count, error.unwrap().kind()), (2, ErrorKind::ResponseTooLarge));
        let (count, error) = read(dripping(&[0; 2], bounds)).await;
        assert!(count == 2 && error.is_none(), "{count}, {error:?}");
    }
}
