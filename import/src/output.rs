//! From WSDL documents and specs to files, as [`asmx_codegen::output`] does from specs.

use std::path::Path;

use asmx_codegen::output::{self, GenerateError, GenerateOptions, Generated, Reader, WsdlPlace};

use crate::files::{files_of, open};

/// Reads WSDL documents as well as specs.
pub const READER: Reader = Reader { read: open, files: files_of };

/// Options for [`generate_into`](output::generate_into) and [`outdated`](output::outdated), which then take WSDL documents as well as specs.
#[must_use]
pub fn options() -> GenerateOptions {
    GenerateOptions::default().reader(READER)
}

/// Writes a complete WSDL document for each document or spec, as [`asmx_codegen::output::wsdl_into`] does for specs.
///
/// # Errors
///
/// Everything that is wrong with any of them; neither `place` nor a spec names the service's XML namespace; a file could not be written.
pub fn wsdl_into<P: AsRef<Path>>(
    folder: &Path,
    documents: &[P],
    place: WsdlPlace<'_>,
) -> Result<Vec<Generated>, Vec<GenerateError>> {
    output::wsdl_read_with(READER, folder, documents, place)
}
