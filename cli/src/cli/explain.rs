//! `explain`: the pages of codes.

use std::fmt::Write as _;
use std::io;

use asmx_codegen::diagnostic::did_you_mean;
use asmx_review::explain::{self, Explanation};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The codes, as messages show them: ASMX0101, operation-removed. Case does not matter
    #[arg(value_name = "CODE", required_unless_present = "list", add = ArgValueCandidates::new(codes))]
    codes: Vec<String>,
    /// List all codes, one line each
    #[arg(long, conflicts_with = "codes")]
    list: bool,
    #[command(flatten)]
    to: ToFile,
}

fn codes() -> Vec<CompletionCandidate> {
    explain::all().map(|page| CompletionCandidate::new(page.code).help(Some(page.summary.to_owned().into()))).collect()
}

/// Returns whether all codes exist.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut output = String::new();
    if arguments.list {
        let width = explain::all().map(|page| page.code.len()).max().unwrap_or_default();
        for Explanation { code, summary, .. } in explain::all() {
            // Writing to a String cannot fail.
            let _ = writeln!(output, "{code:width$}  {summary}");
        }
        return arguments.to.write(&output);
    }
    let mut all_there = true;
    for code in &arguments.codes {
        if let Some(explanation) = explain::explain(code) {
            let separator = if output.is_empty() { "" } else { "\n" };
            let _ = write!(output, "{separator}{explanation}");
        } else {
            all_there = false;
            let code = asmx_types::display::shown_line(code);
            let question = did_you_mean(&explain::nearest_codes(&code));
            let question = if question.is_empty() { question } else { format!("{question} ") };
            anstream::eprintln!(
                "error: unknown code `{code}`\n  = help: {question}`asmx explain --list` lists all codes"
            );
        }
    }
    let is_written = arguments.to.write(&output)?;
    Ok(is_written && all_there)
}
