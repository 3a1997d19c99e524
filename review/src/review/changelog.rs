//! Whether a changelog says something of a change.

use std::collections::HashSet;
use std::path::Path;

use super::ReviewError;
use super::check::Check;
use super::configuration::Configuration;
use super::git::{Commit, Repository};
use super::tree::{Tree, from_root};
use crate::diff::Step;

const CHANGELOG: &str = "CHANGELOG.md";
const NAME: &str = "changelog";

/// What a change is compared with.
#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub(super) repository: &'a Repository,
    pub(super) commit: &'a Commit,
    pub(super) configuration: &'a Configuration,
}

impl Base<'_> {
    /// The changelog of a spec in a folder, from the root of the repository: the nearest above it, if the configuration names none.
    pub(super) fn changelog(&self, folder: &str) -> Result<Option<String>, ReviewError> {
        let Some(stated) = &self.configuration.review.changelog else {
            return Ok(Tree::Working(self.repository).nearest(folder, CHANGELOG)?.map(|(path, _)| path));
        };
        let path = self.configuration.path(stated);
        let no_file = |path: &Path| ReviewError::NoFile { name: path.to_string_lossy().into_owned() };
        from_root(self.repository, &path).ok_or_else(|| no_file(&path)).map(Some)
    }

    /// Whether a changelog has an entry for changes that need such a step.
    pub(super) fn has_entry(&self, changelog: Option<&str>, step: Step) -> Result<Check, ReviewError> {
        if step == Step::None {
            return Ok(Check::not_checked(NAME, "nothing changed that people should read of"));
        }
        let Some(path) = changelog else {
            return Ok(Check::not_checked(NAME, format!("there is no {CHANGELOG} beside the spec or above it")));
        };
        let text = |tree: Tree<'_>| -> Result<String, ReviewError> {
            Ok(tree.read(path)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default())
        };
        let now = text(Tree::Working(self.repository))?;
        let before = text(Tree::Commit(self.repository, self.commit))?;
        if has_new_entry(&now, &before) {
            return Ok(Check::fits(NAME, format!("{path} has a new entry")));
        }
        Ok(Check::fails(
            NAME,
            format!("{path} has no new entry under its first heading"),
            format!("add a line to {path}: what changes for users of the client"),
        ))
    }
}

/// Whether the newest section of a changelog in Markdown has a line that stood nowhere before. It is the first, which ends with the second
/// heading of the second level.
fn has_new_entry(now: &str, before: &str) -> bool {
    let known: HashSet<&str> = before.lines().map(str::trim).collect();
    let is_heading = |line: &&str| line.starts_with("## ");
    let newest = now.lines().skip_while(|line| !is_heading(line)).skip(1).take_while(|line| !is_heading(line));
    let mut entries = newest.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    entries.any(|line| !known.contains(line))
}

#[cfg(test)]
mod tests {
    use super::has_new_entry;

    const TEXT: &str = "# Changelog\n\nAll of it.\n\n## [Unreleased]\n\n### Added\n\n* New.\n\n## 0.3.0\n\n* Old.\n";

    #[test]
    fn an_entry_is_new_if_it_stands_nowhere_before() {
        let is_new = |from: &str, to: &str| has_new_entry(&TEXT.replace(from, to), TEXT);
        assert!(is_new("* New.", "* New.\n* Another."));
        assert!(is_new("## [Unreleased]", "## 0.4.0\n* Another.\n\n## [Unreleased]"));
        assert!(!is_new("* New.", "* New.\n\n### Changed"), "a heading says nothing");
        assert!(!is_new("* New.", "* Old."), "it was only moved");
        assert!(!is_new("* Old.", "* Old.\n* Another."), "of an older version");
        assert!(!has_new_entry(TEXT, TEXT));
        assert!(has_new_entry("## Unreleased\n* One.\n", ""));
    }
}
