//! The report of a comparison: each change with its level, its fingerprint, the reason why it was accepted, and its lines.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use asmx_codegen::model::Transport;
use asmx_types::display::shown_line;

use super::{Accepted, Affected, Bump, Change, Class, Difference, FilePosition, Fingerprint, Level, Rules};
use crate::Words;

/// Two versions of a service that were compared, with names for people.
#[derive(Debug, Clone)]
pub struct Comparison {
    old: String,
    new: String,
    difference: Difference,
    texts: HashMap<String, String>,
}

impl Comparison {
    /// The changes between two versions. The names are for display only.
    #[must_use]
    pub fn new(old: impl Into<String>, new: impl Into<String>, difference: Difference) -> Self {
        Self { old: old.into(), new: new.into(), difference, texts: HashMap::new() }
    }

    /// Adds the text of a file in which changes stand, so that reports show its lines. Without it they show positions only.
    #[must_use]
    pub fn with_text(mut self, file: impl Into<String>, text: impl Into<String>) -> Self {
        self.texts.insert(file.into(), text.into());
        self
    }
}

/// A change in a report.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportedChange {
    /// The change.
    pub change: Change,
    /// Its fingerprint, by which it can be accepted.
    pub fingerprint: Fingerprint,
    /// Its level.
    pub level: Level,
    /// Why it was accepted; `None` if it was not.
    pub accepted: Option<String>,
    pub(super) old_line: Option<String>,
    pub(super) new_line: Option<String>,
}

impl ReportedChange {
    /// Whether it must be accepted by its fingerprint, because neither the compiler nor a failing call reveals it.
    #[must_use]
    pub fn needs_acceptance(&self) -> bool {
        self.change.class() == Class::Silent && self.accepted.is_none()
    }

    /// Whether reports for people list the change.
    pub(super) fn is_listed(&self) -> bool {
        self.level > Level::Ignore
    }

    /// `major; affects deployed clients (SOAP11), implementors`
    pub(super) fn effect(&self) -> String {
        let change = &self.change;
        let mut affected: Vec<String> = Vec::new();
        for affected_party in &change.affects {
            let over =
                if *affected_party == Affected::DeployedClients { over(&change.transports) } else { String::new() };
            affected.push(format!("{}{over}", affected_party.in_a_sentence()));
        }
        if !change.transports_of_new_clients.is_empty() {
            affected.push(format!("new clients at old servers{}", over(&change.transports_of_new_clients)));
        }
        let bump = match change.bump {
            Bump::None => "no version bump",
            bump => bump.as_str(),
        };
        if affected.is_empty() { bump.to_owned() } else { format!("{bump}; affects {}", affected.join(", ")) }
    }

    /// The classes, the most severe first: `wire, rust`.
    pub(super) fn classes(&self) -> String {
        self.change.classes.iter().map(|class| class.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The lines that accept the change in the configuration file.
    pub(super) fn acceptance(&self) -> [String; 4] {
        let change = &self.change;
        [
            format!("# {} {}", change.kind.as_str(), shown_line(&change.path)),
            "[[accepted]]".to_owned(),
            format!("fingerprint = \"{}\"", self.fingerprint),
            "reason = \"\"  # say why".to_owned(),
        ]
    }
}

/// ` (SOAP11, POST)`; empty if there are no transports.
fn over(transports: &[Transport]) -> String {
    let names: Vec<_> = transports.iter().map(|transport| transport.name()).collect();
    match names.len() {
        0 => String::new(),
        count if count == Transport::ALL.len() => " (every transport)".to_owned(),
        _ => format!(" ({})", names.join(", ")),
    }
}

/// The changes of one service, in the order of its new version.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportedService {
    /// The name of the old version.
    pub old: String,
    /// The name of the new version.
    pub new: String,
    /// The changes.
    pub changes: Vec<ReportedChange>,
}

/// Accepted changes, and those whose level the project states, do not count.
fn passing(services: &[ReportedService], rules: &Rules) -> Option<Class> {
    let all = services.iter().flat_map(|service| &service.changes);
    let open = all.filter(|reported| reported.accepted.is_none() && rules.levels.of(reported.change.kind).is_none());
    open.map(|reported| reported.change.class()).filter(|class| *class >= Class::Behaviour).max()
}

/// The changes of all services that were compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The services, each with its changes.
    pub services: Vec<ReportedService>,
    /// Accepted changes that no longer exist. Remove them from the configuration.
    pub stale: Vec<Accepted>,
    /// The most severe class that a rule lets pass, of those that callers notice.
    passes: Option<Class>,
}

