//! `import`: makes a spec from a WSDL document, or updates a spec from a newer one.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use asmx::update::Missing;
use asmx_codegen::diagnostic::quoted;
use asmx_codegen::model::Service;
use asmx_codegen::output::{self, GenerateError};
use asmx_codegen::source_file;
use asmx_import::{Import, Report, import_file, spec_text};

#[cfg(feature = "call")]
use super::document::FromAddress;
use super::effects::{self, Effects};
use super::report_arguments::Only;
use super::to_file::ToFile;

#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Arguments {
    /// The WSDL document, as the service returns it for ?WSDL: a file or an address
    #[arg(value_name = "DOCUMENT")]
    document: PathBuf,
    #[command(flatten)]
    to: ToFile,
    /// Update this spec from the document; the file, or that of `-o`, is replaced if anything changes
    #[arg(long, value_name = "SPEC.xml")]
    update: Option<PathBuf>,
    /// Keep operations that are missing from the document
    #[arg(long, requires = "update")]
    keep_removed: bool,
    /// Write nothing; the exit status says whether the spec matches the document
    #[arg(long, requires = "update", conflicts_with = "file")]
    check: bool,
    #[command(flatten)]
    effects: Effects,
    /// The name of the service in the spec, and so of its client [default: the document's]
    #[arg(long, value_name = "NAME", conflicts_with = "update")]
    client: Option<String>,
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
    /// Report every port, operation and type
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    only: Only,
    #[cfg(feature = "call")]
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

impl Arguments {
    /// The files that it reads.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        std::iter::once(&self.document).chain(&self.update)
    }
}

/// Returns whether the import or the update succeeded.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Arguments { document, to, update: spec, keep_removed, check, effects, client, strict, verbose, only, .. } =
        arguments;
    #[cfg(not(feature = "call"))]
    let named = document.display().to_string();
    #[cfg(feature = "call")]
    let Some(located) = arguments.from.found(document)? else { return Ok(false) };
    #[cfg(feature = "call")]
    let (document, named) = (&located.file, located.to_string());
    let Some(mut imported) = imported(document, *strict, &only.patterns, effects)? else { return Ok(false) };
    if let Some(client) = client {
        imported.service.name.clone_from(client);
    }
    let Some(spec) = spec else { return import(&named, &imported, to.path(), *verbose) };
    let missing = if *keep_removed { Missing::Keep } else { Missing::Remove };
    let output = to.path().unwrap_or(spec);
    update(spec, &imported, Some(output).filter(|_| !check), missing)
}

/// Writes a spec. An existing file with other content stays, because people may have edited it.
fn import(document: &str, imported: &Import, output: Option<&Path>, verbose: bool) -> io::Result<bool> {
    tell_report(&imported.report, verbose)?;
    let text = spec_text(&imported.service);
    let Some(path) = output else {
        io::stdout().write_all(text.as_bytes())?;
        return Ok(true);
    };
    let path_text = path.display();
    let error = match fs::read(path) {
        Ok(there) if there == text.as_bytes() => return Ok(true),
        Ok(existing) => match other_service(&existing, &imported.service) {
            Some(name) => format!(
                "error: {path_text} is the spec of another service, {}, and not of {}: name another file",
                quoted(&name),
                quoted(&imported.service.name)
            ),
            None => format!(
                "error: {path_text} already exists with other content: run `asmx import --update {path_text} {document}` to merge the document, \
                 or delete the file first"
            ),
        },
        Err(_) => match output::replace_spec(path, None, &text) {
            Ok(_) => return Ok(true),
            Err(error) => error.to_string(),
        },
    };
    writeln!(io::stderr(), "\n{error}")?;
    Ok(false)
}

/// The name of the service of a spec that has another name and none of the operations; `None` if it may be an older spec of
/// the service, or is no spec.
fn other_service(spec: &[u8], service: &Service) -> Option<String> {
    let existing = asmx_codegen::load("spec.xml", spec).ok()?;
    let is_known = |name: &str| service.operations.iter().any(|operation| operation.name == name);
    let is_other =
        existing.name != service.name && !existing.operations.iter().any(|operation| is_known(&operation.name));
    is_other.then_some(existing.name)
}

/// Updates a spec. Without a place to write to, returns whether the spec is current.
fn update(spec: &Path, imported: &Import, to: Option<&Path>, missing: Missing) -> io::Result<bool> {
    // Read first, so that a file saved meanwhile is noticed.
    let before = to.and_then(|to| fs::read(to).ok());
    let updated = source_file::read(spec)
        .map_err(|source| GenerateError::Unreadable { spec: spec.to_owned(), source }.to_string())
        .and_then(|bytes| {
            let updated = asmx::update(&spec.to_string_lossy(), &bytes, imported, missing);
            updated.map_err(|error| error.to_string())
        });
    let updated = match updated {
        Ok(updated) => updated,
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            return Ok(false);
        }
    };
    write!(io::stdout(), "{}", updated.changes)?;
    let Some(to) = to else { return Ok(updated.changes.all.is_empty()) };
    match output::replace_spec(to, before.as_deref(), &updated.text) {
        Ok(is_written) => {
            let done = if is_written { "wrote" } else { "unchanged:" };
            writeln!(io::stdout(), "\n{done} {}", to.display())?;
            Ok(true)
        }
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            Ok(false)
        }
    }
}

/// Imports a document and prints its warnings; `None` if that fails, or if `strict` and there are warnings.
fn imported(document: &Path, strict: bool, only: &[String], effects: &Effects) -> io::Result<Option<Import>> {
    let no_such = |source| GenerateError::NoSuchOperation { spec: document.to_owned(), source };
    let chosen = |imported: Import| {
        imported.only(only).and_then(|imported| imported.effects(&effects.patterns)).map_err(no_such)
    };
    let imported = match import_file(document).and_then(chosen) {
        Ok(imported) => imported,
        Err(error) => {
            writeln!(io::stderr(), "{error}\n")?;
            return Ok(None);
        }
    };
    if strict && !imported.warnings.is_empty() {
        let report = imported.report.in_words(effects::words).to_string();
        if let Err(mistakes) = imported.strict() {
            writeln!(io::stderr(), "{mistakes}\n\n{report}")?;
        }
        return Ok(None);
    }
    tell_warnings(&imported)?;
    tell_effects(effects, &imported)?;
    Ok(Some(imported))
}

/// Prints the operations that options of different effects name.
pub(super) fn tell_effects(effects: &Effects, import: &Import) -> io::Result<()> {
    let names = import.service.operations.iter().map(|operation| operation.name.as_str());
    effects.notes(names).iter().try_for_each(|note| writeln!(io::stderr(), "{note}"))
}

pub(super) fn tell_warnings(import: &Import) -> io::Result<()> {
    import.warnings.iter().try_for_each(|warning| writeln!(io::stderr(), "{warning}\n"))
}

/// Prints what a person has to look at, or everything.
pub(super) fn tell_report(report: &Report, verbose: bool) -> io::Result<()> {
    let report = report.in_words(effects::words);
    if verbose {
        return write!(io::stderr(), "{report}");
    }
    write!(io::stderr(), "{}\n(--verbose reports every port, operation and type)\n", report.summary())
}
