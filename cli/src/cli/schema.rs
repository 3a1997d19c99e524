//! `schema`: the XML Schema of specs, for editors.

use std::io::{self, Write};

/// Prints it.
pub(super) fn run() -> io::Result<bool> {
    io::stdout().write_all(asmx::schema::schema().as_bytes())?;
    Ok(true)
}
