//! The help of the command as a whole: its subcommands by the job of a person.

use std::fmt::Write as _;

use clap::Command;

/// Each job with its commands. A command that no job has is listed at the end.
const JOBS: [(&str, &[&str]); 5] = [
    ("Use a service", &["call", "export", "operations", "describe", "doctor", "fetch"]),
    ("Offer it to other programs", &["gateway", "mcp", "openapi", "mock"]),
    ("Describe it in a spec", &["import", "check", "lint", "fmt", "explain", "schema", "wsdl"]),
    ("Watch what changes", &["diff"]),
    ("Make Rust of it", &["new", "generate"]),
];

/// Lists the commands by job.
pub(super) fn by_job(command: Command) -> Command {
    let listed = list(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{listed}\nOptions:\n{{options}}{{after-help}}\n"
    ))
}

fn list(command: &Command) -> String {
    let all: Vec<(&str, String)> = command
        .get_subcommands()
        .map(|subcommand| (subcommand.get_name(), subcommand.get_about().map(ToString::to_string).unwrap_or_default()))
        .collect();
    let width = all.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let has_job = |name: &str| JOBS.iter().any(|(_, names)| names.contains(&name));
    let without_job: Vec<&str> = all.iter().map(|(name, _)| *name).filter(|name| !has_job(name)).collect();
    let mut text = String::new();
    for (job, names) in JOBS.into_iter().chain([("Other", without_job.as_slice())]) {
        let found = |name: &&str| all.iter().find(|(known, _)| known == name);
        let mut commands = names.iter().filter_map(found).peekable();
        if commands.peek().is_some() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "\n{job}:");
        }
        for (name, about) in commands {
            let _ = writeln!(text, "  {name:width$}  {about}");
        }
    }
    text
}
