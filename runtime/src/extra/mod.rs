//! What builds on calls and results: reports by date, delimited data to send, JSON by descriptor.

pub mod date_ranges;
pub(crate) mod fields;
#[cfg(feature = "json")]
pub mod json;
pub mod mime;
pub mod prelude;
pub(crate) mod records;
