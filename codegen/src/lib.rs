//! Turns a one-page operation spec of an ASP.NET `.asmx` web service into typed Rust.
//!
//! The pipeline is in the module names: [`read`] a spec, resolve every name in it to a [`model`], emit Rust from the model. [`load`] is the first half, [`generate`] and [`wsdl`] the second; [`build`] is both, for build scripts, and [`output`] both from
//! file to file. Knows no network and no clock; only `build` and `output` touch files, and only `build` the environment.

#![forbid(unsafe_code)]

pub mod build;
pub mod diagnostic;
mod emit;
pub mod model;
pub mod names;
pub mod output;
pub mod read;
mod resolve;

pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use emit::{RustFile, descriptor, generate, generate_operation, wsdl, wsdl_at, wsdl_file};

/// Reads a spec and resolves every name in it.
///
/// `file_name` is shown in messages and has no other meaning: no file is read.
///
/// # Errors
///
/// All mistakes of the spec at once, in the order of the file.
pub fn load(file_name: &str, bytes: &[u8]) -> Result<model::Service, Diagnostics> {
    let read::Reading { source, service, mut mistakes } = read::read(file_name, bytes);
    let resolved = service.map(|service| resolve::resolve(&service, &mut mistakes));
    match resolved {
        Some(service) if mistakes.is_empty() => Ok(service),
        _ => Err(Diagnostics::new(source, mistakes)),
    }
}
