//! What a pull request does to specs, which step of the version it needs, and whether changelog, generated code and snapshots fit it.
//!
//! Knows files and git, which is run as a program. What a change does is the work of [`diff`](mod@crate::diff).

mod changelog;
mod check;
mod configuration;
mod error;
mod generated;
mod git;
mod location;
mod pair;
mod tree;

use std::path::{Path, PathBuf};

pub use check::{Check, Verdict};
pub use configuration::{Configuration, Generated, Reviewed};
pub use error::ReviewError;
pub use location::Location;

use crate::diff::{self, Class, Comparison, FailOn, Report, Step, render};
use changelog::Base;
use git::Repository;
use location::{Side, compared};
use pair::Then;

/// Compares two versions of a service, wherever they are.
///
/// # Errors
///
/// A version is not there, has mistakes, or git cannot read it.
pub fn compare(old: &Location, new: &Location, options: diff::Options) -> Result<Comparison, ReviewError> {
    compared(&Side::at(old)?, &Side::at(new)?, options)
}

/// Compares a file with the same file in a commit. If only one of the two exists, the service is new or gone.
///
/// # Errors
///
/// The file is on no side, is in no repository, or has mistakes; the text names no commit.
pub fn compare_with_commit(spec: &Path, reference: &str, options: diff::Options) -> Result<Comparison, ReviewError> {
    let repository = Repository::of(location::parent(spec))?;
    let commit = repository.commit(reference)?;
    Then { repository: &repository, commit: &commit, name: reference }.pair(spec)?.compared(options)
}

/// Options of a review.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// A commit or branch. The change is compared with the commit from which it and the checked out commit come.
    pub base: String,
    /// The specs; if empty, those that the configuration names.
    pub specs: Vec<PathBuf>,
    /// The configuration file; by default the one that [`Configuration::find`] finds.
    pub configuration: Option<PathBuf>,
    /// Which changes fail the review; if empty, silent ones.
    pub fail_on: Vec<FailOn>,
}

/// A change that was reviewed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// What the change does.
    pub report: Report,
    /// Whether changelog, generated code and snapshots fit.
    pub checks: Vec<Check>,
}

impl Review {
    /// Reviews the change between the base and the working folder.
    ///
    /// Compares every spec with what it was, and looks whether changelog, generated code and snapshots fit. It compiles nothing and
    /// runs no test.
    ///
    /// # Errors
    ///
    /// Something could not be read, so that no review is possible.
    pub fn of(options: &Options) -> Result<Self, ReviewError> {
        let configuration = configuration(options.configuration.as_deref(), &options.specs)?;
        let specs = specs(&options.specs, &configuration)?;
        let first = specs.first().ok_or_else(ReviewError::no_spec)?;
        let repository = Repository::of(location::parent(first))?;
        let base = repository.merge_base(&repository.commit(&options.base)?, &options.base)?;

        let then = Then { repository: &repository, commit: &base, name: base.short() };
        let dropped = if options.specs.is_empty() { then.dropped(&configuration)? } else { Vec::new() };
        let pairs = specs.iter().chain(&dropped).map(|spec| then.pair(spec));
        let mut pairs = pairs.collect::<Result<Vec<_>, _>>()?;
        pair::moved(&mut pairs);
        let comparisons = pairs.iter().map(|pair| pair.compared(configuration.compared_as()));
        let comparisons = comparisons.collect::<Result<Vec<_>, _>>()?;
        let folders: Vec<String> = pairs.iter().map(|pair| tree::folder(&pair.path).to_owned()).collect();
        let fail_on = match options.fail_on.as_slice() {
            [] => vec![FailOn::Class(Class::Silent)],
            given => given.to_vec(),
        };
        let report = Report::new(comparisons, &configuration.rules(fail_on));

        let around = Base { repository: &repository, commit: &base, configuration: &configuration };
        let mut checks = Vec::new();
        for (changelog, step) in changelogs(around, &folders, &report)? {
            checks.push(around.has_entry(changelog.as_deref(), step)?);
        }
        let present: Vec<PathBuf> = specs.iter().filter(|spec| spec.exists()).cloned().collect();
        checks.push(generated::generated_code(&configuration, &present)?);
        checks.push(generated::snapshots(&configuration, &repository, &base, &pairs)?);
        Ok(Self { report, checks })
    }

    /// Whether a change or a check fails the review.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.report.fails() || self.checks.iter().any(|check| check.verdict == Verdict::Fails)
    }

    /// For people, with or without the colours of a terminal.
    #[must_use]
    pub fn text(&self, is_coloured: bool) -> String {
        let report = if is_coloured { render::coloured_text(&self.report) } else { render::text(&self.report) };
        let checks: String = self.checks.iter().map(|check| check.text(is_coloured)).collect();
        format!("{report}\n{checks}")
    }

    /// As a comment of a pull request. The first line is [`render::MARKER`].
    #[must_use]
    pub fn markdown(&self) -> String {
        let checks: String = self.checks.iter().map(Check::markdown).collect();
        render::markdown_with(&self.report, &format!("{checks}\n"))
    }

    /// As workflow commands, a line each.
    #[must_use]
    pub fn github(&self) -> String {
        let failed = self.checks.iter().filter(|check| check.verdict == Verdict::Fails);
        let failed: String = failed
            .map(|check| render::error_command(check.name, &format!("{}. To do: {}", check.message, check.advice)))
            .collect();
        format!("{}{failed}", render::github(&self.report))
    }

    /// As one JSON object: that of [`render::json`] with `checks`.
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

/// The changelogs of specs in these folders, each with the step that their changes need.
fn changelogs(base: Base<'_>, folders: &[String], report: &Report) -> Result<Vec<(Option<String>, Step)>, ReviewError> {
    let mut changelogs: Vec<(Option<String>, Step)> = Vec::new();
    for (folder, service) in folders.iter().zip(&report.services) {
        let changelog = base.changelog(folder)?;
        let step = service.changes.iter().map(|reported| reported.change.step).max().unwrap_or_default();
        match changelogs.iter_mut().find(|(known, _)| *known == changelog) {
            Some((_, known)) => *known = step.max(*known),
            None => changelogs.push((changelog, step)),
        }
    }
    Ok(changelogs)
}

/// The configuration that is given, or the one that is found beside the first spec.
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

/// The specs that are given, or those of the configuration.
///
/// # Errors
///
/// There is none.
pub fn specs(given: &[PathBuf], configuration: &Configuration) -> Result<Vec<PathBuf>, ReviewError> {
    let specs: Vec<PathBuf> = if given.is_empty() { configuration.all_specs().collect() } else { given.to_vec() };
    if specs.is_empty() { Err(ReviewError::no_spec()) } else { Ok(specs) }
}