impl Report {
    /// Judges every change by the rules.
    #[must_use]
    pub fn new(comparisons: Vec<Comparison>, rules: &Rules) -> Self {
        let reasons: HashMap<Fingerprint, &str> =
            rules.accepted.iter().map(|accepted| (accepted.fingerprint, accepted.reason.as_str())).collect();
        let mut outcomes = HashSet::new();
        let services = comparisons.into_iter().map(|comparison| {
            let texts = comparison.texts.iter();
            let lines: Lines<'_> =
                texts.map(|(file, text)| (file.as_str(), text.lines().map(Line::new).collect())).collect();
            let changes = comparison.difference.changes.into_iter().map(|change| {
                let fingerprint = Fingerprint::of(&change);
                outcomes.insert(fingerprint);
                let accepted = reasons.get(&fingerprint).map(|reason| (*reason).to_owned());
                ReportedChange {
                    level: rules.level(&change, accepted.is_some()),
                    old_line: line(&lines, change.old.as_ref()),
                    new_line: line(&lines, change.new.as_ref()),
                    change,
                    fingerprint,
                    accepted,
                }
            });
            ReportedService { changes: changes.collect(), old: comparison.old, new: comparison.new }
        });
        let services: Vec<ReportedService> = services.collect();
        let stale =
            rules.accepted.iter().filter(|accepted| !outcomes.contains(&accepted.fingerprint)).cloned().collect();
        let passes = if rules.fail_on.is_empty() { None } else { passing(&services, rules) };
        Self { services, stale, passes }
    }

    /// All changes.
    pub fn changes(&self) -> impl Iterator<Item = &ReportedChange> {
        self.services.iter().flat_map(|service| &service.changes)
    }

    /// The version bump that all changes together need, whatever their levels and acceptance.
    #[must_use]
    pub fn bump(&self) -> Bump {
        self.changes().map(|reported| reported.change.bump).max().unwrap_or_default()
    }

    /// Whether a change fails the run.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.changes().any(|reported| reported.level == Level::Error)
    }

    /// The most severe class that passes, in a sentence; `None` if a change fails, or callers notice none.
    pub(super) fn passing(&self, words: &Words) -> Option<String> {
        let class = self.passes.filter(|_| !self.fails())?;
        Some(format!("passes: {} changes fail only with {}", class.as_str(), (words.fail_on)(class)))
    }

    /// `2 changes: 1 wire, 1 docs; 1 at level error; 1 ignored`
    pub(super) fn counts(&self) -> String {
        let listed: Vec<&ReportedChange> = self.changes().filter(|reported| reported.is_listed()).collect();
        let ignored = self.changes().count() - listed.len();
        let mut words = Vec::new();
        for class in Class::ALL {
            let count = listed.iter().filter(|reported| reported.change.class() == class).count();
            if count > 0 {
                words.push(format!("{count} {}", class.as_str()));
            }
        }
        let mut counts = match listed.len() {
            0 => "No changes".to_owned(),
            1 => format!("1 change: {}", words.join(", ")),
            count => format!("{count} changes: {}", words.join(", ")),
        };
        let accepted = listed.iter().filter(|reported| reported.accepted.is_some()).count();
        let failing = listed.iter().filter(|reported| reported.level == Level::Error).count();
        for (count, state) in [(accepted, "accepted"), (failing, "at level error"), (ignored, "ignored")] {
            if count > 0 {
                // Writing to a String cannot fail.
                let _ = write!(counts, "; {count} {state}");
            }
        }
        counts
    }
}

type Lines<'a> = HashMap<&'a str, Vec<Line<'a>>>;

/// A line of a file, without the blanks around it.
struct Line<'a> {
    indent: usize,
    text: &'a str,
    /// The byte offset of every [`STRIDE`]th character: a document may be one line with thousands of changes.
    offsets: Vec<usize>,
}

/// Characters between two offsets.
const STRIDE: usize = 128;

impl<'a> Line<'a> {
    fn new(line: &'a str) -> Self {
        let indent = line.chars().take_while(|character| character.is_whitespace()).count();
        let text = line.trim();
        let offsets = text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect();
        Self { indent, text, offsets }
    }

    fn from(&self, first: usize) -> std::str::Chars<'a> {
        let found = self.offsets.get(first / STRIDE).and_then(|at| self.text.get(*at..));
        let mut rest = found.unwrap_or_default().chars();
        rest.by_ref().take(first % STRIDE).for_each(drop);
        rest
    }
}

/// The line of a place, without the blanks around it; `None` if the text is unknown.
fn line(lines: &Lines<'_>, position: Option<&FilePosition>) -> Option<String> {
    let position = position?;
    let line = lines.get(position.file.as_str())?.get(position.line.checked_sub(1)?)?;
    Some(around(line, position.column))
}

const LONGEST: usize = 160;

/// Characters before the place, in a longer line.
const BEFORE: usize = 40;

/// The part of a long line that is near the column.
fn around(line: &Line<'_>, column: usize) -> String {
    let column = column.saturating_sub(line.indent);
    if line.from(LONGEST).next().is_none() {
        return line.text.to_owned();
    }
    let first = column.saturating_sub(1 + BEFORE);
    let first = if first < BEFORE { 0 } else { first };
    let before = if first > 0 { "…" } else { "" };
    let mut rest = line.from(first);
    let excerpt: String = rest.by_ref().take(LONGEST).collect();
    let after = if rest.next().is_some() { "…" } else { "" };
    format!("{before}{excerpt}{after}")
}
