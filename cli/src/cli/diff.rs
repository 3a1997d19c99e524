//! `diff`: what an edit of a spec means for callers and implementors.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use asmx::words::REVIEW;
use asmx_review::diff::{Class, Comparison, FailOn, Report, render};
use asmx_review::project::{self, Configuration, Location, ReviewError};

#[cfg(feature = "call")]
use super::document::FromAddress;
use super::reading::UNWRITTEN;
use super::report_arguments::{Format, ReportArguments};
use super::verdict::UNREAD;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The old and the new version: specs or WSDL documents, each a file, an address or git:REF:path. With `--base` or `--against`: the files to compare with
    /// their version in that commit [default: `specs` of the configuration]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compare files in the working tree with this commit, branch or tag
    #[arg(long, value_name = "REF")]
    against: Option<String>,
    /// Compare files in the working tree with the common ancestor of this commit, branch or tag: what a pull request changes. Fails on silent and
    /// wire changes, unless `--fail-on` says otherwise
    #[arg(long, value_name = "REF", conflicts_with = "against")]
    base: Option<String>,
    /// Also write a comment for the pull request into this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArguments,
    #[cfg(feature = "call")]
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

/// Returns the exit code: 1 if a change reaches the level `error`, 2 if versions could not be compared.
pub(super) fn run(arguments: &Arguments) -> io::Result<u8> {
    let Some(files) = files(arguments)? else { return Ok(UNREAD) };
    let report = match report(arguments, &files) {
        Ok(report) => report,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(UNREAD);
        }
    };
    let is_written = arguments.report.write(|format, is_coloured| match format {
        Format::Text if is_coloured => render::coloured_text(&report, &REVIEW),
        Format::Text => render::text(&report, &REVIEW),
        Format::Json => render::json(&report, &REVIEW),
        Format::Markdown => render::markdown(&report, &REVIEW),
        Format::Github => render::github(&report, &REVIEW),
    })?;
    if let Some(path) = &arguments.markdown
        && let Err(error) = fs::write(path, render::markdown(&report, &REVIEW))
    {
        writeln!(io::stderr(), "error: cannot write {}: {error}", path.display())?;
        return Ok(UNWRITTEN);
    }
    if is_written { Ok(u8::from(report.fails())) } else { Ok(UNWRITTEN) }
}

/// The files to compare; `None` if one is an address whose document cannot be fetched, which is reported.
#[cfg(feature = "call")]
fn files(arguments: &Arguments) -> io::Result<Option<Vec<PathBuf>>> {
    let located = arguments.files.iter().map(|file| Ok(arguments.from.found(file)?.map(|located| located.file)));
    located.collect()
}

#[cfg(not(feature = "call"))]
#[allow(clippy::unnecessary_wraps, reason = "only a command that calls services fetches documents")]
fn files(arguments: &Arguments) -> io::Result<Option<Vec<PathBuf>>> {
    Ok(Some(arguments.files.clone()))
}

fn report(arguments: &Arguments, files: &[PathBuf]) -> Result<Report, ReviewError> {
    let mut fail_on = arguments.report.fail_on.clone();
    if arguments.base.is_some() && fail_on.is_empty() {
        fail_on.push(FailOn::Class(Class::Wire));
    }
    let (comparisons, configuration) = compared(arguments, files)?;
    Ok(Report::new(comparisons, &configuration.rules(fail_on)))
}

fn compared(arguments: &Arguments, files: &[PathBuf]) -> Result<(Vec<Comparison>, Configuration), ReviewError> {
    let config = arguments.report.config.as_deref();
    if let Some(base) = &arguments.base {
        let configuration = project::configuration(config, files)?;
        return Ok((project::compare_with_base(files, base, &configuration)?, configuration));
    }
    match &arguments.against {
        Some(reference) => against_commit(files, reference, config),
        None => of_two(&arguments.files, files, config),
    }
}

fn against_commit(
    files: &[PathBuf],
    reference: &str,
    config: Option<&Path>,
) -> Result<(Vec<Comparison>, Configuration), ReviewError> {
    let configuration = project::configuration(config, files)?;
    let specs = project::specs(files, &configuration)?;
    let compared = specs.iter().map(|spec| project::compare_with_commit(spec, reference));
    let comparisons = compared.collect::<Result<_, _>>()?;
    Ok((comparisons, configuration))
}

/// `named` are the files as a person wrote them. A document of an address has no configuration beside it.
fn of_two(
    named: &[PathBuf],
    files: &[PathBuf],
    config: Option<&Path>,
) -> Result<(Vec<Comparison>, Configuration), ReviewError> {
    let [old, new] = files else {
        // Report usage errors the way clap does.
        let message = match files.len() {
            0 | 1 => "`diff` compares two files; name the old and the new one, or use `--base REF`",
            _ => "`diff` compares two files; name only two, or use `--base REF`",
        };
        clap::Error::raw(clap::error::ErrorKind::WrongNumberOfValues, format!("{message}\n")).exit();
    };
    let (old, new) = (Location::new(old)?, Location::new(new)?);
    let beside: Vec<PathBuf> = [&new, &old]
        .into_iter()
        .filter_map(|location| match location {
            Location::File(path) => Some(path.clone()).filter(|path| named.contains(path)),
            _ => None,
        })
        .collect();
    let configuration = project::configuration(config, &beside)?;
    let comparison = project::compare(&old, &new)?;
    Ok((vec![comparison], configuration))
}
