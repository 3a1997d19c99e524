//! `-o FILE`: the result of a command in a file.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use asmx_codegen::whole_file;

#[derive(clap::Args)]
pub(super) struct ToFile {
    /// Write the result into this file, instead of standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl ToFile {
    /// Writes the result. Returns whether it was written; a file that cannot be written is reported.
    pub(super) fn write(&self, text: &str) -> io::Result<bool> {
        let Some(path) = &self.file else { return io::stdout().write_all(text.as_bytes()).map(|()| true) };
        // A device or a pipe cannot be replaced by a file.
        let is_replaceable = fs::metadata(path).map_or(true, |known| known.is_file());
        let written = if is_replaceable {
            whole_file::replace(path, text, |_| Ok(true)).map(drop)
        } else {
            fs::write(path, text)
        };
        match written {
            Ok(()) => Ok(true),
            Err(error) => writeln!(io::stderr(), "error: cannot write {}: {error}", path.display()).map(|()| false),
        }
    }

    pub(super) const fn is_file(&self) -> bool {
        self.file.is_some()
    }
}
