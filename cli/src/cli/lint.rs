//! `lint`: finds likely mistakes in valid specs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asmx_codegen::diagnostic::Severity;
use asmx_codegen::output::GenerateError;
use asmx_codegen::source_file;
use asmx_review::lint::{Finding, Lint, lint};
use clap::ValueEnum;
use serde::Serialize;

use super::json::{self, Files, JsonDiagnostic};
use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs
    #[arg(required = true, value_name = "FILE")]
    specs: Vec<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    to: ToFile,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

#[derive(Serialize)]
struct File {
    file: String,
    diagnostics: Vec<JsonDiagnostic>,
}

impl Arguments {
    /// The files that it reads.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.specs.iter()
    }
}

/// Returns whether nothing was found, apart from notes and what comments allow.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    #[cfg(feature = "call")]
    for spec in &arguments.specs {
        if !super::document::is_file(spec, "lint")? {
            return Ok(false);
        }
    }
    let all = arguments.specs.iter().map(|spec| (spec.to_string_lossy().into_owned(), findings(spec)));
    if arguments.format == Format::Json {
        let mut files = Vec::new();
        for (file, found) in all {
            let diagnostics = match found {
                Ok(found) => found.iter().map(JsonDiagnostic::from).collect(),
                Err(error) => json::errors(&file, &error),
            };
            files.push(File { file, diagnostics });
        }
        let all_good = files.iter().flat_map(|file| &file.diagnostics).all(JsonDiagnostic::is_note);
        let is_written = arguments.to.write(&json::text(&Files { files })?)?;
        return Ok(is_written && all_good);
    }
    let (mut all_good, mut has_findings, mut result) = (true, false, String::new());
    for (file, found) in all {
        match found {
            Ok(found) => {
                for finding in &found {
                    if arguments.to.is_file() {
                        // Writing to a String cannot fail.
                        let _ = writeln!(result, "{finding}\n");
                    } else {
                        writeln!(io::stderr(), "{finding}\n")?;
                    }
                }
                let line = format!("{file}: {}\n", counted(&found));
                if arguments.to.is_file() {
                    result.push_str(&line);
                } else {
                    arguments.to.write(&line)?;
                }
                has_findings |= found.iter().any(|finding| finding.severity() != Severity::Note);
            }
            Err(error) => {
                writeln!(io::stderr(), "{error}\n")?;
                all_good = false;
            }
        }
    }
    if arguments.to.is_file() {
        all_good &= arguments.to.write(&result)?;
    }
    if has_findings {
        writeln!(
            io::stderr(),
            "correct the findings, or allow one by a comment before its element or before a surrounding one: \
             <!-- lint: allow CODE: REASON -->"
        )?;
    }
    Ok(all_good && !has_findings)
}

fn counted(found: &[Finding]) -> String {
    let mut counts: BTreeMap<Lint, usize> = BTreeMap::new();
    for finding in found {
        *counts.entry(finding.code()).or_default() += 1;
    }
    let counts: Vec<String> = counts.into_iter().map(|(lint, count)| format!("{count} {lint}")).collect();
    if counts.is_empty() { "nothing found".to_owned() } else { counts.join(", ") }
}

fn findings(spec: &Path) -> Result<Vec<Finding>, GenerateError> {
    let bytes =
        source_file::read(spec).map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source })?;
    lint(&spec.to_string_lossy(), &bytes).map_err(GenerateError::Mistakes)
}
