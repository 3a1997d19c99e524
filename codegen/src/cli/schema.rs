//! `schema`: the XML Schema of specs, for editors.

use std::io::{self, Write};

/// What `spec/service.xsd` of the repository is; a test compares the two.
const SCHEMA: &str = include_str!("../../service.xsd");

/// Prints it.
pub(super) fn run() -> io::Result<bool> {
    io::stdout().write_all(SCHEMA.as_bytes())?;
    Ok(true)
}
