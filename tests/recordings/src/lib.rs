//! Messages recorded of a genuine server, which lie under `tests/fixtures`: for the tests of every crate.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::panic,
    missing_docs
)]

pub mod differences;
mod exchange;
pub mod infoset;
mod messages;
mod seen;

pub use exchange::{Exchange, GROUPS, NAMESPACE, RawResponse, all, group};
pub use messages::{body, folder, head_length, messages};
pub use seen::{Body, Seen, without_frames};
