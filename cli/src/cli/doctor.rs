//! `doctor`: what is wrong with an address.

use std::fmt::Write as _;
use std::time::Duration;

use asmx_gateway::{Finding, wait_unless_interrupted};

use super::call;
use super::document::SignedIn;
use super::failure::Failure;
use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The address of the `.asmx` file
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    signed: SignedIn,
    /// The XML namespace that your calls use, to compare it with the document's
    #[arg(long)]
    namespace: Option<String>,
    /// The most seconds for each request [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = call::seconds)]
    timeout: Option<Duration>,
    #[command(flatten)]
    to: ToFile,
}

/// Returns the exit code: 1 if there is something to do.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let findings = diagnosed(arguments)?;
    let is_fine = findings.iter().all(|finding| finding.advice.is_none());
    let code = call::print_to(&arguments.to, &text(&findings))?;
    Ok(code.max(u8::from(!is_fine)))
}

fn diagnosed(arguments: &Arguments) -> Result<Vec<Finding>, Failure> {
    let fetch = arguments.signed.fetch(&arguments.signed.profile()?)?;
    let fetch = arguments.timeout.into_iter().fold(fetch, asmx_gateway::Fetch::timeout);
    wait_unless_interrupted(fetch.diagnose(&arguments.url, arguments.namespace.as_deref()))
        .map_err(|error| Failure::not_sent(format!("this machine refuses what a request needs: {error}")))?
        .ok_or_else(|| Failure::not_sent("interrupted"))?
        .map_err(Failure::of_fetch)
}

fn text(findings: &[Finding]) -> String {
    let width = findings.iter().map(|finding| finding.topic.len()).max().unwrap_or_default();
    let mut text = String::new();
    // Mistakes come first.
    let (wrong, fine): (Vec<_>, Vec<_>) = findings.iter().partition(|finding| finding.advice.is_some());
    for finding in wrong.into_iter().chain(fine) {
        let mark = if finding.advice.is_some() { "look" } else { "ok" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{mark:<4}  {:<width$}  {}", finding.topic, finding.text);
        if let Some(advice) = &finding.advice {
            let _ = writeln!(text, "{:>1$}  {advice}", "->", width + 8);
        }
    }
    text
}
