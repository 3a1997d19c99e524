//! `schema`: the XML Schema of specs, for editors.

use std::io::{self, Write};

use asmx_codegen::read::format::SCHEMA;

/// Prints it.
pub(super) fn run() -> io::Result<bool> {
    io::stdout().write_all(SCHEMA.as_bytes())?;
    Ok(true)
}
