//! Bodies in gzip and deflate, unpacked in pieces while they are read: little memory, whatever they hold.

use std::io::{BufRead, ErrorKind as Io, Read};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Buf as _, Bytes};
use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use futures_core::Stream;

use crate::call::body_stream::BodyStream;
use crate::error::{Error, ErrorKind};

/// The value of the header `Accept-Encoding`.
pub(super) const ACCEPTED: &str = "gzip, deflate";

/// Of a piece, in bytes.
const PIECE: usize = 16 * 1024;

/// After this number of pieces other tasks have their turn, and time-outs are looked at: a small body may hold thousands of times its size.
const TURN: u32 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Deflate,
}

impl Packing {
    /// `None` for others.
    pub(super) fn named(encoding: &str) -> Option<Self> {
        match encoding {
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
        }
    }
}

/// An unpacked body.
pub(super) struct Unpacking {
    packing: Packing,
    packed: BodyStream,
    decoder: Decoder,
    piece: Vec<u8>,
    turn: u32,
}

enum Decoder {
    /// Before the first two bytes, which tell the forms of deflate apart.
    Unknown(Feed),
    Gzip(MultiGzDecoder<Feed>),
    Zlib(ZlibDecoder<Feed>),
    Deflate(DeflateDecoder<Feed>),
}

/// The packed bytes that came. `WouldBlock` says that more have to come.
#[derive(Default)]
struct Feed {
    bytes: Bytes,
    is_complete: bool,
}

impl Unpacking {
    pub(super) fn new(packing: Packing, packed: BodyStream) -> Self {
        let decoder = Decoder::Unknown(Feed::default());
        Self { packing, packed, decoder, piece: vec![0; PIECE], turn: 0 }
    }

    fn failed(&self, what: &str) -> Error {
        Error::new(ErrorKind::UnexpectedResponse, format!("the response {what} `{}`", self.packing.name()))
            .with_broken_response()
    }
}

impl Stream for Unpacking {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if this.turn == TURN {
            this.turn = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        loop {
            match this.decoder.read(this.packing, &mut this.piece) {
                // The end, if no bytes follow.
                Ok(0) if !this.decoder.feed().bytes.is_empty() => return failure(this.failed("has bytes after its")),
                Ok(0) if this.decoder.feed().is_complete => return Poll::Ready(None),
                Ok(0) => {}
                Ok(count) => {
                    this.turn += 1;
                    return Poll::Ready(this.piece.get(..count).map(|piece| Ok(Bytes::copy_from_slice(piece))));
                }
                Err(error) if error.kind() == Io::WouldBlock => {}
                Err(error) if error.kind() == Io::UnexpectedEof => return failure(this.failed("ends inside its")),
                Err(_) => return failure(this.failed("is not valid")),
            }
            match this.packed.poll_chunk(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => this.decoder.feed_mut().is_complete = true,
                Poll::Ready(Some(Ok(bytes))) => this.decoder.feed_mut().add(bytes),
                Poll::Ready(Some(Err(error))) => return failure(error),
            }
        }
    }
}

fn failure(error: Error) -> Poll<Option<Result<Bytes, Error>>> {
    Poll::Ready(Some(Err(error)))
}

impl Decoder {
    /// Fills the beginning of `piece`; 0 is the end of the packed bytes.
    fn read(&mut self, packing: Packing, piece: &mut [u8]) -> std::io::Result<usize> {
        if let Self::Unknown(feed) = self {
            if feed.bytes.is_empty() && feed.is_complete {
                // Some servers state an encoding of nothing.
                return Ok(0);
            }
            if feed.bytes.len() < 2 && !feed.is_complete {
                return Err(Io::WouldBlock.into());
            }
            let is_zlib = is_zlib(&feed.bytes);
            let feed = std::mem::take(feed);
            *self = match packing {
                Packing::Gzip => Self::Gzip(MultiGzDecoder::new(feed)),
                Packing::Deflate if is_zlib => Self::Zlib(ZlibDecoder::new(feed)),
                Packing::Deflate => Self::Deflate(DeflateDecoder::new(feed)),
            };
        }
        match self {
            Self::Unknown(_) => Ok(0),
            Self::Gzip(decoder) => decoder.read(piece),
            Self::Zlib(decoder) => decoder.read(piece),
            Self::Deflate(decoder) => decoder.read(piece),
        }
    }

    fn feed(&self) -> &Feed {
        match self {
            Self::Unknown(feed) => feed,
            Self::Gzip(decoder) => decoder.get_ref(),
            Self::Zlib(decoder) => decoder.get_ref(),
            Self::Deflate(decoder) => decoder.get_ref(),
        }
    }

    fn feed_mut(&mut self) -> &mut Feed {
        match self {
            Self::Unknown(feed) => feed,
            Self::Gzip(decoder) => decoder.get_mut(),
            Self::Zlib(decoder) => decoder.get_mut(),
            Self::Deflate(decoder) => decoder.get_mut(),
        }
    }
}

