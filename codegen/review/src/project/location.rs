//! The versions to compare: a file, a file of a commit, or a spec in both.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::ReviewError;
use super::configuration::Configuration;
use super::git::{Commit, Repository, folder, from_root, is_absent, join};
use crate::diff::{self, Comparison, Difference, FilePosition, Version};
use asmx_codegen::Spec;
use asmx_codegen::diagnostic::{Code, Diagnostic, Diagnostics};
use asmx_codegen::source_file;
use asmx_import::Loaded;
use asmx_import::files::Folder;
use asmx_import::import::{Documents, import_main, is_wsdl};

/// The location of a version: a spec or a WSDL document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// A file.
    File(PathBuf),
    /// A file of a commit: `git:REF:path`.
    Git {
        /// A branch, a tag or any other reference to a commit.
        reference: String,
        /// The path from the root of the repository, or from the working folder if it begins with `./` or `../`.
        path: String,
    },
}

impl Location {
    /// Parses `git:REF:path`, or the path of a file.
    ///
    /// # Errors
    ///
    /// The text begins with `git:`, but has another form.
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

pub(super) fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub(super) struct Side {
    version: Version,
    /// The prefix of file names, such as `git:main:`.
    prefix: String,
    name: String,
    /// Missing imported documents; `None` for a spec, which imports no documents.
    missing: Option<Vec<Diagnostic>>,
}

impl Side {
    pub(super) fn at(location: &Location) -> Result<Self, ReviewError> {
        match location {
            Location::File(path) => Self::of_file(path)?.ok_or_else(|| ReviewError::no_file(path)),
            Location::Git { reference, path } => {
                let repository = Repository::of(Path::new("."))?;
                let commit = repository.commit(reference)?;
                let is_relative = path.starts_with("./") || path.starts_with("../");
                let relative = is_relative.then(|| from_root(&repository, Path::new(path))).flatten();
                let path = relative.as_ref().unwrap_or(path);
                let no_file = || ReviewError::NoFile { name: format!("git:{reference}:{path}") };
                Self::of_commit(&repository, &commit, reference, path)?.ok_or_else(no_file)
            }
        }
    }

    /// Reads a file; `None` if it is missing.
    pub(super) fn of_file(path: &Path) -> Result<Option<Self>, ReviewError> {
        // Names have slashes on every system, as in git.
        let name = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        match source_file::read(path) {
            Ok(bytes) => Self::read(&Folder::new(parent(path)), &name, &bytes).map(Some),
            Err(error) if is_absent(&error) => Ok(None),
            Err(source) => Err(ReviewError::Unreadable { path: path.to_owned(), source }),
        }
    }

    /// Reads a file of a commit, which people know as `reference`; `None` if it is missing.
    pub(super) fn of_commit(
        repository: &Repository,
        commit: &Commit,
        reference: &str,
        path: &str,
    ) -> Result<Option<Self>, ReviewError> {
        let Some(bytes) = repository.read(commit, path)? else { return Ok(None) };
        let documents = InCommit { repository, commit, folder: folder(path) };
        Self::read(&documents, &format!("git:{reference}:{path}"), &bytes).map(Some)
    }

    fn read(documents: &dyn Documents, name: &str, bytes: &[u8]) -> Result<Self, ReviewError> {
        let split = name.rfind('/').map_or(0, |slash| slash + 1);
        let split = split.max(if name.starts_with("git:") { name.rfind(':').map_or(0, |colon| colon + 1) } else { 0 });
        let (prefix, main) = name.split_at(split);
        // The name of a spec is whole in its positions, and that of a document is one of its folder.
        let loaded = if is_wsdl(bytes) {
            import_main(documents, main, bytes).map(Loaded::Document)
        } else {
            Spec::read(name, bytes).map(Loaded::Spec)
        };
        let loaded = loaded.map_err(|source| ReviewError::Mistakes { name: name.to_owned(), source })?;
        let missing = loaded.import().map(|import| {
            let is_missing = |warning: &&Diagnostic| warning.code() == Code::MissingDocument;
            import.warnings.iter().filter(is_missing).cloned().collect()
        });
        let prefix = if missing.is_some() { prefix } else { "" };
        Ok(Self { version: Version::from(loaded), prefix: prefix.to_owned(), name: name.to_owned(), missing })
    }

