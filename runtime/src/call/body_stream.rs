//! The body of a response as it arrives.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use bytes::{Bytes, BytesMut};
use futures_core::Stream;

use crate::error::Error;

/// The body of a response in chunks, while it arrives. The next chunk is read from the connection only when it is asked for;
/// dropping the stream cancels the rest.
///
/// A failure comes as the last item; the chunks before it are valid. Its outcome is [`Unknown`](crate::Outcome::Unknown): the request was
/// sent, and the response is incomplete.
pub struct BodyStream {
    /// `None` after the last chunk.
    chunks: Option<Chunks>,
    /// The number of attempts of the call, and when it began.
    attempts: Option<(u32, Instant)>,
}

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>;

impl BodyStream {
    /// A body of these chunks. The first error ends it.
    pub fn new(chunks: impl Stream<Item = Result<Bytes, Error>> + Send + 'static) -> Self {
        Self { chunks: Some(Box::pin(chunks)), attempts: None }
    }

    pub(crate) fn with_attempts(mut self, attempts: u32, began: Instant) -> Self {
        self.attempts = Some((attempts, began));
        self
    }

    /// Waits for the next chunk; `None` after the last one. Dropping the future loses nothing.
    pub async fn chunk(&mut self) -> Option<Result<Bytes, Error>> {
        poll_fn(|context| self.poll_chunk(context)).await
    }

    /// Polls for the next chunk.
    pub fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        let Some(chunks) = &mut self.chunks else { return Poll::Ready(None) };
        let next = chunks.as_mut().poll_next(context);
        if matches!(next, Poll::Ready(None | Some(Err(_)))) {
            // A finished body releases its connection.
            self.chunks = None;
        }
        match (next, self.attempts) {
            (Poll::Ready(Some(Err(error))), Some((attempts, began))) => {
                Poll::Ready(Some(Err(error.with_attempts(attempts, began.elapsed()))))
            }
            (next, _) => next,
        }
    }

    /// Reads the rest.
    ///
    /// # Errors
    ///
    /// The failure that ended the stream.
    pub async fn gathered(mut self) -> Result<Bytes, Error> {
        let mut gathering = Gathering::default();
        while let Some(chunk) = self.chunk().await.transpose()? {
            gathering.push(chunk);
        }
        Ok(gathering.into_bytes())
    }
}

/// Joins chunks. A single chunk, as most bodies are, is not copied.
#[derive(Default)]
pub(crate) struct Gathering {
    first: Bytes,
    /// The joined chunks, once there are two.
    all: BytesMut,
}

impl Gathering {
    pub(crate) fn len(&self) -> usize {
        self.first.len().max(self.all.len())
    }

    pub(crate) fn push(&mut self, chunk: Bytes) {
        if self.first.is_empty() {
            self.first = chunk;
            return;
        }
        if self.all.is_empty() {
            self.all.extend_from_slice(&self.first);
        }
        self.all.extend_from_slice(&chunk);
    }

    pub(crate) fn into_bytes(self) -> Bytes {
        if self.all.is_empty() { self.first } else { self.all.freeze() }
    }
}

impl From<Bytes> for BodyStream {
    fn from(bytes: Bytes) -> Self {
        Self::new(SingleChunk(Some(bytes)))
    }
}

impl Stream for BodyStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_chunk(context)
    }
}

impl std::fmt::Debug for BodyStream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BodyStream").field("ended", &self.chunks.is_none()).finish_non_exhaustive()
    }
}

struct SingleChunk(Option<Bytes>);

impl Stream for SingleChunk {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().filter(|bytes| !bytes.is_empty()).map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::error::ErrorKind;

    struct Chunks(VecDeque<Result<Bytes, Error>>);

    impl Stream for Chunks {
        type Item = Result<Bytes, Error>;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Ready(self.0.pop_front())
        }
    }

    fn broken() -> Error {
        Error::new(ErrorKind::Interrupted, "broken")
    }

    #[tokio::test]
    async fn a_failure_is_the_last_item_and_what_came_before_it_stays() {
        let chunks = [Ok(Bytes::from_static(b"one")), Err(broken()), Ok(Bytes::from_static(b"never asked for"))];
        let mut stream = BodyStream::new(Chunks(chunks.into()));
        assert_eq!(stream.chunk().await.unwrap().unwrap(), "one");
        assert_eq!(stream.chunk().await.unwrap().unwrap_err().to_string(), broken().to_string());
        assert!(stream.chunk().await.is_none());
        assert!(stream.chunk().await.is_none());
    }

    #[tokio::test]
    async fn gathering_joins_every_chunk_or_fails() {
        let chunks = ["a", "bc", "", "d"].map(|chunk| Ok(Bytes::from_static(chunk.as_bytes())));
        assert_eq!(BodyStream::new(Chunks(chunks.into())).gathered().await.unwrap(), "abcd");
        let failing = BodyStream::new(Chunks([Ok(Bytes::from_static(b"a")), Err(broken())].into()));
        assert_eq!(failing.gathered().await.unwrap_err().to_string(), broken().to_string());
        assert_eq!(BodyStream::from(Bytes::from_static(b"x")).gathered().await.unwrap(), "x");
        assert!(BodyStream::from(Bytes::new()).chunk().await.is_none());
    }
}
