//! Where a version of a service is: a file, or a file of a commit.

use std::fs;
use std::path::{Path, PathBuf};

use super::ReviewError;
use super::git::{Commit, Repository};
use super::tree::{self, Tree, from_root, is_absent};
use crate::diff::{self, Comparison, Difference, Position, Version};
use asmx_codegen::diagnostic::{Code, Diagnostic, Diagnostics};
use asmx_codegen::model::Service;
use asmx_import::files::Folder;
use asmx_import::import::{Documents, import, is_wsdl};

/// Where a version of a service is: a spec or a WSDL document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// A file.
    File(PathBuf),
    /// A file of a commit: `git:REF:path`.
    Git {
        /// A branch, a tag, or anything else that names a commit.
        reference: String,
        /// The path from the root of the repository; from the working folder if it begins with `./` or `../`.
        path: String,
    },
}

impl Location {
    /// Reads what a person wrote: `git:REF:path`, or the path of a file.
    ///
    /// # Errors
    ///
    /// It begins with `git:` and is not of that form.
    pub fn new(text: impl Into<PathBuf>) -> Result<Self, ReviewError> {
        let path = text.into();
        let Some(rest) = path.to_str().and_then(|text| text.strip_prefix("git:")) else { return Ok(Self::File(path)) };
        match rest.split_once(':') {
            Some((reference, path)) if !reference.is_empty() && !path.is_empty() => {
                Ok(Self::Git { reference: reference.to_owned(), path: path.to_owned() })
            }
            _ => Err(ReviewError::NoLocation { text: path.to_string_lossy().into_owned() }),
        }
    }
}

/// The folder that a file is in, as a path that there is.
pub(super) fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A version that was read, and the texts that it was read from.
pub(super) struct Side {
    version: Version,
    /// What stands before the names of files.
    prefix: String,
    name: String,
    /// Documents that it imports and that are not there; `None` of a spec, which imports nothing.
    missing: Option<Vec<Diagnostic>>,
}

impl Side {
    /// Reads what is at a location.
    pub(super) fn at(location: &Location) -> Result<Self, ReviewError> {
        match location {
            Location::File(path) => Self::of_file(path)?.ok_or_else(|| ReviewError::no_file(path)),
            Location::Git { reference, path } => {
                let repository = Repository::of(Path::new("."))?;
                let commit = repository.commit(reference)?;
                let is_relative = path.starts_with("./") || path.starts_with("../");
                let inside = is_relative.then(|| from_root(&repository, Path::new(path))).flatten();
                let path = inside.as_ref().unwrap_or(path);
                let no_file = || ReviewError::NoFile { name: format!("git:{reference}:{path}") };
                Self::of_commit(&repository, &commit, reference, path)?.ok_or_else(no_file)
            }
        }
    }

    /// Reads a file; `None` if it is not there.
    pub(super) fn of_file(path: &Path) -> Result<Option<Self>, ReviewError> {
        // Names are shown with slashes everywhere, as git has them.
        let name = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        match fs::read(path) {
            Ok(bytes) => Self::read(&Folder::new(parent(path)), &name, &bytes).map(Some),
            Err(error) if is_absent(&error) => Ok(None),
            Err(source) => Err(ReviewError::Unreadable { path: path.to_owned(), source }),
        }
    }

    /// Reads a file of a commit, which people know by another name; `None` if it is not there.
    pub(super) fn of_commit(
        repository: &Repository,
        commit: &Commit,
        reference: &str,
        path: &str,
    ) -> Result<Option<Self>, ReviewError> {
        let Some(bytes) = repository.read(commit, path)? else { return Ok(None) };
        let documents = InCommit { tree: Tree::Commit(repository, commit), folder: tree::folder(path) };
        Self::read(&documents, &format!("git:{reference}:{path}"), &bytes).map(Some)
    }

