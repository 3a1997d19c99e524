//! A report for programs: one JSON object, or workflow commands.

use std::borrow::Cow;
use std::fmt::Write;

use crate::Words;
use crate::diff::{Accepted, CONFIGURATION_FILE, Class, FilePosition, Level, Report, ReportedChange, ReportedService};
use asmx_codegen::model::Transport;
use asmx_types::display::shown_line;
use serde::Serialize;

#[derive(Serialize)]
struct JsonReport<'a> {
    semver: &'static str,
    changes: Vec<JsonChange<'a>>,
    stale: Vec<Stale<'a>>,
}

#[derive(Serialize)]
struct JsonChange<'a> {
    code: &'static str,
    operation: Option<&'a str>,
    path: &'a str,
    class: &'static str,
    classes: Vec<&'static str>,
    transports: Vec<&'static str>,
    transports_of_new_clients: Vec<&'static str>,
    affects: Vec<&'static str>,
    semver: &'static str,
    message: &'a str,
    advice: Cow<'a, str>,
    fingerprint: String,
    accepted: Option<&'a str>,
    level: &'static str,
    old: Option<At<'a>>,
    new: Option<At<'a>>,
}

#[derive(Serialize)]
struct At<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Stale<'a> {
    fingerprint: String,
    reason: &'a str,
}

/// The report as one JSON object, with a final line break. It contains ignored changes too.
///
/// `semver` is the version bump that all changes together need (`major`, `minor`, `patch`, `none`), `changes` are the changes of all services,
/// `stale` the accepted changes that no longer exist.
#[must_use]
pub fn json(report: &Report, words: &Words) -> String {
    let report_json = JsonReport {
        semver: report.bump().as_str(),
        changes: report.changes().map(|reported| json_change(reported, words)).collect(),
        stale: report.stale.iter().map(stale).collect(),
    };
    // Texts, numbers and lists can always be written.
    let mut text = serde_json::to_string_pretty(&report_json).unwrap_or_default();
    text.push('\n');
    text
}

fn json_change<'a>(reported: &'a ReportedChange, words: &Words) -> JsonChange<'a> {
    let change = &reported.change;
    JsonChange {
        code: change.kind.as_str(),
        operation: change.operation.as_deref(),
        path: &change.path,
        class: change.class().as_str(),
        classes: change.classes.iter().map(|class| class.as_str()).collect(),
        transports: names(&change.transports),
        transports_of_new_clients: names(&change.transports_of_new_clients),
        affects: change.affects.iter().map(|affected| affected.as_str()).collect(),
        semver: change.bump.as_str(),
        message: &change.message,
        advice: change.advice_in(words),
        fingerprint: reported.fingerprint.to_string(),
        accepted: reported.accepted.as_deref(),
        level: reported.level.as_str(),
        old: change.old.as_ref().map(json_position),
        new: change.new.as_ref().map(json_position),
    }
}

fn names(transports: &[Transport]) -> Vec<&'static str> {
    transports.iter().map(|transport| transport.name()).collect()
}

fn json_position(position: &FilePosition) -> At<'_> {
    At { file: &position.file, line: position.line, column: position.column }
}

fn stale(accepted: &Accepted) -> Stale<'_> {
    Stale { fingerprint: accepted.fingerprint.to_string(), reason: &accepted.reason }
}

/// The report as workflow commands, a line each: `::error file=…,line=…,col=…,title=…::message`.
///
/// Changes at level error are errors. Others are warnings, or notices if they are accepted or only change documentation or add something. A removed
/// item is shown at its file.
#[must_use]
pub fn github(report: &Report, words: &Words) -> String {
    let mut out = String::new();
    for service in &report.services {
        for reported in service.changes.iter().filter(|reported| reported.is_listed()) {
            command(&mut out, service, reported, words);
        }
    }
    for stale in &report.stale {
        let message = format!(
            "the accepted change {} ({}) no longer exists: remove it from {CONFIGURATION_FILE}",
            stale.fingerprint, stale.reason
        );
        // Writing to a String cannot fail.
        let _ = writeln!(out, "::warning title=stale::{}", data(&message));
    }
    let bump = report.bump().in_a_sentence();
    let passing = report.passing(words).map(|passing| format!(" {passing}")).unwrap_or_default();
    let _ = writeln!(out, "::notice title=spec::{}", data(&format!("{}. Needs {bump}.{passing}", report.counts())));
    out
}

fn command(out: &mut String, service: &ReportedService, reported: &ReportedChange, words: &Words) {
    let change = &reported.change;
    let is_small = change.class() <= Class::Add || reported.accepted.is_some();
    let command = match reported.level {
        Level::Error => "error",
        _ if is_small => "notice",
        _ => "warning",
    };
    let _ = write!(out, "::{command} file=");
    match &change.new {
        Some(position) => {
            let _ = write!(out, "{},line={},col={}", property(file(&position.file)), position.line, position.column);
        }
        None => out.push_str(&property(file(&service.new))),
    }
    let title = format!("{}: {}", reported.classes(), change.kind.as_str());
    let mut message = change.message.clone();
    if !change.advice.is_empty() {
        let _ = write!(message, "\nTo do: {}", change.advice_in(words));
    }
    let _ = write!(message, "\n{}", reported.effect());
    if let Some(reason) = &reported.accepted {
        let _ = write!(message, "\nAccepted: {}", shown_line(reason));
    } else if reported.needs_acceptance() {
        let _ = write!(message, "\nFingerprint: {}", reported.fingerprint);
    }
    let _ = writeln!(out, ",title={}::{}", property(&title), data(&message));
}

/// The path without `git:REF:`, because marks are shown in files.
fn file(name: &str) -> &str {
    let of_commit = name.strip_prefix("git:").and_then(|rest| rest.split_once(':'));
    of_commit.map_or(name, |(_, path)| path)
}

/// Escapes the text of a command. Its line breaks are ours: those in names were made visible before.
fn data(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(shown_line).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&shown_line(text)).replace(':', "%3A").replace(',', "%2C")
}
