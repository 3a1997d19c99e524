//! The report of a comparison: each change with its level, its fingerprint, the reason why it was accepted, and its lines.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::{Accepted, Change, Class, Difference, FailOn, Fingerprint, Level, Levels, Position, Step};

/// Two versions of a service that were compared, with names for people.
#[derive(Debug, Clone)]
pub struct Comparison {
    old: String,
    new: String,
    difference: Difference,
    texts: HashMap<String, String>,
}

impl Comparison {
    /// What changed between two versions. The names are only shown.
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

/// The rules by which changes are judged: their levels, which of them fail a run, and which were accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    /// Levels of kinds.
    pub levels: Levels,
    /// Changes that fail a run, of kinds without a level. Any of these is enough.
    pub fail_on: Vec<FailOn>,
    /// Changes that never fail a run.
    pub accepted: Vec<Accepted>,
}

impl Rules {
    fn level(&self, change: &Change, is_accepted: bool) -> Level {
        let given = self.levels.of(change.kind);
        let by_severity = || if self.fail_on.iter().any(|on| on.meets(change)) { Level::Error } else { Level::Warning };
        let level = given.unwrap_or_else(by_severity);
        if is_accepted { level.min(Level::Warning) } else { level }
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
    /// Whether somebody should accept it by its fingerprint, because no compiler and no failing call will show it.
    #[must_use]
    pub fn needs_acceptance(&self) -> bool {
        self.change.class() == Class::Silent && self.accepted.is_none()
    }

    /// Whether people are told.
    pub(super) fn is_told(&self) -> bool {
        self.level > Level::Ignore
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
    /// What changed.
    pub changes: Vec<ReportedChange>,
}

/// The changes of all services that were compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The services, each with its changes.
    pub services: Vec<ReportedService>,
    /// Accepted changes that are not there. They can be taken out of the configuration.
    pub stale: Vec<Accepted>,
}

impl Report {
    /// Judges every change by the rules.
    #[must_use]
    pub fn new(comparisons: Vec<Comparison>, rules: &Rules) -> Self {
        let reasons: HashMap<Fingerprint, &str> =
            rules.accepted.iter().map(|accepted| (accepted.fingerprint, accepted.reason.as_str())).collect();
        let mut met = HashSet::new();
        let services = comparisons.into_iter().map(|comparison| {
            let texts = comparison.texts.iter();
            let lines: Lines<'_> =
                texts.map(|(file, text)| (file.as_str(), text.lines().map(Line::new).collect())).collect();
            let changes = comparison.difference.changes.into_iter().map(|change| {
                let fingerprint = Fingerprint::of(&change);
                met.insert(fingerprint);
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
        let services = services.collect();
        let stale = rules.accepted.iter().filter(|accepted| !met.contains(&accepted.fingerprint)).cloned().collect();
        Self { services, stale }
    }

    /// All changes.
    pub fn changes(&self) -> impl Iterator<Item = &ReportedChange> {
        self.services.iter().flat_map(|service| &service.changes)
    }

    /// The step of the version that all changes together need. Levels and acceptance change nothing about it.
    #[must_use]
    pub fn step(&self) -> Step {
        self.changes().map(|reported| reported.change.step).max().unwrap_or_default()
    }

    /// Whether a change fails the run.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.changes().any(|reported| reported.level == Level::Error)
    }

    /// How many changes there are by class, accepted ones, ignored ones and those that fail.
    pub(super) fn counts(&self) -> String {
        let told: Vec<&ReportedChange> = self.changes().filter(|reported| reported.is_told()).collect();
        let ignored = self.changes().count() - told.len();
        let mut words = Vec::new();
        for class in Class::ALL {
            let count = told.iter().filter(|reported| reported.change.class() == class).count();
            if count > 0 {
                words.push(format!("{count} {}", class.as_str()));
            }
        }
        let mut counts = match told.len() {
            0 => "No changes".to_owned(),
            1 => format!("1 change: {}", words.join(", ")),
            count => format!("{count} changes: {}", words.join(", ")),
        };
        let accepted = told.iter().filter(|reported| reported.accepted.is_some()).count();
        let failing = told.iter().filter(|reported| reported.level == Level::Error).count();
        for (count, what) in [(accepted, "accepted"), (failing, "at the level error"), (ignored, "ignored")] {
            if count > 0 {
                // Writing to a String cannot fail.
                let _ = write!(counts, "; {count} {what}");
            }
        }
        counts
    }
}

/// The lines of the files that changes are in.
type Lines<'a> = HashMap<&'a str, Vec<Line<'a>>>;

/// A line of a file, without the blanks around it.
struct Line<'a> {
    indent: usize,
    text: &'a str,
    /// The byte at which every [`STRIDE`]th character begins: a document may be one line, with thousands of changes.
    marks: Vec<usize>,
}

/// Characters between two marks.
const STRIDE: usize = 128;

impl<'a> Line<'a> {
    fn new(line: &'a str) -> Self {
        let indent = line.chars().take_while(|character| character.is_whitespace()).count();
        let text = line.trim();
        let marks = text.char_indices().step_by(STRIDE).map(|(at, _)| at).collect();
        Self { indent, text, marks }
    }

    /// The text from a character on.
    fn from(&self, first: usize) -> std::str::Chars<'a> {
        let mark = self.marks.get(first / STRIDE).and_then(|at| self.text.get(*at..));
        let mut rest = mark.unwrap_or_default().chars();
        rest.by_ref().take(first % STRIDE).for_each(drop);
        rest
    }
}

/// The line of a place, without the blanks around it; `None` where the text is not known.
fn line(lines: &Lines<'_>, place: Option<&Position>) -> Option<String> {
    let place = place?;
    let line = lines.get(place.file.as_str())?.get(place.line.checked_sub(1)?)?;
    Some(around(line, place.column))
}

/// Characters of a line that are shown at most.
const LONGEST: usize = 160;

/// Characters that stay before the place, in a line that is longer.
const BEFORE: usize = 40;

/// The line; of a long one, what is near the column.
fn around(line: &Line<'_>, column: usize) -> String {
    let column = column.saturating_sub(line.indent);
    if line.from(LONGEST).next().is_none() {
        return line.text.to_owned();
    }
    let first = column.saturating_sub(1 + BEFORE);
    let first = if first < BEFORE { 0 } else { first };
    let before = if first > 0 { "…" } else { "" };
    let mut rest = line.from(first);
    let shown: String = rest.by_ref().take(LONGEST).collect();
    let after = if rest.next().is_some() { "…" } else { "" };
    format!("{before}{shown}{after}")
}