    /// Reads a version, and the documents that it imports.
    fn read(documents: &dyn Documents, name: &str, bytes: &[u8]) -> Result<Self, ReviewError> {
        let mistakes = |source| ReviewError::Mistakes { name: name.to_owned(), source };
        if !is_wsdl(bytes) {
            let version = Version::read(name, bytes).map_err(mistakes)?;
            return Ok(Self { version, prefix: String::new(), name: name.to_owned(), missing: None });
        }
        let split = name.rfind('/').map_or(0, |slash| slash + 1);
        let split = split.max(if name.starts_with("git:") { name.rfind(':').map_or(0, |colon| colon + 1) } else { 0 });
        let (prefix, main) = name.split_at(split);
        let version = Version::load(documents, main).map_err(mistakes)?;
        let mut missing = import(documents, main).map_err(mistakes)?.warnings;
        missing.retain(|warning| warning.code() == Code::MissingDocument);
        Ok(Self { version, prefix: prefix.to_owned(), name: name.to_owned(), missing: Some(missing) })
    }

    /// Fails if a document is missing that the other version has: then not the versions differ, but what is there of them.
    fn is_as_whole_as(&self, other: &Self) -> Result<(), ReviewError> {
        let (Some(missing), Some(others)) = (&self.missing, &other.missing) else { return Ok(()) };
        let is_there = |one: &&Diagnostic| !others.iter().any(|other| other.message() == one.message());
        let lacking: Vec<Diagnostic> = missing.iter().filter(is_there).cloned().map(Diagnostic::error).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        Err(ReviewError::Mistakes { name: self.name.clone(), source: Diagnostics::of(lacking) })
    }

    pub(super) fn model(&self) -> &Service {
        self.version.service()
    }

    /// The name of the service.
    pub(super) fn service(&self) -> &str {
        &self.version.service().name
    }

    /// The place by the names that people know files by.
    fn named(&self, place: &mut Option<Position>) {
        if let Some(place) = place {
            place.file.insert_str(0, &self.prefix);
        }
    }
}

/// What became of one version in another.
pub(super) fn compared(old: &Side, new: &Side, options: diff::Options) -> Result<Comparison, ReviewError> {
    old.is_as_whole_as(new)?;
    new.is_as_whole_as(old)?;
    let mut difference = diff::diff_with(&old.version, &new.version, options);
    for change in &mut difference.changes {
        old.named(&mut change.old);
        new.named(&mut change.new);
    }
    Ok(with_texts(Comparison::new(&old.name, &new.name, difference), &[old, new]))
}

/// A service that is on one side only.
pub(super) fn alone(side: &Side, other: &str, is_new: bool) -> Comparison {
    let mut change = diff::of_whole_service(&side.version, is_new);
    side.named(&mut change.old);
    side.named(&mut change.new);
    let (old, new) = if is_new { (other, side.name.as_str()) } else { (side.name.as_str(), other) };
    with_texts(Comparison::new(old, new, Difference { changes: vec![change] }), &[side])
}

fn with_texts(mut comparison: Comparison, sides: &[&Side]) -> Comparison {
    for side in sides {
        for (file, text) in side.version.texts() {
            comparison = comparison.with_text(format!("{}{file}", side.prefix), text);
        }
    }
    comparison
}

/// Documents beside a file of a commit.
struct InCommit<'a> {
    tree: Tree<'a>,
    folder: &'a str,
}

impl Documents for InCommit<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let is_below = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        // A document that git cannot read is missing, and the import says which one.
        is_below.then(|| self.tree.read(&tree::join(self.folder, name)).ok()).flatten().flatten()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn a_location_is_a_file_or_a_file_of_a_commit() {
        let git =
            |reference: &str, path: &str| Location::Git { reference: reference.to_owned(), path: path.to_owned() };
        assert_eq!(Location::new("git:main:spec/a.xml").unwrap(), git("main", "spec/a.xml"));
        assert_eq!(Location::new("git:HEAD~1:./a:b.xml").unwrap(), git("HEAD~1", "./a:b.xml"));
        assert_eq!(Location::new("spec/git:a.xml").unwrap(), Location::File("spec/git:a.xml".into()));
        for text in ["git:", "git:main", "git:main:", "git::a.xml"] {
            let error = Location::new(text).unwrap_err().to_string();
            assert_eq!(error, format!("error: `{text}` names no file of a commit: write git:REF:path"));
        }
    }
}
