//! A spec in the working folder and in a commit.

use std::path::{Path, PathBuf};

use super::ReviewError;
use super::configuration::Configuration;
use super::git::{Commit, Repository};
use super::location::{Side, alone, compared};
use super::tree::{Tree, from_root};
use crate::diff::{Comparison, Options};
use asmx_codegen::model::Service;

/// A commit, and the name by which people know it.
#[derive(Clone, Copy)]
pub(super) struct Then<'a> {
    pub(super) repository: &'a Repository,
    pub(super) commit: &'a Commit,
    pub(super) name: &'a str,
}

/// A spec as it was and as it is.
pub(super) struct Pair {
    /// Its path from the root of the repository.
    pub(super) path: String,
    spec: PathBuf,
    commit: String,
    old: Option<Side>,
    new: Option<Side>,
}

impl Then<'_> {
    /// A spec in place, and itself in the commit.
    pub(super) fn pair(self, spec: &Path) -> Result<Pair, ReviewError> {
        let no_file = || ReviewError::no_file(spec);
        let path = from_root(self.repository, spec).ok_or_else(no_file)?;
        let old = Side::of_commit(self.repository, self.commit, self.name, &path)?;
        let new = Side::of_file(spec)?;
        if old.is_none() && new.is_none() {
            return Err(no_file());
        }
        Ok(Pair { path, spec: spec.to_owned(), commit: self.name.to_owned(), old, new })
    }

    /// The specs that the configuration named in the commit and names no more. A file that could not be read then names none: a change that
    /// mends it must not fail.
    pub(super) fn dropped(self, configuration: &Configuration) -> Result<Vec<PathBuf>, ReviewError> {
        let Some(file) = &configuration.file else { return Ok(Vec::new()) };
        let Some(path) = from_root(self.repository, file) else { return Ok(Vec::new()) };
        let Some(bytes) = Tree::Commit(self.repository, self.commit).read(&path)? else { return Ok(Vec::new()) };
        let then = Configuration::parse(&String::from_utf8_lossy(&bytes), file).unwrap_or_default();
        let is_dropped = |spec: &PathBuf| !configuration.all_specs().any(|now| now == *spec);
        Ok(then.all_specs().filter(is_dropped).collect())
    }
}

impl Pair {
    pub(super) fn before(&self) -> Option<&Service> {
        self.old.as_ref().map(Side::model)
    }

    pub(super) fn now(&self) -> Option<&Service> {
        self.new.as_ref().map(Side::model)
    }

    /// What changed.
    pub(super) fn compared(&self, options: Options) -> Result<Comparison, ReviewError> {
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => compared(old, new, options),
            (None, Some(new)) => Ok(alone(new, &format!("git:{}:{}", self.commit, self.path), true)),
            (Some(old), None) => Ok(alone(old, &self.spec.to_string_lossy(), false)),
            (None, None) => Err(ReviewError::no_file(&self.spec)),
        }
    }
}

/// Takes a spec that is gone and one that came, of the same service, for one that moved.
pub(super) fn moved(pairs: &mut Vec<Pair>) {
    for number in 0..pairs.len() {
        let came = pairs.get(number).filter(|pair| pair.old.is_none()).and_then(|pair| pair.new.as_ref());
        let Some(service) = came.map(|side| side.service().to_owned()) else { continue };
        let is_it = |pair: &Pair| pair.new.is_none() && pair.old.as_ref().is_some_and(|old| old.service() == service);
        let old = pairs.iter_mut().find(|pair| is_it(pair)).and_then(|pair| pair.old.take());
        if let Some(pair) = pairs.get_mut(number).filter(|_| old.is_some()) {
            pair.old = old;
        }
    }
    pairs.retain(|pair| pair.old.is_some() || pair.new.is_some());
}
