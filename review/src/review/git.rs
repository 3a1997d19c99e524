//! Commits, by the program `git`. No shell is used, and git takes no text of a spec or of the command line for an option.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::ReviewError;

/// A repository.
#[derive(Debug, Clone)]
pub(super) struct Repository {
    /// Its working folder.
    pub(super) root: PathBuf,
}

/// A commit, by its whole name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Commit(String);

impl Commit {
    /// The beginning of its name, for people.
    pub(super) fn short(&self) -> &str {
        self.0.get(..10).unwrap_or(&self.0)
    }
}

impl Repository {
    /// The repository that a folder is in. The folder may be gone: the next one above it that is there counts.
    pub(super) fn of(folder: &Path) -> Result<Self, ReviewError> {
        let unreadable = |source| ReviewError::Unreadable { path: folder.to_owned(), source };
        let folder = std::path::absolute(folder).map_err(unreadable)?;
        let present = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(&folder);
        let output = run(present, ["rev-parse", "--show-toplevel"])?;
        if !output.status.success() {
            return Err(ReviewError::NoRepository { folder, message: text(&output.stderr) });
        }
        Ok(Self { root: PathBuf::from(text(&output.stdout).trim_end_matches(['\n', '\r'])) })
    }

    /// The commit that a branch, a tag or anything else names.
    pub(super) fn commit(&self, reference: &str) -> Result<Commit, ReviewError> {
        let no_commit = |message| ReviewError::NoCommit { reference: reference.to_owned(), message };
        if reference.is_empty() || reference.starts_with('-') {
            return Err(no_commit(String::new()));
        }
        let output = run(&self.root, ["rev-parse", "--quiet", "--verify", &format!("{reference}^{{commit}}")])?;
        if !output.status.success() {
            return Err(no_commit(text(&output.stderr)));
        }
        Ok(Commit(text(&output.stdout).trim().to_owned()))
    }

    /// The newest commit that the one which is checked out and another one come from.
    pub(super) fn merge_base(&self, other: &Commit, reference: &str) -> Result<Commit, ReviewError> {
        let output = run(&self.root, ["merge-base", "HEAD", &other.0])?;
        let found = text(&output.stdout).trim().to_owned();
        if output.status.success() && !found.is_empty() {
            return Ok(Commit(found));
        }
        Err(ReviewError::NoMergeBase { reference: reference.to_owned() })
    }

    /// A file of a commit; `None` if there is no such file. The path begins at the root, with `/` between folders.
    pub(super) fn read(&self, commit: &Commit, path: &str) -> Result<Option<Vec<u8>>, ReviewError> {
        let output = run(&self.root, ["cat-file", "blob", &format!("{}:{path}", commit.0)])?;
        if output.status.success() {
            return Ok(Some(output.stdout));
        }
        let listed = self.ask(["--literal-pathspecs", "ls-tree", &commit.0, "--", path])?;
        let is_file = text(&listed).split_whitespace().nth(1) == Some("blob");
        if !is_file {
            return Ok(None);
        }
        Err(ReviewError::Git { arguments: format!("cat-file blob {}:{path}", commit.0), message: text(&output.stderr) })
    }

    /// The files that git knows of and whose names end like that, from the root.
    pub(super) fn files(&self, ending: &str) -> Result<Vec<PathBuf>, ReviewError> {
        let listed = self.ask(["ls-files", "-z", "--", &format!("*{ending}")])?;
        Ok(paths(&listed))
    }

    /// Whether anything in a folder is not as it was in a commit, new files among it.
    pub(super) fn has_changed(&self, commit: &Commit, folder: &str) -> Result<bool, ReviewError> {
        let literal = "--literal-pathspecs";
        let changed = self.ask([literal, "diff", "--name-only", "--no-ext-diff", "-z", &commit.0, "--", folder])?;
        let new = self.ask([literal, "ls-files", "--others", "--exclude-standard", "-z", "--", folder])?;
        Ok(!changed.is_empty() || !new.is_empty())
    }

    /// What git writes on standard output, if it succeeds.
    fn ask<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Result<Vec<u8>, ReviewError> {
        let arguments: Vec<&str> = arguments.into_iter().collect();
        let output = run(&self.root, &arguments)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(ReviewError::Git { arguments: arguments.join(" "), message: text(&output.stderr) })
    }
}

fn run<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Result<Output, ReviewError> {
    let mut command = Command::new("git");
    // Git asks the program in `core.fsmonitor` what has changed, and the repository's own configuration may name any program there.
    command.current_dir(folder).args(["-c", "core.fsmonitor=false"]).args(arguments).env("LC_ALL", "C");
    command.output().map_err(|source| ReviewError::NoGit { source })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn paths(listed: &[u8]) -> Vec<PathBuf> {
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| PathBuf::from(text(name))).collect()
}
