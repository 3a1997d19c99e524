//! Turns WSDL documents of ASP.NET `.asmx` web services, and of services like them, into specs and models for `asmx-codegen`.
//!
//! [`import()`] makes the model of a service from [`Documents`], [`import_file`] from a file and those beside it. [`spec_text`] writes the spec of a
//! model. [`open`] and [`load_any`] take a spec as well as a document. [`build`] is for build scripts of crates that keep a WSDL document
//! instead of a spec, and [`files`] does the same from file to file.
//!
//! Nothing here uses the network or the clock. Modules that this page does not list are for other crates of this workspace; they change without
//! notice.

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod build;
pub mod files;
pub mod import;
#[doc(hidden)]
pub mod name_hints;
#[doc(hidden)]
pub mod write;

use asmx_codegen::model::Service;
use asmx_codegen::{Diagnostics, load};

pub use files::{Folder, import_file, open};
pub use import::{Documents, Import, Report, import};
pub use write::spec_text;

/// Reads a spec or a WSDL document, and gives the model of its service. The outermost element decides which of the two it is.
///
/// # Errors
///
/// All mistakes of the spec, or what keeps the document from being imported. What can be imported only in part is not told here but by
/// [`import()`].
pub fn load_any(documents: &dyn Documents, name: &str) -> Result<Service, Diagnostics> {
    match documents.read(name) {
        Some(bytes) if !import::is_wsdl(&bytes) => load(name, &bytes),
        _ => import(documents, name).map(|import| import.service),
    }
}
