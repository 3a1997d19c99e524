//! Versions of specs in files and commits, and the configuration of a project.
//!
//! Reads files, and runs the program `git`. [`diff`](mod@crate::diff) compares the versions.

mod configuration;
mod error;
mod git;
mod location;

use std::path::{Path, PathBuf};

pub use configuration::Configuration;
pub use error::ReviewError;
pub use location::Location;

use crate::diff::Comparison;
use git::Repository;
use location::{OldVersion, Pair, Side, compared};

/// Compares two versions of a service.
///
/// # Errors
///
/// A version is missing or has mistakes, or git cannot read it.
pub fn compare(old: &Location, new: &Location) -> Result<Comparison, ReviewError> {
    compared(&Side::at(old)?, &Side::at(new)?)
}

/// Compares a file with the same file in a commit. If only one of the two exists, the service is new or was removed.
///
/// # Errors
///
/// The file exists on neither side, is outside of a repository, or has mistakes; or the commit is unknown.
pub fn compare_with_commit(spec: &Path, reference: &str) -> Result<Comparison, ReviewError> {
    let repository = Repository::of(location::parent(spec))?;
    let commit = repository.commit(reference)?;
    OldVersion { repository: &repository, commit: &commit, name: reference }.pair(spec)?.compared()
}

/// Compares every spec with its version at the base: the common ancestor of that commit and the checked out one. `files` are the specs; if empty,
/// those of the configuration, and those that the configuration named at the base. A spec that moved is compared with the old one, if the
/// service has the same name.
///
/// # Errors
///
/// A file, a commit or the configuration cannot be read.
pub fn compare_with_base(
    files: &[PathBuf],
    base: &str,
    configuration: &Configuration,
) -> Result<Vec<Comparison>, ReviewError> {
    let specs = specs(files, configuration)?;
    let first = specs.first().ok_or_else(ReviewError::no_spec)?;
    let repository = Repository::of(location::parent(first))?;
    let commit = repository.merge_base(&repository.commit(base)?, base)?;
    let old = OldVersion { repository: &repository, commit: &commit, name: commit.short() };
    let dropped = if files.is_empty() { old.dropped(configuration)? } else { Vec::new() };
    let pairs = specs.iter().chain(&dropped).map(|spec| old.pair(spec));
    let mut pairs = pairs.collect::<Result<Vec<_>, _>>()?;
    location::moved(&mut pairs);
    pairs.iter().map(Pair::compared).collect()
}

/// The given configuration, or the one that is found for the first spec.
///
/// # Errors
///
/// As [`Configuration::read`].
pub fn configuration(argument: Option<&Path>, specs: &[PathBuf]) -> Result<Configuration, ReviewError> {
    match argument {
        Some(path) => Configuration::read(path),
        None => Configuration::find(specs.first().map_or(Path::new("."), |spec| location::parent(spec))),
    }
}

/// The given specs, or those of the configuration.
///
/// # Errors
///
/// No spec is given or configured.
pub fn specs(argument: &[PathBuf], configuration: &Configuration) -> Result<Vec<PathBuf>, ReviewError> {
    let specs: Vec<PathBuf> = if argument.is_empty() { configuration.all_specs().collect() } else { argument.to_vec() };
    if specs.is_empty() { Err(ReviewError::no_spec()) } else { Ok(specs) }
}
