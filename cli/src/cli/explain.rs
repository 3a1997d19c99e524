//! `explain`: the pages of codes.

use std::io::{self, Write};

use asmx_codegen::diagnostic::did_you_mean;
use asmx_review::explain::{self, Explanation};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The codes, as messages show them: ASMX0101, operation-removed. Case does not matter
    #[arg(value_name = "CODE", required_unless_present = "list")]
    codes: Vec<String>,
    /// List all codes, one line each
    #[arg(long, conflicts_with = "codes")]
    list: bool,
}

/// Returns whether all codes exist.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    if arguments.list {
        let width = explain::all().map(|one| one.code.len()).max().unwrap_or_default();
        for Explanation { code, summary, .. } in explain::all() {
            writeln!(output, "{code:width$}  {summary}")?;
        }
        return Ok(true);
    }
    let mut all_there = true;
    let mut is_first = true;
    for code in &arguments.codes {
        if let Some(explanation) = explain::explain(code) {
            if !is_first {
                writeln!(output)?;
            }
            write!(output, "{explanation}")?;
            is_first = false;
        } else {
            all_there = false;
            let code = asmx_types::display::shown_line(code);
            let question = did_you_mean(&explain::nearest_codes(&code));
            let question = if question.is_empty() { question } else { format!("{question} ") };
            writeln!(
                io::stderr(),
                "error: unknown code `{code}`\n  = help: {question}`asmx explain --list` lists all codes"
            )?;
        }
    }
    Ok(all_there)
}
