//! What the command `asmx` does beyond the crates that it stands on: new crates, and specs that follow a newer WSDL document.
//!
//! [`new`] makes a client crate of a WSDL document or a spec. [`update`](mod@update) takes a newer document into the text of a spec that people have edited.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod new;
#[doc(hidden)]
pub mod schema;
pub mod update;

pub use update::{Update, update};
