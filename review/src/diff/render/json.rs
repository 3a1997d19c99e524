//! A report as JSON.

use serde::Serialize;

use crate::diff::{Accepted, Position, Report, ReportedChange};
use asmx_codegen::model::Transport;

#[derive(Serialize)]
struct Whole<'a> {
    semver: &'static str,
    changes: Vec<One<'a>>,
    stale: Vec<Stale<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checks: Option<Vec<Checked<'a>>>,
}

/// What a review found of one thing.
#[derive(Serialize)]
pub(crate) struct Checked<'a> {
    pub(crate) name: &'a str,
    pub(crate) verdict: &'a str,
    pub(crate) message: &'a str,
    pub(crate) advice: &'a str,
}

#[derive(Serialize)]
struct One<'a> {
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
    advice: &'a str,
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

/// The report as one JSON object, with a line break at its end. Ignored changes are in it too.
///
/// `semver` is the step that all changes together need (`major`, `minor`, `patch`, `none`), `changes` are the changes of all services, `stale` the
/// accepted changes that are not there.
#[must_use]
pub fn json(report: &Report) -> String {
    json_with(report, None)
}

/// The same with what a review found.
pub(crate) fn json_with(report: &Report, checks: Option<Vec<Checked<'_>>>) -> String {
    let whole = Whole {
        semver: report.step().as_str(),
        changes: report.changes().map(one).collect(),
        stale: report.stale.iter().map(stale).collect(),
        checks,
    };
    // Texts, numbers and lists can always be written.
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}

fn one(reported: &ReportedChange) -> One<'_> {
    let change = &reported.change;
    One {
        code: change.kind.as_str(),
        operation: change.operation.as_deref(),
        path: &change.path,
        class: change.class().as_str(),
        classes: change.classes.iter().map(|class| class.as_str()).collect(),
        transports: names(&change.transports),
        transports_of_new_clients: names(&change.transports_of_new_clients),
        affects: change.affects.iter().map(|affected| affected.as_str()).collect(),
        semver: change.step.as_str(),
        message: &change.message,
        advice: &change.advice,
        fingerprint: reported.fingerprint.to_string(),
        accepted: reported.accepted.as_deref(),
        level: reported.level.as_str(),
        old: change.old.as_ref().map(place),
        new: change.new.as_ref().map(place),
    }
}

fn names(transports: &[Transport]) -> Vec<&'static str> {
    transports.iter().map(|transport| transport.name()).collect()
}

fn place(place: &Position) -> At<'_> {
    At { file: &place.file, line: place.line, column: place.column }
}

fn stale(accepted: &Accepted) -> Stale<'_> {
    Stale { fingerprint: accepted.fingerprint.to_string(), reason: &accepted.reason }
}
