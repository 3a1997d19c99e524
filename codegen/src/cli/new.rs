//! `new`: a client crate of a document or a spec.

use std::io::{self, Write};
use std::path::Path;

use asmx_codegen::new::{self, Crate};

use super::counted;
use super::import::tell_warnings;

/// Whether there is a new crate.
pub(super) fn new(input: &Path, folder: &Path, options: &new::Options) -> io::Result<bool> {
    let made = match Crate::plan(input, folder, options) {
        Ok(made) => made,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(false);
        }
    };
    if let Some(import) = &made.import {
        tell_warnings(import)?;
        write!(io::stderr(), "{}", import.report)?;
    }
    if let Err(error) = made.write() {
        writeln!(io::stderr(), "\n{error}")?;
        return Ok(false);
    }
    let (folder, operations) = (folder.display(), counted(made.operations));
    writeln!(io::stdout(), "made the crate {} in {folder} ({operations})", made.name)?;
    writeln!(io::stdout(), "\nnext:\n  cd {folder}\n  cargo run --example call\n  cargo test")?;
    Ok(true)
}
