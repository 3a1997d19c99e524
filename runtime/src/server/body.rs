//! Reading the body of a request into one piece of memory.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use bytes::Bytes;
use http::header::{CONTENT_LENGTH, HeaderValue};
use http::{Response, StatusCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::protocol::Refused;

/// Bodies and responses with at least this many bytes are large.
pub(super) const LARGE: usize = 256 * 1024;

pub(super) struct BodyReader {
    /// The largest body that is read, in bytes.
    max_body: usize,
    /// Room for large bodies, in units of [`UNIT`].
    room: Arc<Semaphore>,
    units: u32,
}

const UNIT: usize = 4096;

pub(super) struct ReadBody {
    pub(super) bytes: Bytes,
    /// The room of a large body, which is kept until the response is written.
    pub(super) room: Option<OwnedSemaphorePermit>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unread {
    TooLarge,
    /// The body is incomplete or not HTTP.
    Broken,
}

impl BodyReader {
    /// Reads bodies of up to `max_body` bytes. Large bodies take at most `at_once` bytes together.
    pub(super) fn new(max_body: usize, at_once: usize) -> Self {
        let most = usize::try_from(u32::MAX).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        let units = (at_once / UNIT).clamp(1, most);
        Self { max_body, room: Arc::new(Semaphore::new(units)), units: u32::try_from(units).unwrap_or(u32::MAX) }
    }

    /// Reads a whole body. A large body waits for room.
    pub(super) async fn read(&self, mut body: Body) -> Result<ReadBody, Unread> {
        let announced = body.size_hint().exact().map(usize::try_from);
        let announced = announced.transpose().map_err(|_| Unread::TooLarge)?;
        if announced.is_some_and(|length| length > self.max_body) {
            return Err(Unread::TooLarge);
        }
        // A body with a stated length waits before it is read.
        let mut room = match announced {
            Some(length) if length >= LARGE => Some(self.room_for(length).await),
            _ => None,
        };
        let first = part(&mut body).await?.unwrap_or_default();
        if body.is_end_stream() {
            return if first.len() > self.max_body {
                Err(Unread::TooLarge)
            } else {
                Ok(ReadBody { bytes: first, room })
            };
        }
        let mut bytes = Vec::with_capacity(announced.unwrap_or(first.len()));
        let mut next = Some(first);
        while let Some(part) = next {
            let length = bytes.len() + part.len();
            if length > self.max_body {
                return Err(Unread::TooLarge);
            }
            if length >= LARGE && room.is_none() {
                room = Some(self.room_for(self.max_body).await);
            }
            if length > bytes.capacity() {
                // By half, because unused capacity takes memory too.
                bytes.reserve_exact(part.len() + length / 2);
            }
            bytes.extend_from_slice(&part);
            drop(part);
            next = self::part(&mut body).await?;
        }
        bytes.shrink_to_fit();
        Ok(ReadBody { bytes: Bytes::from(bytes), room })
    }

    async fn room_for(&self, length: usize) -> OwnedSemaphorePermit {
        let units = u32::try_from(length.div_ceil(UNIT)).unwrap_or(u32::MAX).min(self.units);
        loop {
            // The semaphore is never closed.
            if let Ok(permit) = Arc::clone(&self.room).acquire_many_owned(units).await {
                return permit;
            }
        }
    }
}

async fn part(body: &mut Body) -> Result<Option<Bytes>, Unread> {
    loop {
        match poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await {
            None => return Ok(None),
            Some(Err(_)) => return Err(Unread::Broken),
            // A frame without data is a trailer.
            Some(Ok(frame)) => {
                if let Ok(bytes) = frame.into_data() {
                    return Ok(Some(bytes));
                }
            }
        }
    }
}

impl Unread {
    pub(super) fn response(&self) -> Response<Body> {
        let mut response = Response::new(Body::from(Bytes::new()));
        *response.status_mut() = match self {
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Broken => StatusCode::BAD_REQUEST,
        };
        response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
        response.extensions_mut().insert(Refused(match self {
            Self::TooLarge => "the body is larger than `max_body`",
            Self::Broken => "the body did not arrive whole",
        }));
        response
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    #[tokio::test]
    async fn bodies_are_read_whole_or_not() {
        let reader = BodyReader::new(2 * LARGE, 4 * LARGE);
        for length in [0, 1, LARGE - 1, LARGE, 2 * LARGE] {
            let read = reader.read(Body::from(vec![b'a'; length])).await.unwrap();
            assert_eq!((read.bytes.len(), read.room.is_some()), (length, length >= LARGE), "{length}");
        }
        assert_eq!(reader.read(Body::from(vec![b'a'; 2 * LARGE + 1])).await.err(), Some(Unread::TooLarge));
        assert_eq!(reader.room.available_permits(), 4 * LARGE / UNIT, "room is given back");
    }

    #[tokio::test]
    async fn large_bodies_wait_for_room_and_small_ones_do_not() {
        let reader = BodyReader::new(2 * LARGE, 2 * LARGE);
        let first = reader.read(Body::from(vec![b'a'; 2 * LARGE])).await.unwrap();
        let mut second = Box::pin(reader.read(Body::from(vec![b'b'; LARGE])));
        let mut context = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending());
        assert_eq!(reader.read(Body::from("small")).await.unwrap().bytes, "small");
        assert!(second.as_mut().poll(&mut context).is_pending());
        drop(first);
        assert_eq!(second.await.unwrap().bytes.len(), LARGE);
    }

    #[tokio::test]
    async fn more_than_all_room_is_all_of_it() {
        let reader = BodyReader::new(2 * LARGE, 1);
        assert_eq!(reader.read(Body::from(vec![b'a'; 2 * LARGE])).await.unwrap().bytes.len(), 2 * LARGE);
    }
}
