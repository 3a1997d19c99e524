//! Build scripts of crates that keep a WSDL document: `cargo build` turns the document into Rust in `OUT_DIR`.
//!
//! ```ignore
//! fn main() {
//!     asmx_import::build::compile("service.wsdl");
//! }
//! ```
//!
//! It works like [`asmx_codegen::build`], which takes specs only and compiles faster. Cargo runs the script again when the document or a document
//! that it imports changes. Warnings of the import are not shown; `asmx check service.wsdl` shows them.

use std::path::{Path, PathBuf};

use asmx_codegen::build::{self, Options};

use crate::files;

/// Generates Rust from one WSDL document or spec. A relative path starts at the crate's folder.
///
/// On a mistake, prints all mistakes and ends the process with status 1.
pub fn compile(document: impl AsRef<Path>) {
    compile_all([document]);
}

/// Generates Rust from several WSDL documents and specs, each into a file of its own.
///
/// On a mistake, prints all mistakes of all files and ends the process with status 1.
pub fn compile_all<P: AsRef<Path>>(documents: impl IntoIterator<Item = P>) {
    let documents: Vec<P> = documents.into_iter().collect();
    build::compile_with(&documents, &files::options());
}

/// Options for one WSDL document or spec: `options("shop.wsdl").only(["Get*"]).compile()`.
#[must_use]
pub fn options(document: impl Into<PathBuf>) -> Options {
    Options::new(document).reader(files::READER)
}
