//! For build scripts of crates that keep a WSDL document: the document becomes Rust in `OUT_DIR` at `cargo build`.
//!
//! ```ignore
//! fn main() {
//!     asmx_import::build::compile("service.wsdl");
//! }
//! ```
//!
//! It works as [`asmx_codegen::build`] does, which is for specs and compiles faster. Cargo runs the script again when the document changes, or one that
//! it leads to. Warnings of the import are not shown: `asmx check service.wsdl` shows them.

use std::path::{Path, PathBuf};

use asmx_codegen::build::{self, Options};

use crate::files;

/// Generates Rust from one WSDL document or spec. A relative path begins at the crate's folder.
///
/// If anything is wrong, prints what it is and ends the process with status 1.
pub fn compile(document: impl AsRef<Path>) {
    compile_all([document]);
}

/// Generates Rust from several WSDL documents and specs, each into a file of its own.
///
/// If anything is wrong, prints all that is wrong with any of them and ends the process with status 1.
pub fn compile_all<P: AsRef<Path>>(documents: impl IntoIterator<Item = P>) {
    let documents: Vec<P> = documents.into_iter().collect();
    build::compile_with(&documents, &files::options());
}

/// Options of the generation from one WSDL document or spec: `options("shop.wsdl").only(["Get*"]).compile()`.
#[must_use]
pub fn options(document: impl Into<PathBuf>) -> Options {
    Options::new(document).reader(files::READER)
}
