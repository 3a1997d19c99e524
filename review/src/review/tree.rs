//! Files of a commit, or of the working folder, by their paths from the root of the repository.

use std::fs;
use std::io;
use std::path::{Component, Path};

use super::ReviewError;
use super::git::{Commit, Repository};

/// What files are read from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tree<'a> {
    /// The working folder, as it is now.
    Working(&'a Repository),
    /// A commit.
    Commit(&'a Repository, &'a Commit),
}

impl Tree<'_> {
    /// A file; `None` if there is no such file.
    pub(super) fn read(self, path: &str) -> Result<Option<Vec<u8>>, ReviewError> {
        match self {
            Self::Working(repository) => {
                let path = repository.root.join(path);
                match fs::read(&path) {
                    Ok(bytes) => Ok(Some(bytes)),
                    Err(error) if is_absent(&error) => Ok(None),
                    Err(source) => Err(ReviewError::Unreadable { path, source }),
                }
            }
            Self::Commit(repository, commit) => repository.read(commit, path),
        }
    }

    /// The nearest file of that name, in a folder or above it, with its path.
    pub(super) fn nearest(self, folder: &str, name: &str) -> Result<Option<(String, Vec<u8>)>, ReviewError> {
        for path in upward(folder, name) {
            if let Some(bytes) = self.read(&path)? {
                return Ok(Some((path, bytes)));
            }
        }
        Ok(None)
    }
}

/// Whether an error says that there is no such file.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The paths of a file of that name in a folder and in each above it, up to the root.
pub(super) fn upward(folder: &str, name: &str) -> impl Iterator<Item = String> {
    let mut folders = vec![folder.to_owned()];
    let mut rest = folder;
    while !rest.is_empty() {
        rest = self::folder(rest);
        folders.push(rest.to_owned());
    }
    folders.into_iter().map(move |folder| join(&folder, name))
}

/// The folder that a path is in; the root is empty.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A name in a folder.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The path of a file from the root of its repository, with `/` between folders; `None` if it is outside.
pub(super) fn from_root(repository: &Repository, path: &Path) -> Option<String> {
    let root = fs::canonicalize(&repository.root).ok()?;
    let path = present(&std::path::absolute(path).ok()?)?;
    let inside = path.strip_prefix(root).ok()?;
    let parts = inside.components().map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// A path without links, of a file that may be gone together with its folders.
fn present(path: &Path) -> Option<std::path::PathBuf> {
    let there = path.ancestors().find(|path| path.exists())?;
    let rest = path.strip_prefix(there).ok()?;
    let there = fs::canonicalize(there).ok()?;
    // Joining nothing would add a slash.
    Some(if rest.as_os_str().is_empty() { there } else { there.join(rest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_looked_for_upward() {
        assert_eq!(upward("a/b", "f").collect::<Vec<_>>(), ["a/b/f", "a/f", "f"]);
        assert_eq!(upward("", "f").collect::<Vec<_>>(), ["f"]);
        assert_eq!((folder("a/b/c"), folder("c")), ("a/b", ""));
    }
}
