//! Reviews a pull request: the effects of its spec changes, the version bump that they need, and whether changelog, generated code and snapshots
//! fit.
//!
//! Reads files, and runs the program `git`. [`diff`](mod@crate::diff) compares the versions.

mod checks;
mod configuration;
mod error;
mod git;
mod location;

use std::path::{Path, PathBuf};

pub use checks::{Check, Verdict};
pub use configuration::{Configuration, Generated, Reviewed};
pub use error::ReviewError;
pub use location::Location;

use crate::diff::{self, Bump, Class, Comparison, FailOn, Report, render};
use checks::Base;
use git::Repository;
use location::{OldVersion, Side, compared};

/// Compares two versions of a service.
///
/// # Errors
///
/// A version is missing or has mistakes, or git cannot read it.
pub fn compare(old: &Location, new: &Location, options: diff::Options) -> Result<Comparison, ReviewError> {
    compared(&Side::at(old)?, &Side::at(new)?, options)
}

/// Compares a file with the same file in a commit. If only one of the two exists, the service is new or was removed.
///
/// # Errors
///
/// The file exists on neither side, is outside of a repository, or has mistakes; or the commit is unknown.
pub fn compare_with_commit(spec: &Path, reference: &str, options: diff::Options) -> Result<Comparison, ReviewError> {
    let repository = Repository::of(location::parent(spec))?;
    let commit = repository.commit(reference)?;
    OldVersion { repository: &repository, commit: &commit, name: reference }.pair(spec)?.compared(options)
}

/// Options of a review.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// A commit or branch. The working folder is compared with the merge base of this commit and the checked out one.
    pub base: String,
    /// The specs; if empty, those of the configuration.
    pub specs: Vec<PathBuf>,
    /// The configuration file; by default, [`Configuration::find`] looks for it.
    pub configuration: Option<PathBuf>,
    /// Changes that fail the review; if empty, silent ones.
    pub fail_on: Vec<FailOn>,
}

/// The result of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// The changes of the specs.
    pub report: Report,
    /// Whether changelog, generated code and snapshots fit.
    pub checks: Vec<Check>,
}

impl Review {
    /// Reviews the difference between the base and the working folder.
    ///
    /// Compares every spec with its old version, and checks that changelog, generated code and snapshots fit. It does not compile or run tests.
    ///
    /// # Errors
    ///
    /// A file, a commit or the configuration cannot be read.
    pub fn of(options: &Options) -> Result<Self, ReviewError> {
        let configuration = configuration(options.configuration.as_deref(), &options.specs)?;
        let specs = specs(&options.specs, &configuration)?;
        let first = specs.first().ok_or_else(ReviewError::no_spec)?;
        let repository = Repository::of(location::parent(first))?;
        let commit = repository.merge_base(&repository.commit(&options.base)?, &options.base)?;

        let old = OldVersion { repository: &repository, commit: &commit, name: commit.short() };
        let dropped = if options.specs.is_empty() { old.dropped(&configuration)? } else { Vec::new() };
        let pairs = specs.iter().chain(&dropped).map(|spec| old.pair(spec));
        let mut pairs = pairs.collect::<Result<Vec<_>, _>>()?;
        location::moved(&mut pairs);
        let comparisons = pairs.iter().map(|pair| pair.compared(configuration.compared_as()));
        let comparisons = comparisons.collect::<Result<Vec<_>, _>>()?;
        let folders: Vec<String> = pairs.iter().map(|pair| git::folder(&pair.path).to_owned()).collect();
        let fail_on = match options.fail_on.as_slice() {
            [] => vec![FailOn::Class(Class::Silent)],
            given => given.to_vec(),
        };
        let report = Report::new(comparisons, &configuration.rules(fail_on));

        let base = Base { repository: &repository, commit: &commit, configuration: &configuration };
        let mut checks = Vec::new();
        for (changelog, bump) in changelogs(base, &folders, &report)? {
            checks.push(base.has_entry(changelog.as_deref(), bump)?);
        }
        let present: Vec<PathBuf> = specs.iter().filter(|spec| spec.exists()).cloned().collect();
        checks.push(checks::generated_code(&configuration, &present, &pairs)?);
        checks.push(checks::snapshots(&configuration, &repository, &commit, &pairs)?);
        Ok(Self { report, checks })
    }