    /// Fails if one version lacks a document that the other has: the comparison would report missing parts as changes.
    fn is_as_whole_as(&self, other: &Self) -> Result<(), ReviewError> {
        let (Some(missing), Some(known)) = (&self.missing, &other.missing) else { return Ok(()) };
        let is_new = |diagnostic: &&Diagnostic| !known.iter().any(|other| other.subject() == diagnostic.subject());
        let lacking: Vec<Diagnostic> = missing.iter().filter(is_new).cloned().map(Diagnostic::error).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        Err(ReviewError::Mistakes { name: self.name.clone(), source: Diagnostics::of(lacking) })
    }

    pub(super) fn service(&self) -> &str {
        &self.version.service().name
    }

    fn named(&self, position: &mut Option<FilePosition>) {
        if let Some(position) = position {
            position.file.insert_str(0, &self.prefix);
        }
    }
}

pub(super) fn compared(old: &Side, new: &Side) -> Result<Comparison, ReviewError> {
    old.is_as_whole_as(new)?;
    new.is_as_whole_as(old)?;
    // A document states no effects, so that a spec beside it has changed none.
    let (mut old_version, mut new_version) = (Cow::Borrowed(&old.version), Cow::Borrowed(&new.version));
    match (&old.missing, &new.missing) {
        (None, Some(_)) => new_version.to_mut().take_effects(&old.version),
        (Some(_), None) => old_version.to_mut().take_effects(&new.version),
        _ => {}
    }
    let mut difference = diff::diff(&old_version, &new_version);
    for change in &mut difference.changes {
        old.named(&mut change.old);
        new.named(&mut change.new);
    }
    Ok(with_texts(Comparison::new(&old.name, &new.name, difference), &[old, new]))
}

/// The comparison for a service that exists on one side only.
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

struct InCommit<'a> {
    repository: &'a Repository,
    commit: &'a Commit,
    folder: &'a str,
}

impl Documents for InCommit<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let is_below = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        // A document that git cannot read counts as missing, and the import reports it.
        is_below.then(|| self.repository.read(self.commit, &join(self.folder, name)).ok()).flatten().flatten()
    }
}

#[cfg(test)]
mod tests {
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
            assert_eq!(error, format!("error: `{text}` is not a file of a commit: write git:REF:path"));
        }
    }
}

/// A commit to compare with, and its name for people.
#[derive(Clone, Copy)]
pub(super) struct OldVersion<'a> {
    pub(super) repository: &'a Repository,
    pub(super) commit: &'a Commit,
    pub(super) name: &'a str,
}

pub(super) struct Pair {
    /// The path from the root of the repository.
    path: String,
    spec: PathBuf,
    commit: String,
    old: Option<Side>,
    new: Option<Side>,
}

impl OldVersion<'_> {
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

    /// Specs that the configuration listed in the commit, but no longer lists. An invalid old configuration lists none, so that a change can
    /// repair it.
    pub(super) fn dropped(self, configuration: &Configuration) -> Result<Vec<PathBuf>, ReviewError> {
        let Some(file) = &configuration.file else { return Ok(Vec::new()) };
        let Some(path) = from_root(self.repository, file) else { return Ok(Vec::new()) };
        let Some(bytes) = self.repository.read(self.commit, &path)? else { return Ok(Vec::new()) };
        let then = Configuration::parse(&String::from_utf8_lossy(&bytes), file).unwrap_or_default();
        let is_dropped = |spec: &PathBuf| !configuration.all_specs().any(|now| now == *spec);
        Ok(then.all_specs().filter(is_dropped).collect())
    }
}

impl Pair {
    pub(super) fn compared(&self) -> Result<Comparison, ReviewError> {
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => compared(old, new),
            (None, Some(new)) => Ok(alone(new, &format!("git:{}:{}", self.commit, self.path), true)),
            (Some(old), None) => Ok(alone(old, &self.spec.to_string_lossy(), false)),
            (None, None) => Err(ReviewError::no_file(&self.spec)),
        }
    }
}

/// Treats a removed spec and a new spec of the same service as one that moved.
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
