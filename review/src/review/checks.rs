//! The checks of a review: whether changelog, generated code and snapshots fit the change.

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::ReviewError;
use super::configuration::{Configuration, Generated};
use super::git::{Commit, Repository, Tree, from_root};
use super::location::Pair;
use crate::diff::Bump;
use crate::diff::render::escaped;
use anstyle::{AnsiColor, Style};
use asmx_codegen::model::Service;
use asmx_codegen::output::{GenerateOptions, outdated_of};
use asmx_import::Loaded;
use asmx_types::display::shown_line;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The files fit the change.
    Fits,
    /// The files do not fit, so the review fails.
    Fails,
    /// The check does not apply.
    NotChecked,
}

impl Verdict {
    /// `ok`, `fails` or `not checked`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fits => "ok",
            Self::Fails => "fails",
            Self::NotChecked => "not checked",
        }
    }
}

/// A check with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The checked files: `changelog`, `generated code` or `snapshots`.
    pub name: &'static str,
    /// The result.
    pub verdict: Verdict,
    /// The finding, in one line.
    pub message: String,
    /// Advice if it fails, in one line.
    pub advice: String,
}

impl Check {
    pub(super) fn fits(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Fits, message: message.into(), advice: String::new() }
    }

    pub(super) fn not_checked(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::NotChecked, message: message.into(), advice: String::new() }
    }

    pub(super) fn fails(name: &'static str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Fails, message: message.into(), advice: advice.into() }
    }

    pub(super) fn text(&self, is_coloured: bool) -> String {
        let colour = match self.verdict {
            Verdict::Fits => AnsiColor::BrightGreen,
            Verdict::Fails => AnsiColor::BrightRed,
            Verdict::NotChecked => AnsiColor::White,
        };
        let style = if is_coloured { Style::new().bold().fg_color(Some(colour.into())) } else { Style::new() };
        let mut out =
            format!("{style}{}{style:#}: {}: {}\n", self.verdict.as_str(), self.name, shown_line(&self.message));
        if !self.advice.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "  = help: {}", shown_line(&self.advice));
        }
        out
    }

    pub(super) fn markdown(&self) -> String {
        let advice =
            if self.advice.is_empty() { String::new() } else { format!("\n  <br>To do: {}", escaped(&self.advice)) };
        let verdict = match self.verdict {
            Verdict::Fails => "**fails**",
            other => other.as_str(),
        };
        format!("- {verdict}: {}: {}{advice}\n", self.name, escaped(&self.message))
    }
}

const CHANGELOG: &str = "CHANGELOG.md";
const NAME: &str = "changelog";

#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub(super) repository: &'a Repository,
    pub(super) commit: &'a Commit,
    pub(super) configuration: &'a Configuration,
}

