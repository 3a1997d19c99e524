//! Values of XML Schema types that keep their text as it was sent.
//!
//! A date read from a response and written again is the same text, to the last zero; the parts are there to be asked for. Two
//! values are equal when their texts are. Every type is read by [`Lexical::parse`], which accepts what a genuine ASMX server
//! accepts: white space around the value of everything but strings, a plus sign, leading zeros.
//!
//! The features `jiff` and `chrono` add conversions of dates and times to and from the types of these crates (`TryFrom`).

mod binary;
mod character;
pub(crate) mod date_time;
mod duration;
mod error;
mod float;
mod guid;
mod integers;
mod lexical;
mod number;
mod scalar;
mod scan;
mod serde;
mod text;
#[cfg(feature = "chrono")]
mod with_chrono;
#[cfg(feature = "jiff")]
mod with_jiff;
mod zone;

pub use binary::{Base64Binary, HexBinary};
pub use character::Char;
pub use date_time::{Date, DateTime, Time, days_of};
pub use duration::Duration;
pub use error::InvalidText;
pub use guid::Guid;
pub use lexical::Lexical;
pub use number::{Decimal, Integer};
pub use scalar::canonical;
pub use text::{AnyUri, QName};
pub use zone::Zone;
