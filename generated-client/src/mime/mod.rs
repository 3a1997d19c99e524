//! Raw messages with MIME parts, and the boundary that fits them: for operations that take both.
//!
//! ```
//! use email_campaign_client::SendMassEmailRaw;
//! use email_campaign_client::mime::MimeBuilder;
//!
//! # fn main() -> Result<(), email_campaign_client::mime::MimeError> {
//! let message = MimeBuilder::new()
//!     .text("Hello, have a look at http://example.com/news")
//!     .html("<p>Hello, have a look at <a href=\"http://example.com/news\">the news</a></p>")
//!     .attachment("dates.csv", "text/csv", "day,town\r\nMonday,Oslo\r\n")
//!     .build()?;
//! let request = SendMassEmailRaw::new().subject("News").raw_message(message.raw()).boundary(message.boundary());
//! # assert!(message.raw().contains(message.boundary()));
//! # Ok(())
//! # }
//! ```
//!
//! Over GET and POST many servers refuse parameters with HTML; SOAP carries it.

mod builder;
mod check;
mod message;
#[cfg(test)]
mod tests;

pub use builder::{IntoContent, MessageForm, MimeBuilder};
pub use check::MimeError;
pub use message::MimeMessage;
