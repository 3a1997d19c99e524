//! `check`: the mistakes of specs and documents.

use std::io::{self, Write};
use std::path::PathBuf;

use asmx_codegen::output;

use super::counted;

/// Whether all specs are without mistakes.
pub(super) fn check(specs: &[PathBuf]) -> io::Result<bool> {
    let mut all_good = true;
    for spec in specs {
        match output::read(spec) {
            Ok(service) => {
                for warning in output::warnings(spec) {
                    writeln!(io::stderr(), "{warning}\n")?;
                }
                let operations = counted(service.operations.len());
                writeln!(io::stdout(), "{}: {}, {operations}", spec.display(), service.name)?;
            }
            Err(error) => {
                all_good = false;
                writeln!(io::stderr(), "{error}\n")?;
            }
        }
    }
    Ok(all_good)
}
