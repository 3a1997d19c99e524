//! Values of XML Schema types that keep their text as it was sent.
//!
//! A date that is read and written again has the same text, to the last zero, and its parts can be asked for. Two
//! values are equal if their texts are. [`Lexical::parse`] accepts the texts that genuine ASMX servers accept: white
//! space around all values but strings, a plus sign, leading zeros.
//!
//! The features `jiff` and `chrono` add conversions of dates and times to and from the types of these crates (`TryFrom`).

mod binary;
mod date_time;
mod decimal;
mod duration;
mod fixed_width;
mod identifiers;
mod lexical;
mod scalar;
#[cfg(feature = "chrono")]
mod with_chrono;
#[cfg(feature = "jiff")]
mod with_jiff;

pub use binary::{Base64Binary, HexBinary};
pub use date_time::{Date, DateTime, Time, Zone, days_of};
pub use decimal::{Decimal, Integer};
pub use duration::Duration;
pub use fixed_width::Char;
pub use identifiers::{AnyUri, Guid, QName};
pub use lexical::{InvalidText, Lexical};
pub use scalar::canonical;
