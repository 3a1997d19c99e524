//! A report as workflow commands: a line for each change, which is shown at its place in the changed files.

use std::fmt::Write;

use super::parts::{classes, effect};
use crate::diff::{Class, Level, Report, ReportedChange, ReportedService};
use asmx_types::shown::shown_line;

/// The report as workflow commands, a line each: `::error file=…,line=…,col=…,title=…::message`.
///
/// Changes at the level error are errors; the others are warnings, and notices if they only add something or change words, or were
/// accepted. What is gone is shown at the file where it was.
#[must_use]
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    for service in &report.services {
        for reported in service.changes.iter().filter(|reported| reported.is_told()) {
            command(&mut out, service, reported);
        }
    }
    for stale in &report.stale {
        let message = format!("accepted and not there any more, take it out: {} ({})", stale.fingerprint, stale.reason);
        // Writing to a String cannot fail.
        let _ = writeln!(out, "::warning title=stale::{}", data(&message));
    }
    let step = report.step().in_a_sentence();
    let _ = writeln!(out, "::notice title=spec::{}", data(&format!("{}. Needs {step}.", report.counts())));
    out
}

/// A command for something that fails and has no place.
pub(crate) fn error_command(title: &str, message: &str) -> String {
    format!("::error title={}::{}\n", property(title), data(&shown_line(message)))
}

fn command(out: &mut String, service: &ReportedService, reported: &ReportedChange) {
    let change = &reported.change;
    let is_small = change.class() <= Class::Add || reported.accepted.is_some();
    let command = match reported.level {
        Level::Error => "error",
        _ if is_small => "notice",
        _ => "warning",
    };
    let _ = write!(out, "::{command} file=");
    match &change.new {
        Some(place) => {
            let _ = write!(out, "{},line={},col={}", property(file(&place.file)), place.line, place.column);
        }
        None => out.push_str(&property(file(&service.new))),
    }
    let title = format!("{}: {}", classes(reported), change.kind.as_str());
    let mut message = change.message.clone();
    if !change.advice.is_empty() {
        let _ = write!(message, "\nTo do: {}", change.advice);
    }
    let _ = write!(message, "\n{}", effect(reported));
    if let Some(reason) = &reported.accepted {
        let _ = write!(message, "\nAccepted: {}", shown_line(reason));
    } else if reported.needs_acceptance() {
        let _ = write!(message, "\nFingerprint: {}", reported.fingerprint);
    }
    let _ = writeln!(out, ",title={}::{}", property(&title), data(&message));
}

/// The file that a place of a commit is in: marks are shown in files.
fn file(name: &str) -> &str {
    let of_commit = name.strip_prefix("git:").and_then(|rest| rest.split_once(':'));
    of_commit.map_or(name, |(_, path)| path)
}

/// The text of a command. Line breaks that it has were put there by us: those of names are shown before.
fn data(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(shown_line).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(&shown_line(text)).replace(':', "%3A").replace(',', "%2C")
}
