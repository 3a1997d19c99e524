//! `check`: reports the mistakes of specs and WSDL documents.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use asmx_codegen::{Diagnostic, source_file};
use asmx_import::import::is_wsdl;
use asmx_import::import_file;
use serde::Serialize;

use super::generate::counted;
use super::json::{self, Files, Told};
use super::lint::Format;
use super::watch;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs and WSDL documents
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    /// Check a file again whenever it or a document that it imports changes; stop with Ctrl-C
    #[arg(long, conflicts_with = "format")]
    watch: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Returns whether all files are without mistakes.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    if arguments.watch {
        return watch::watch(&arguments.specs, check);
    }
    if arguments.format == Format::Json {
        return check_as_json(&arguments.specs);
    }
    let mut all_good = true;
    for spec in &arguments.specs {
        all_good &= check(spec)?;
    }
    Ok(all_good)
}

/// Warnings of an import; empty for a spec and for an unreadable file.
fn warnings(document: &Path) -> Vec<Diagnostic> {
    let is_wsdl = source_file::read(document).is_ok_and(|bytes| is_wsdl(&bytes));
    let imported = is_wsdl.then(|| import_file(document).ok()).flatten();
    imported.map(|imported| imported.warnings).unwrap_or_default()
}

/// Prints the mistakes of a file, or that it has none. Returns whether it has none.
pub(super) fn check(spec: &Path) -> io::Result<bool> {
    match asmx_import::open(spec) {
        Ok(service) => {
            for warning in warnings(spec) {
                writeln!(io::stderr(), "{warning}\n")?;
            }
            let operations = counted(service.operations.len());
            writeln!(io::stdout(), "{}: {}, {operations}", spec.display(), service.name)?;
            Ok(true)
        }
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            Ok(false)
        }
    }
}

#[derive(Serialize)]
struct Checked {
    file: String,
    service: Option<String>,
    operations: Option<usize>,
    diagnostics: Vec<Told>,
}

fn check_as_json(specs: &[PathBuf]) -> io::Result<bool> {
    let files = specs.iter().map(|spec| {
        let file = spec.to_string_lossy().into_owned();
        match asmx_import::open(spec) {
            Ok(service) => Checked {
                file,
                operations: Some(service.operations.len()),
                service: Some(service.name),
                diagnostics: warnings(spec).iter().map(Told::from).collect(),
            },
            Err(error) => {
                let diagnostics = json::errors(&file, &error);
                Checked { file, service: None, operations: None, diagnostics }
            }
        }
    });
    let files: Vec<Checked> = files.collect();
    let all_good = files.iter().all(|file| file.service.is_some());
    json::write(&Files { files })?;
    Ok(all_good)
}
