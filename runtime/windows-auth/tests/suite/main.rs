//! Signing in over sockets: an acceptor that fails on purpose, many identities at a time, and the servers that people have.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod acceptor;
mod backend;
#[cfg(feature = "kerberos")]
mod centre;
mod extended_protection;
mod faults;
mod identities;
mod judges;
#[cfg(feature = "kerberos")]
mod kerberos;
mod programs;
mod real_servers;
mod rests;
mod servers;
mod statuses;
