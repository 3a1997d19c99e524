//! The library behind the command `asmx`: client crates, and specs that follow a newer WSDL document.
//!
//! [`new`] makes a client crate from a WSDL document or a spec. [`update`](mod@update) updates an edited spec from a newer document.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod new;
#[cfg(feature = "profiles")]
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod schema;
pub mod update;
#[doc(hidden)]
pub mod words;

pub use update::{Update, update};
