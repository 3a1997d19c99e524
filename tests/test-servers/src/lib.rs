//! Servers for tests: an HTTP stack that does what a script says ([`scripted`]), and a server on sockets that misbehaves on purpose
//! ([`server`]), with the requests that it reads and the responses that it gives. [`http2`] is one over TLS that refuses requests over HTTP/2.
//! [`log`] is what a thread logs meanwhile.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    clippy::return_self_not_must_use,
    clippy::must_use_candidate,
    clippy::new_without_default,
    missing_docs,
    reason = "for tests, which fail by panicking"
)]

pub mod http2;
pub mod log;
pub mod pages;
pub mod request;
pub mod responses;
pub mod scripted;
pub mod server;
