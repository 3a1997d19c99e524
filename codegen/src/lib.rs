//! Turns a one-page operation spec of an ASP.NET `.asmx` web service into typed Rust.
//!
//! [`build`] does it in build scripts, [`output`] from file to file. [`load`] reads a spec, [`generate`] gives its Rust, and [`wsdl`] its
//! WSDL document.
//!
//! The crate uses neither the network nor the clock. Only `build` and `output` read and write files. Only `build` reads environment
//! variables.
//!
//! The crate `asmx-import` turns WSDL documents into specs, `asmx-review` compares specs, and the command `asmx` (`cargo install --path cli` in a checkout)
//! offers all of it. Hidden modules are for those crates and change without notice.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod build;
mod codes;
pub mod diagnostic;
#[doc(hidden)]
pub mod elements;
#[doc(hidden)]
pub mod emit;
#[doc(hidden)]
pub mod graph;
#[doc(hidden)]
pub mod locations;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod names;
pub mod output;
mod reachability;
#[doc(hidden)]
pub mod read;
#[doc(hidden)]
pub mod resolve;
#[doc(hidden)]
pub mod scope;
#[doc(hidden)]
pub mod source_file;
mod spec;
mod subset;
#[doc(hidden)]
pub mod whole_file;

pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use emit::{RustFile, generate, generate_operation, generate_type, wsdl, wsdl_at, wsdl_file};
#[doc(hidden)]
pub use spec::Spec;
pub use subset::{NoSuchOperation, only};
#[doc(hidden)]
pub use subset::{chosen, name_matches};

/// Reads a spec and resolves every name in it.
///
/// `file_name` is only shown in messages; no file is read.
///
/// # Errors
///
/// All mistakes of the spec at once, in the order of the file.
pub fn load(file_name: &str, bytes: &[u8]) -> Result<model::Service, Diagnostics> {
    Spec::read(file_name, bytes).map(|spec| spec.service)
}