/// Whether bytes begin as zlib does (RFC 1950): `deflate` means that, and some servers send bare deflate instead.
fn is_zlib(bytes: &[u8]) -> bool {
    let [method, flags, ..] = bytes else { return false };
    method & 0x0F == 8 && u16::from_be_bytes([*method, *flags]) % 31 == 0
}

impl Feed {
    fn add(&mut self, bytes: Bytes) {
        if self.bytes.is_empty() {
            self.bytes = bytes;
        } else {
            self.bytes = [self.bytes.as_ref(), bytes.as_ref()].concat().into();
        }
    }
}

impl Read for Feed {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.fill_buf()?.len().min(into.len());
        self.bytes.split_to(count).copy_to_slice(into.get_mut(..count).unwrap_or_default());
        Ok(count)
    }
}

impl BufRead for Feed {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.bytes.is_empty() && !self.is_complete {
            return Err(Io::WouldBlock.into());
        }
        Ok(&self.bytes)
    }

    fn consume(&mut self, count: usize) {
        self.bytes.advance(count.min(self.bytes.len()));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    struct Pieces(VecDeque<Bytes>);

    impl Stream for Pieces {
        type Item = Result<Bytes, Error>;

        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Ready(self.0.pop_front().map(Ok))
        }
    }

    async fn unpacked(packing: Packing, packed: &[u8], length: usize) -> Result<Vec<u8>, String> {
        let pieces = packed.chunks(length).map(Bytes::copy_from_slice).collect();
        let body = BodyStream::new(Unpacking::new(packing, BodyStream::new(Pieces(pieces))));
        body.gathered().await.map(Into::into).map_err(|error| error.to_string())
    }

    fn text() -> Vec<u8> {
        (0..9_000_u32).flat_map(|number| (number * number).to_string().into_bytes()).collect()
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(text: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(text: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[tokio::test]
    async fn each_form_is_unpacked_in_pieces_of_any_length() {
        let text = text();
        let members = [gzip(&text), gzip(b""), gzip(&text)].concat();
        for length in [1, 2, 7, 1000, usize::MAX] {
            assert_eq!(unpacked(Packing::Gzip, &gzip(&text), length).await.unwrap(), text);
            assert_eq!(unpacked(Packing::Gzip, &members, length).await.unwrap(), [&*text, &*text].concat());
            assert_eq!(unpacked(Packing::Deflate, &zlib(&text), length).await.unwrap(), text);
            assert_eq!(unpacked(Packing::Deflate, &deflate(&text), length).await.unwrap(), text);
        }
        for packing in [Packing::Gzip, Packing::Deflate] {
            assert_eq!(unpacked(packing, b"", 1).await.unwrap(), b"");
        }
        assert_eq!(unpacked(Packing::Gzip, &gzip(b""), 1).await.unwrap(), b"");
    }

    #[tokio::test]
    async fn what_is_cut_damaged_or_longer_is_an_error() {
        for (packing, packed) in [
            (Packing::Gzip, gzip(b"some text, some text")),
            (Packing::Deflate, zlib(b"some text, some text")),
            (Packing::Deflate, deflate(b"some text, some text")),
        ] {
            let name = packing.name();
            for length in [1, usize::MAX] {
                for end in 1..packed.len() {
                    let cut = unpacked(packing, packed.get(..end).unwrap(), length).await.unwrap_err();
                    assert_eq!(cut, format!("the response ends inside its `{name}`"), "{end}");
                }
                let longer = unpacked(packing, &[&*packed, b"x"].concat(), length).await.unwrap_err();
                assert!(longer == format!("the response has bytes after its `{name}`") || packing == Packing::Gzip);
            }
        }
        let mut damaged = gzip(&text());
        let checksum = damaged.len() - 8;
        *damaged.get_mut(checksum).unwrap() ^= 1;
        let expected = "the response is not valid `gzip`";
        assert_eq!(unpacked(Packing::Gzip, &damaged, 100).await.unwrap_err(), expected);
        assert_eq!(unpacked(Packing::Gzip, b"<html></html>", 1).await.unwrap_err(), expected);
    }

    /// Time-outs are looked at only while a body is pending.
    #[tokio::test]
    async fn a_small_body_of_much_content_gives_others_their_turn() {
        let packed = gzip(&vec![0; 8 << 20]);
        assert!(packed.len() < 12_500);
        let mut body = BodyStream::new(Unpacking::new(Packing::Gzip, BodyStream::from(Bytes::from(packed))));
        let reading = async {
            while let Some(piece) = body.chunk().await {
                assert!(piece.unwrap().len() <= PIECE);
            }
        };
        let time = tokio::time::timeout(std::time::Duration::ZERO, reading);
        assert!(time.await.is_err());
    }
}
