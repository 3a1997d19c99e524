//! `-o FILE`: the result of a command in a file.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asmx_codegen::whole_file::NewFile;

/// The forms of all commands. A file of such a name is written as `./json`.
const FORMS: [&str; 11] =
    ["text", "table", "json", "jsonl", "csv", "arrow", "parquet", "xlsx", "raw", "markdown", "github"];

#[derive(clap::Args)]
pub(super) struct ToFile {
    /// Write the result into this file, instead of standard output
    #[arg(short = 'o', long = "output", value_name = "FILE", value_parser = file)]
    file: Option<PathBuf>,
}

/// `--output` chose a form in earlier versions.
fn file(value: &str) -> Result<PathBuf, String> {
    if FORMS.iter().any(|form| value.eq_ignore_ascii_case(form)) {
        return Err(format!(
            "that is the name of a form: `--format {}` chooses a form, `-o FILE` a file. A file of this name is `./{value}`",
            value.to_ascii_lowercase()
        ));
    }
    if value.is_empty() { Err("a file needs a name".to_owned()) } else { Ok(PathBuf::from(value)) }
}

impl ToFile {
    /// Writes the result. Returns whether it was written; a file that cannot be written is reported.
    pub(super) fn write(&self, text: &str) -> io::Result<bool> {
        let Some(path) = self.path() else { return io::stdout().write_all(text.as_bytes()).map(|()| true) };
        let written = open(path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.complete()
        });
        match written {
            Ok(()) => Ok(true),
            Err(error) => writeln!(io::stderr(), "error: cannot write {}: {error}", path.display()).map(|()| false),
        }
    }

    /// The file; `None` is standard output.
    pub(super) fn path(&self) -> Option<&Path> {
        let is_standard_output = |path: &Path| ["-", "/dev/stdout"].iter().any(|name| path == Path::new(name));
        self.file.as_deref().filter(|path| !is_standard_output(path))
    }

    /// Whether the option is there, also for standard output.
    pub(super) const fn is_given(&self) -> bool {
        self.file.is_some()
    }

    pub(super) fn is_file(&self) -> bool {
        self.path().is_some()
    }
}

/// A file of a result that is being written.
#[derive(Debug)]
pub(super) enum ResultFile {
    Beside(NewFile),
    /// A device or a pipe, which no file can replace.
    Device(fs::File),
}

/// Opens a file for a result. It gets its name when it is complete.
pub(super) fn open(path: &Path) -> io::Result<ResultFile> {
    let is_device = fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir());
    if is_device {
        return fs::OpenOptions::new().write(true).open(path).map(ResultFile::Device);
    }
    NewFile::beside(path).map(ResultFile::Beside)
}

impl ResultFile {
    /// Gives the file its name.
    pub(super) fn complete(self) -> io::Result<()> {
        match self {
            Self::Beside(file) => file.complete(),
            Self::Device(_) => Ok(()),
        }
    }
}

impl io::Write for ResultFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Beside(file) => file.write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Beside(file) => file.flush(),
            Self::Device(file) => file.flush(),
        }
    }
}
