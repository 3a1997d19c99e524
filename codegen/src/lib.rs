//! Turns a one-page operation spec of an ASP.NET `.asmx` web service into typed Rust.
//!
//! The pipeline is in the module names: [`read`] a spec, resolve every name in it to a [`model`], emit Rust from the model. [`load`] is the first half, [`generate`] and [`wsdl`] the second; [`build`] is both, for build scripts, and [`output`] both from
//! file to file. [`import`](mod@import) makes a model of a WSDL document, [`spec_text`] a spec of a model, and [`new`] a crate of either; [`update`](mod@update) takes a newer document into the text of a spec, and [`diff`](mod@diff) tells what changed between two versions and for whom; [`explain`] has what each code means. Knows no network and no clock; only `build`, `output`, `new`, `files` and `review` touch files, only `review` runs git, and only
//! `build` the environment.

#![forbid(unsafe_code)]

pub mod build;
mod coded;
pub mod diagnostic;
#[cfg(feature = "review")]
pub mod diff;
mod emit;
#[cfg(feature = "review")]
pub mod explain;
#[cfg(feature = "import")]
pub mod files;
#[cfg(feature = "review")]
pub mod format;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "review")]
pub mod lint;
pub mod model;
#[cfg(feature = "import")]
mod name_hints;
pub mod names;
#[cfg(feature = "import")]
pub mod new;
mod only;
pub mod output;
mod output_names;
mod reach;
pub mod read;
mod resolve;
#[cfg(feature = "review")]
pub mod review;
#[cfg(feature = "import")]
pub mod update;
#[cfg(feature = "import")]
mod write;

pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use emit::{
    RustFile, descriptor, features, generate, generate_operation, generate_type, generate_with_features, wsdl, wsdl_at,
    wsdl_file,
};
#[cfg(feature = "import")]
pub use files::{Folder, import_file, open};
#[cfg(feature = "import")]
pub use import::{Documents, Import, Report, import};
pub use only::{NoSuchOperation, only};
#[cfg(feature = "import")]
pub use update::{Update, update};
#[cfg(feature = "import")]
pub use write::spec_text;

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

/// Reads a spec or a WSDL document, told by its outermost element, and gives the model of its service.
///
/// # Errors
///
/// All mistakes of the spec, or what keeps the document from being imported. What can be imported only in part is not told here but by
/// [`import()`].
#[cfg(feature = "import")]
pub fn load_any(documents: &dyn Documents, name: &str) -> Result<model::Service, Diagnostics> {
    match documents.read(name) {
        Some(bytes) if !import::is_wsdl(&bytes) => load(name, &bytes),
        _ => import(documents, name).map(|import| import.service),
    }
}
