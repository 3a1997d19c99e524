//! A client of the web service `Shop`, made of `spec/new-rpc.xml`.
//!
//! [`Shop`](struct@Shop) has a method for each operation. The README shows a call and a test.

#![forbid(unsafe_code)]

/// Errors, faults, mocks, tables, values: what every client has.
pub use asmx_runtime;

include!(concat!(env!("OUT_DIR"), "/new-rpc.rs"));

/// The examples of the README are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
