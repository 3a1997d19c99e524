//! Services with types of every kind, called and served by what their WSDL documents say.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod client;
mod listed;
mod mock;
mod server;
