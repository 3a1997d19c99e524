//! `doctor`: what is wrong with an address.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

use asmx_gateway::{Finding, wait_unless_interrupted};

use super::call::{self, Failure};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The address of the `.asmx` file
    #[arg(value_name = "URL")]
    url: String,
    #[arg(
        long,
        value_name = "NAME",
        help = help_of_profile!("Send the HTTP headers and the sign-in of this profile, and use its certificates and proxy")
    )]
    profile: Option<String>,
    /// The XML namespace that your calls use, to compare it with the document's
    #[arg(long)]
    namespace: Option<String>,
    /// Permit headers and sign-in of the profile over `http://` to other machines
    #[arg(long)]
    allow_plain_http: bool,
    /// Accept every certificate of the server
    #[arg(long)]
    insecure: bool,
    /// The most seconds for each request [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = call::seconds)]
    timeout: Option<Duration>,
}

/// Returns the exit code: 1 if there is something to do.
pub(super) fn run(arguments: &Arguments) -> io::Result<u8> {
    match diagnosed(arguments) {
        Ok(findings) => {
            let is_fine = findings.iter().all(|finding| finding.advice.is_none());
            call::print(text(&findings).as_bytes()).map(|code| code.max(u8::from(!is_fine)))
        }
        Err(Failure { code, text }) => writeln!(io::stderr(), "{text}").map(|()| code),
    }
}

fn diagnosed(arguments: &Arguments) -> Result<Vec<Finding>, Failure> {
    let profile = call::profile(arguments.profile.as_deref())?;
    let mut fetch = profile.fetch(arguments.insecure)?;
    if arguments.allow_plain_http || profile.allow_plain_http {
        fetch = fetch.allow_plain_http();
    }
    fetch = arguments.timeout.into_iter().fold(fetch, asmx_gateway::Fetch::timeout);
    wait_unless_interrupted(fetch.diagnose(&arguments.url, arguments.namespace.as_deref()))
        .map_err(|error| Failure::not_sent(format!("this machine refuses what a request needs: {error}")))?
        .ok_or_else(|| Failure::not_sent("interrupted"))?
        .map_err(Failure::usage)
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
