//! `fmt`: lays out specs.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use asmx_codegen::output::{self, GenerateError};
use asmx_codegen::source_file;
use asmx_review::format::format;

use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    /// Write nothing; list the files whose layout would change, and fail if there are any
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    to: ToFile,
}

/// Returns whether all specs could be laid out; with `--check`, whether all are laid out already.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Arguments { specs, check, to } = arguments;
    if to.is_given() && !check && specs.len() > 1 {
        // Report usage errors the way clap does.
        let message = "`-o FILE` is for the text of one spec: leave it out, and each spec is laid out in its place\n";
        clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message).exit();
    }
    let (mut all_good, mut list) = (true, String::new());
    for spec in specs {
        #[cfg(feature = "call")]
        if !super::document::is_file(spec, "fmt")? {
            all_good = false;
            continue;
        }
        match arguments.lay_out(spec, &mut list) {
            Ok(is_good) => all_good &= is_good,
            Err(Failure::Reported(words)) => {
                writeln!(io::stderr(), "{words}\n")?;
                all_good = false;
            }
            Err(Failure::Io(error)) => return Err(error),
        }
    }
    if *check {
        all_good &= to.write(&list)?;
    }
    Ok(all_good)
}

enum Failure {
    /// Reported for this file; the others go on.
    Reported(String),
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Reported(error.to_string())
    }
}

impl Arguments {
    /// Lays out a spec, or lists it if its layout would change.
    fn lay_out(&self, spec: &Path, list: &mut String) -> Result<bool, Failure> {
        let Spec { name, file, bytes, text } = Spec::read(spec)?;
        let is_same = text.as_bytes() == bytes;
        if self.check {
            if !is_same {
                list.push_str(&["not formatted: ", &name, "\n"].concat());
            }
            return Ok(is_same);
        }
        match file.filter(|_| !self.to.is_given()) {
            None => Ok(self.to.write(&text)?),
            Some(_) if is_same => Ok(true),
            Some(file) => {
                output::replace_spec(file, Some(&bytes), &text)?;
                writeln!(io::stdout(), "formatted {name}")?;
                Ok(true)
            }
        }
    }
}

/// A spec and the text that it should have.
struct Spec<'a> {
    name: String,
    /// `None` is standard input.
    file: Option<&'a Path>,
    bytes: Vec<u8>,
    text: String,
}

impl<'a> Spec<'a> {
    fn read(spec: &'a Path) -> Result<Self, Failure> {
        let file = Some(spec).filter(|spec| spec.as_os_str() != "-");
        let (name, bytes) = if let Some(file) = file {
            let bytes = source_file::read(file);
            let bytes = bytes.map_err(|source| GenerateError::Unreadable { spec: file.to_owned(), source })?;
            (file.display().to_string(), bytes)
        } else {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            ("standard input".to_owned(), bytes)
        };
        let text = format(&name, &bytes).map_err(GenerateError::Mistakes)?;
        Ok(Self { name, file, bytes, text })
    }
}
