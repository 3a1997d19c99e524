//! From WSDL documents and specs to files, as [`asmx_codegen::output`] does from specs.

use asmx_codegen::output::{GenerateOptions, Reader};

use crate::files::{files_of, open};

/// Reads WSDL documents as well as specs.
pub const READER: Reader = Reader { read: open, files: files_of };

/// Options for the functions of [`asmx_codegen::output`], which then take WSDL documents as well as specs.
#[must_use]
pub fn options() -> GenerateOptions {
    GenerateOptions::default().reader(READER)
}
