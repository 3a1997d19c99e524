//! Bytes as texts: how they are decoded, and what they hold.

mod decode;
mod examine;
pub(crate) mod marked_bytes;
mod text_decoder;

pub use decode::{decode, knows_encoding, utf8_start};
pub use examine::{TextFlags, examined};
pub use marked_bytes::{ByteSet, estimated_count};
pub use text_decoder::{Decoded, TextDecoder};
