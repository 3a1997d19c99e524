//! `check`: reports the mistakes of specs and WSDL documents.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use asmx_codegen::output::{GenerateError, Observe};
use asmx_import::Loaded;
use asmx_import::files::open_observed;
use serde::Serialize;

#[cfg(feature = "call")]
use super::document::FromAddress;
use super::generate::counted;
use super::json::{self, Files, JsonDiagnostic};
use super::lint::Format;
use super::to_file::ToFile;
use super::watch;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs and WSDL documents: files or addresses
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    /// Check a file again whenever it or a document that it imports changes; stop with Ctrl-C
    #[arg(long, conflicts_with_all = ["format", "file"])]
    watch: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    to: ToFile,
    #[cfg(feature = "call")]
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

impl Arguments {
    /// The files that it reads.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.specs.iter()
    }
}

/// Returns whether all files are without mistakes.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    if arguments.watch {
        return watch::watch(&arguments.specs, check);
    }
    let mut files = Vec::new();
    for spec in &arguments.specs {
        let Some(file) = arguments.file(spec)? else { return Ok(false) };
        files.push(file);
    }
    if arguments.format == Format::Json {
        return check_as_json(&files, &arguments.to);
    }
    let (mut all_good, mut result) = (true, String::new());
    for file in &files {
        let report = file.report(asmx_import::open(&file.file));
        if arguments.to.is_file() {
            all_good &= report.line.is_some();
            result.extend(report.mistakes.into_iter().map(|mistake| mistake + "\n\n").chain(report.line));
        } else {
            all_good &= report.print()?;
        }
    }
    if arguments.to.is_file() {
        all_good &= arguments.to.write(&result)?;
    }
    Ok(all_good)
}

/// A file, and its name in reports.
struct Named {
    file: PathBuf,
    name: String,
}

impl Arguments {
    /// The file to check; `None` if it is an address whose document cannot be fetched, which is reported.
    #[cfg(feature = "call")]
    fn file(&self, spec: &Path) -> io::Result<Option<Named>> {
        let located = self.from.found(spec)?;
        Ok(located.map(|located| Named { name: located.to_string(), file: located.file }))
    }

    #[cfg(not(feature = "call"))]
    #[allow(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "only a command that calls services fetches documents"
    )]
    fn file(&self, spec: &Path) -> io::Result<Option<Named>> {
        Ok(Some(Named::from(spec)))
    }
}

impl From<&Path> for Named {
    fn from(file: &Path) -> Self {
        Self { file: file.to_owned(), name: file.display().to_string() }
    }
}

/// Prints the mistakes of a file, or that it has none. Returns whether it has none.
fn check(spec: &Path, observe: Observe<'_>) -> io::Result<bool> {
    Named::from(spec).report(open_observed(spec, observe)).print()
}

/// The findings of one file.
struct Report {
    /// Its mistakes, or the warnings of an import.
    mistakes: Vec<String>,
    /// The line for a file without mistakes.
    line: Option<String>,
}

impl Named {
    fn report(&self, loaded: Result<Loaded, GenerateError>) -> Report {
        match loaded {
            Ok(loaded) => {
                let service = loaded.service();
                let operations = counted(service.operations.len());
                Report {
                    mistakes: loaded.warnings().iter().map(ToString::to_string).collect(),
                    line: Some(format!("{}: {}, {operations}\n", self.name, service.name)),
                }
            }
            Err(error) => Report { mistakes: vec![error.to_string()], line: None },
        }
    }
}

impl Report {
    /// Prints it. Returns whether the file has no mistakes.
    fn print(self) -> io::Result<bool> {
        let Self { mistakes, line } = self;
        for mistake in mistakes {
            writeln!(io::stderr(), "{mistake}\n")?;
        }
        if let Some(line) = &line {
            io::stdout().write_all(line.as_bytes())?;
        }
        Ok(line.is_some())
    }
}

#[derive(Serialize)]
struct Checked {
    file: String,
    service: Option<String>,
    operations: Option<usize>,
    diagnostics: Vec<JsonDiagnostic>,
}

fn check_as_json(files: &[Named], to: &ToFile) -> io::Result<bool> {
    let files = files.iter().map(|Named { file: path, name }| {
        let file = name.clone();
        match asmx_import::open(path) {
            Ok(loaded) => Checked {
                file,
                operations: Some(loaded.service().operations.len()),
                service: Some(loaded.service().name.clone()),
                diagnostics: loaded.warnings().iter().map(JsonDiagnostic::from).collect(),
            },
            Err(error) => {
                let diagnostics = json::errors(&file, &error);
                Checked { file, service: None, operations: None, diagnostics }
            }
        }
    });
    let files: Vec<Checked> = files.collect();
    let all_good = files.iter().all(|file| file.service.is_some());
    let is_written = to.write(&json::text(&Files { files })?)?;
    Ok(is_written && all_good)
}
