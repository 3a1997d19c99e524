//! Commits and their files, through the program `git`, and files of the working folder. No shell is used, and git treats no text of a spec or of
//! the command line as an option.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, io};

use super::ReviewError;

#[derive(Debug, Clone)]
pub(super) struct Repository {
    pub(super) root: PathBuf,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Commit(String);

impl Commit {
    /// The beginning of the hash, for people.
    pub(super) fn short(&self) -> &str {
        self.0.get(..10).unwrap_or(&self.0)
    }
}

impl Repository {
    /// The repository of a folder. If the folder is missing, the nearest existing one above it counts.
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

    /// Finds the commit of a branch, a tag or any other reference.
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

    /// The newest common ancestor of `HEAD` and another commit.
    pub(super) fn merge_base(&self, other: &Commit, reference: &str) -> Result<Commit, ReviewError> {
        let output = run(&self.root, ["merge-base", "HEAD", &other.0])?;
        let found = text(&output.stdout).trim().to_owned();
        if output.status.success() && !found.is_empty() {
            return Ok(Commit(found));
        }
        Err(ReviewError::NoMergeBase { reference: reference.to_owned() })
    }

    /// A file of a commit; `None` if it is missing. The path begins at the root, with `/` between folders.
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
    // `core.fsmonitor` in the configuration of a repository can name any program, which git would run.
    command.current_dir(folder).args(["-c", "core.fsmonitor=false"]).args(arguments).env("LC_ALL", "C");
    // A remote from which git would get missing objects can name programs, too.
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none").env("GIT_TERMINAL_PROMPT", "0");
    command.output().map_err(|source| ReviewError::NoGit { source })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The path of a file from the root of its repository, with `/` between folders; `None` if it is outside.
pub(super) fn from_root(repository: &Repository, path: &Path) -> Option<String> {
    let root = fs::canonicalize(&repository.root).ok()?;
    let path = present(&std::path::absolute(path).ok()?)?;
    let relative = path.strip_prefix(root).ok()?;
    let parts = relative.components().map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// Resolves links in a path. The file and its folders may be missing.
fn present(path: &Path) -> Option<std::path::PathBuf> {
    let existing = path.ancestors().find(|path| path.exists())?;
    let rest = path.strip_prefix(existing).ok()?;
    let real = fs::canonicalize(existing).ok()?;
    // Joining an empty path would add a slash.
    Some(if rest.as_os_str().is_empty() { real } else { real.join(rest) })
}
