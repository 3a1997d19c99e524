//! `generate` and `wsdl`: files that the specs give.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use asmx_codegen::output::{self, GenerateError, GenerateOptions, Generated, WsdlPlace};

use super::counted;

/// Whether all specs gave files or, if they are only looked at, all files are what the specs say.
pub(super) fn generate(specs: &[PathBuf], folder: &Path, options: &GenerateOptions, check: bool) -> io::Result<bool> {
    if !check {
        return tell(output::generate_into(folder, specs, options));
    }
    match output::outdated(folder, specs, options) {
        Ok(outdated) => {
            for file in &outdated {
                writeln!(io::stdout(), "not current: {}", file.display())?;
            }
            Ok(outdated.is_empty())
        }
        Err(errors) => tell(Err(errors)),
    }
}

/// Whether all specs gave a document.
pub(super) fn wsdl(specs: &[PathBuf], folder: &Path, place: WsdlPlace<'_>) -> io::Result<bool> {
    tell(output::wsdl_into(folder, specs, place))
}

/// Whether all specs gave a file.
fn tell(done: Result<Vec<Generated>, Vec<GenerateError>>) -> io::Result<bool> {
    match done {
        Ok(files) => {
            for file in files {
                let done = if file.written { "wrote" } else { "unchanged:" };
                writeln!(io::stdout(), "{done} {} ({})", file.path.display(), counted(file.operations))?;
                if !file.features.is_empty() {
                    writeln!(io::stdout(), "its features, for Cargo.toml:")?;
                }
                for feature in file.features {
                    writeln!(io::stdout(), "{feature} = []")?;
                }
            }
            Ok(true)
        }
        Err(errors) => {
            for error in errors {
                writeln!(io::stderr(), "{error}\n")?;
            }
            Ok(false)
        }
    }
}
