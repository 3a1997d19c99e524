//! `diff`: what an edit of a spec does to people.

use std::io::{self, Write};
use std::path::PathBuf;

use asmx_codegen::diff::{Comparison, FailOn, Report, render};
use asmx_codegen::review::{self, Configuration, Location, ReviewError};

use super::colour::Colour;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The old version and the new one: specs or WSDL documents, each a file or git:REF:path. With `--against`, the files to compare with
    /// themselves in another commit [default: `specs` of the configuration]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compare files in place with themselves in that commit, branch or tag
    #[arg(long, value_name = "REF")]
    against: Option<String>,
    /// How to tell it
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    severity: Severity,
    /// When text is coloured
    #[arg(long = "color", value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    colour: Colour,
}

/// What fails a run.
#[derive(clap::Args)]
pub(super) struct Severity {
    /// Fail if a change is at least so severe and not accepted: silent, wire, rust, behaviour, add, docs, or major, minor, patch. May be given
    /// several times
    #[arg(long = "fail-on", value_name = "CLASS|STEP", value_delimiter = ',')]
    pub(super) fail_on: Vec<FailOn>,
    /// The configuration file [default: asmx-codegen.toml beside the first file or above it]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One object
    Json,
    /// A comment of a pull request
    Markdown,
    /// Workflow commands: a line for each change, shown at its place
    Github,
}

/// Whether no change is at the level error.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let report = match report(arguments) {
        Ok(report) => report,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(false);
        }
    };
    let text = match arguments.format {
        Format::Text if arguments.colour.is_on() => render::coloured_text(&report),
        Format::Text => render::text(&report),
        Format::Json => render::json(&report),
        Format::Markdown => render::markdown(&report),
        Format::Github => render::github(&report),
    };
    match arguments.format {
        Format::Text => arguments.colour.write(&text)?,
        _ => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(!report.fails())
}

fn report(arguments: &Arguments) -> Result<Report, ReviewError> {
    let Arguments { files, against, severity, .. } = arguments;
    let (comparisons, configuration) = match against {
        Some(reference) => against_commit(files, reference, severity)?,
        None => of_two(files, severity)?,
    };
    Ok(Report::new(comparisons, &configuration.rules(severity.fail_on.clone())))
}

fn against_commit(
    files: &[PathBuf],
    reference: &str,
    severity: &Severity,
) -> Result<(Vec<Comparison>, Configuration), ReviewError> {
    let configuration = review::configuration(severity.config.as_deref(), files)?;
    let specs = review::specs(files, &configuration)?;
    let compared = specs.iter().map(|spec| review::compare_with_commit(spec, reference, configuration.compared_as()));
    let comparisons = compared.collect::<Result<_, _>>()?;
    Ok((comparisons, configuration))
}

fn of_two(files: &[PathBuf], severity: &Severity) -> Result<(Vec<Comparison>, Configuration), ReviewError> {
    let [old, new] = files else {
        // What is wrong with the command line is told as clap tells it.
        let message = match files.len() {
            0 | 1 => "`diff` compares two files: give the old one and the new one, or `--against REF`",
            _ => "`diff` compares two files: give no more, or `--against REF`",
        };
        clap::Error::raw(clap::error::ErrorKind::WrongNumberOfValues, format!("{message}\n")).exit();
    };
    let (old, new) = (Location::new(old)?, Location::new(new)?);
    let beside: Vec<PathBuf> = [&new, &old]
        .into_iter()
        .filter_map(|location| match location {
            Location::File(path) => Some(path.clone()),
            _ => None,
        })
        .collect();
    let configuration = review::configuration(severity.config.as_deref(), &beside)?;
    let comparison = review::compare(&old, &new, configuration.compared_as())?;
    Ok((vec![comparison], configuration))
}
