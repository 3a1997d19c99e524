//! `fmt`: lays out specs.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use asmx_codegen::output::{self, GenerateError};
use asmx_codegen::source_file;
use asmx_review::format::format;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    /// Write nothing; list the files whose layout would change, and fail if there are any
    #[arg(long)]
    check: bool,
}

/// Returns whether all specs could be laid out; with `--check`, whether all are laid out already.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut all_good = true;
    for spec in &arguments.specs {
        let done = if spec.as_os_str() == "-" { standard_input(arguments.check) } else { file(spec, arguments.check) };
        match done {
            Ok(is_good) => all_good &= is_good,
            Err(Failure::Told(words)) => {
                writeln!(io::stderr(), "{words}\n")?;
                all_good = false;
            }
            Err(Failure::Io(error)) => return Err(error),
        }
    }
    Ok(all_good)
}

enum Failure {
    /// Reported for this file; the others go on.
    Told(String),
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Told(error.to_string())
    }
}

fn file(spec: &Path, check: bool) -> Result<bool, Failure> {
    let bytes =
        source_file::read(spec).map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source })?;
    let text = format(&spec.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)?;
    if text.as_bytes() == bytes {
        return Ok(true);
    }
    if check {
        writeln!(io::stdout(), "not formatted: {}", spec.display())?;
        return Ok(false);
    }
    output::replace_spec(spec, Some(&bytes), &text)?;
    writeln!(io::stdout(), "formatted {}", spec.display())?;
    Ok(true)
}

fn standard_input(check: bool) -> Result<bool, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let text = format("standard input", &bytes).map_err(GenerateError::Mistakes)?;
    if check {
        let is_same = text.as_bytes() == bytes;
        if !is_same {
            writeln!(io::stdout(), "not formatted: standard input")?;
        }
        return Ok(is_same);
    }
    write!(io::stdout(), "{text}")?;
    Ok(true)
}
