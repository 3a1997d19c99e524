//! Raw messages with MIME parts, and the boundary that fits them: for operations that take both.
//!
//! With the feature `mime` a `MimeBuilder` makes them:
//!
#![cfg_attr(feature = "mime", doc = "```")]
#![cfg_attr(not(feature = "mime"), doc = "```ignore")]
//! use asmx_runtime::mime::MimeBuilder;
//!
//! # fn main() -> Result<(), asmx_runtime::mime::MimeError> {
//! let message = MimeBuilder::new()
//!     .text("Hello, have a look at http://example.com/news")
//!     .html("<p>Hello, have a look at <a href=\"http://example.com/news\">the news</a></p>")
//!     .attachment("dates.csv", "text/csv", "day,town\r\nMonday,Oslo\r\n")
//!     .build()?;
//! // let request = request.message(message)?;
//! # assert!(message.raw().contains(message.boundary()));
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "mime")]
mod boundary;
#[cfg(feature = "mime")]
mod builder;
#[cfg(feature = "mime")]
mod check;
#[cfg(feature = "mime")]
mod error;
pub(crate) mod message;
#[cfg(feature = "mime")]
#[cfg(test)]
mod tests;

#[cfg(feature = "mime")]
pub use builder::{IntoContent, MessageForm, MimeBuilder};
#[cfg(feature = "mime")]
pub use error::MimeError;
pub use message::MimeMessage;