    /// Whether a change or a check fails the review.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.report.fails() || self.checks.iter().any(|check| check.verdict == Verdict::Fails)
    }

    /// The review for people, with or without the colours of a terminal.
    #[must_use]
    pub fn text(&self, is_coloured: bool) -> String {
        let report = if is_coloured { render::coloured_text(&self.report) } else { render::text(&self.report) };
        let checks: String = self.checks.iter().map(|check| check.text(is_coloured)).collect();
        let passing = self.passing().map(|passing| format!("\n{passing}\n")).unwrap_or_default();
        format!("{report}\n{checks}{passing}")
    }

    /// The severe changes with which a review passes, in a sentence; `None` if it fails, or has none.
    fn passing(&self) -> Option<String> {
        let is_severe = |class: &&Class| self.report.changes().any(|reported| reported.passes_as(**class));
        let class = [Class::Silent, Class::Wire].iter().find(is_severe).filter(|_| !self.fails())?.as_str();
        Some(format!("passes: {class} changes do not fail a review without `--fail-on {class}`"))
    }

    /// The review as a comment on a pull request. The first line is [`render::MARKER`].
    #[must_use]
    pub fn markdown(&self) -> String {
        let checks: String = self.checks.iter().map(Check::markdown).collect();
        let passing = self.passing().map(|passing| format!("- {passing}\n")).unwrap_or_default();
        render::markdown_with(&self.report, &format!("{checks}{passing}\n"))
    }

    /// The review as workflow commands, a line each.
    #[must_use]
    pub fn github(&self) -> String {
        let failed = self.checks.iter().filter(|check| check.verdict == Verdict::Fails);
        let failed: String = failed
            .map(|check| render::error_command(check.name, &format!("{}. To do: {}", check.message, check.advice)))
            .collect();
        format!("{}{failed}", render::github(&self.report))
    }

    /// The review as one JSON object: that of [`render::json`] with `checks`.
    #[must_use]
    pub fn json(&self) -> String {
        let checks = self.checks.iter().map(|check| render::Checked {
            name: check.name,
            verdict: check.verdict.as_str(),
            message: &check.message,
            advice: &check.advice,
        });
        render::json_with(&self.report, Some(checks.collect()))
    }
}

/// The changelogs of specs in these folders, each with the version bump that its changes need.
fn changelogs(base: Base<'_>, folders: &[String], report: &Report) -> Result<Vec<(Option<String>, Bump)>, ReviewError> {
    let mut changelogs: Vec<(Option<String>, Bump)> = Vec::new();
    for (folder, service) in folders.iter().zip(&report.services) {
        let changelog = base.changelog(folder)?;
        let bump = service.changes.iter().map(|reported| reported.change.bump).max().unwrap_or_default();
        match changelogs.iter_mut().find(|(known, _)| *known == changelog) {
            Some((_, known)) => *known = bump.max(*known),
            None => changelogs.push((changelog, bump)),
        }
    }
    Ok(changelogs)
}

/// The given configuration, or the one that is found for the first spec.
///
/// # Errors
///
/// As [`Configuration::read`].
pub fn configuration(given: Option<&Path>, specs: &[PathBuf]) -> Result<Configuration, ReviewError> {
    match given {
        Some(path) => Configuration::read(path),
        None => Configuration::find(specs.first().map_or(Path::new("."), |spec| location::parent(spec))),
    }
}

/// The given specs, or those of the configuration.
///
/// # Errors
///
/// No spec is given or configured.
pub fn specs(given: &[PathBuf], configuration: &Configuration) -> Result<Vec<PathBuf>, ReviewError> {
    let specs: Vec<PathBuf> = if given.is_empty() { configuration.all_specs().collect() } else { given.to_vec() };
    if specs.is_empty() { Err(ReviewError::no_spec()) } else { Ok(specs) }
}
