//! Turns a one-page operation spec of an ASP.NET `.asmx` web service into typed Rust.
//!
//! [`load`] reads a spec and gives its [`model`]. [`generate`] gives the Rust of a model, and [`wsdl`] its WSDL document. [`build`] does both for
//! build scripts, [`output`] from file to file.
//!
//! * With the feature `import`: [`import`](mod@import) makes a model of a WSDL document, [`spec_text`] a spec of a model, and [`new`] a crate of
//!   either. [`update`](mod@update) takes a newer document into the text of a spec that people have edited.
//! * With the feature `review`: [`diff`](mod@diff) tells what changed between two versions and for whom, and [`review`] compares specs with a
//!   commit. [`mod@format`] gives specs one layout, [`lint`](mod@lint) finds what reads like a mistake, and [`explain`] has what each code means.
//! * The feature `cli` is the command `asmx-codegen`. It is on by default. Build scripts turn it off with `default-features = false`.
//!
//! Nothing here uses the network or the clock. Only `build`, `output`, `new`, `files` and `review` read and write files. Only `review` runs git. Only
//! `build` reads environment variables.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

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
mod graph;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "review")]
pub mod lint;
pub mod model;
#[cfg(feature = "import")]
mod name_hints;
mod names;
#[cfg(feature = "import")]
pub mod new;
mod only;
pub mod output;
mod output_names;
mod reach;
mod read;
mod resolve;
#[cfg(feature = "review")]
pub mod review;
#[cfg(feature = "import")]
pub mod update;
mod whole_file;
#[cfg(feature = "import")]
mod write;

pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use emit::{
    RustFile, features, generate, generate_operation, generate_type, generate_with_features, wsdl, wsdl_at, wsdl_file,
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

/// What other crates of this workspace need. No promise is kept about it: it changes with those.
#[doc(hidden)]
pub mod __private {
    pub use crate::emit::descriptor;
    pub use crate::read::format as spec_format;

    pub mod names {
        pub use crate::names::*;
    }
}

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

/// Reads a spec or a WSDL document, and gives the model of its service. The outermost element decides which of the two it is.
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
