//! `review`: reviews a change of specs and of the files that depend on them.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use asmx_review::review::{Options, Review};

use super::report_arguments::{Format, ReportArguments};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The specs [default: `specs` of the configuration]
    #[arg(value_name = "SPEC")]
    specs: Vec<PathBuf>,
    /// The target branch, or any commit; the comparison starts at the common ancestor
    #[arg(long, value_name = "REF")]
    base: String,
    /// Also write a comment for the pull request into this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArguments,
}

/// Returns whether the change passes.
pub(super) fn run(arguments: Arguments) -> io::Result<bool> {
    let Arguments { specs, base, markdown, report } = arguments;
    let (configuration, fail_on) = (report.config.clone(), report.fail_on.clone());
    let review = match Review::of(&Options { base, specs, configuration, fail_on }) {
        Ok(review) => review,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(false);
        }
    };
    let is_written = report.write(|format, is_coloured| match format {
        Format::Text => review.text(is_coloured),
        Format::Json => review.json(),
        Format::Markdown => review.markdown(),
        Format::Github => review.github(),
    })?;
    if let Some(path) = markdown
        && let Err(error) = fs::write(&path, review.markdown())
    {
        writeln!(io::stderr(), "error: cannot write {}: {error}", path.display())?;
        return Ok(false);
    }
    Ok(is_written && !review.fails())
}