impl Base<'_> {
    /// The changelog for specs in a folder, from the root of the repository: the configured one, or the nearest above.
    pub(super) fn changelog(&self, folder: &str) -> Result<Option<String>, ReviewError> {
        let Some(stated) = &self.configuration.review.changelog else {
            return Ok(Tree::Working(self.repository).nearest(folder, CHANGELOG)?.map(|(path, _)| path));
        };
        let path = self.configuration.path(stated);
        let no_file = |path: &Path| ReviewError::NoFile { name: path.to_string_lossy().into_owned() };
        from_root(self.repository, &path).ok_or_else(|| no_file(&path)).map(Some)
    }

    /// Checks that a changelog has an entry for changes that need a version bump.
    pub(super) fn has_entry(&self, changelog: Option<&str>, bump: Bump) -> Result<Check, ReviewError> {
        if bump == Bump::None {
            return Ok(Check::not_checked(NAME, "no change needs an entry"));
        }
        let Some(path) = changelog else {
            return Ok(Check::not_checked(NAME, format!("no {CHANGELOG} in the folder of the spec or above")));
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

/// Whether the newest section of a Markdown changelog has a line that is nowhere in the old text. The newest section is the first one; it ends
/// at the next `##` heading.
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

pub(super) fn generated_code(
    configuration: &Configuration,
    specs: &[PathBuf],
    pairs: &[Pair],
) -> Result<Check, ReviewError> {
    const NAME: &str = "generated code";
    let all = &configuration.review.generated;
    if all.is_empty() {
        return Ok(Check::not_checked(NAME, "the configuration lists no committed generated code"));
    }
    let mut not_current = Vec::new();
    for generated in all {
        let Generated { folder, only, features, .. } = generated;
        let own: Vec<PathBuf> = generated.specs.iter().map(|spec| configuration.path(spec)).collect();
        let specs = if own.is_empty() { specs } else { &own };
        let options = GenerateOptions::default().only(only.clone()).features(*features);
        let services = specs.iter().map(|spec| {
            let known = pairs.iter().find_map(|pair| pair.now_of(spec)).cloned();
            (spec.clone(), known.map_or_else(|| asmx_import::open(spec).map(Loaded::into_service), Ok))
        });
        not_current
            .extend(outdated_of(&configuration.path(folder), services, &options).map_err(ReviewError::Generated)?);
    }
    let Some(first) = not_current.first() else {
        return Ok(Check::fits(NAME, "every file is current"));
    };
    let first = first.to_string_lossy();
    let are = match not_current.len() {
        1 => format!("{first} is"),
        count => format!("{first} and {} more are", count - 1),
    };
    Ok(Check::fails(
        NAME,
        format!("{are} not current"),
        "run `asmx generate` with the same options and commit the files",
    ))
}

/// Checks that snapshots are accepted and, if the configuration lists their folders, changed with the generated code.
pub(super) fn snapshots(
    configuration: &Configuration,
    repository: &Repository,
    base: &Commit,
    pairs: &[Pair],
) -> Result<Check, ReviewError> {
    const NAME: &str = "snapshots";
    if let Some(first) = pending(repository)? {
        return Ok(Check::fails(
            NAME,
            format!("{} is not accepted yet", first.to_string_lossy()),
            "read it, then run the tests with INSTA_UPDATE=always, or delete it",
        ));
    }
    let folders = &configuration.review.snapshots;
    if folders.is_empty() {
        return Ok(Check::fits(NAME, "all are accepted; run the tests to check that they are current"));
    }
    let mut changed = None;
    for folder in folders {
        let path = configuration.path(folder);
        let no_file = || ReviewError::NoFile { name: path.to_string_lossy().into_owned() };
        let inside = from_root(repository, &path).ok_or_else(no_file)?;
        if repository.has_changed(base, &inside)? {
            continue;
        }
        let folder = path.to_string_lossy();
        match *changed.get_or_insert_with(|| Changed::of(pairs)) {
            Changed::Nothing => {
                return Ok(Check::fits(NAME, "all are accepted, and the generated code is unchanged"));
            }
            Changed::Types => {
                let message = format!(
                    "only code of types changed, and no file in {folder}: run the tests to check the snapshots"
                );
                return Ok(Check::not_checked(NAME, message));
            }
            Changed::Operations => {
                return Ok(Check::fails(
                    NAME,
                    format!("the code of operations changed, but no file in {folder}"),
                    "run the tests with INSTA_UPDATE=always and commit the snapshots",
                ));
            }
        }
    }
    Ok(Check::fits(NAME, "all are accepted, and they changed with the spec"))
}

#[derive(Clone, Copy)]
enum Changed {
    Nothing,
    /// Only code of types. Snapshots need not contain types.
    Types,
    Operations,
}

impl Changed {
    fn of(pairs: &[Pair]) -> Self {
        let is_other = |code: fn(&Service) -> Vec<String>| {
            pairs.iter().any(|pair| pair.before().map(code) != pair.now().map(code))
        };
        let operations = |service: &Service| {
            (0..service.operations.len()).map(|index| asmx_codegen::generate_operation(service, index)).collect()
        };
        let types = |service: &Service| {
            (0..service.types.len()).map(|index| asmx_codegen::generate_type(service, index)).collect()
        };
        if is_other(operations) {
            Self::Operations
        } else if is_other(types) {
            Self::Types
        } else {
            Self::Nothing
        }
    }
}

/// The first snapshot that a test wrote and nobody accepted. Such files are beside the committed ones.
fn pending(repository: &Repository) -> Result<Option<PathBuf>, ReviewError> {
    if let Some(committed) = repository.files(".snap.new")?.into_iter().next() {
        return Ok(Some(committed));
    }
    let mut folders: Vec<PathBuf> =
        repository.files(".snap")?.iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
    folders.dedup();
    for folder in folders {
        let path = repository.root.join(&folder);
        // If all snapshots of a folder were removed, the folder may be missing.
        let Ok(entries) = fs::read_dir(&path) else { continue };
        let mut names: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.file_name())).collect();
        names.sort();
        if let Some(name) = names.into_iter().find(|name| name.to_string_lossy().ends_with(".snap.new")) {
            return Ok(Some(folder.join(name)));
        }
    }
    Ok(None)
}
