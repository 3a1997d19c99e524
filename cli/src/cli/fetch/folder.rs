//! The folder of fetched documents, which may hold files of a person.
//!
//! A file is replaced only if its present content is the fetch's own: the notes name its hash. All new contents, and the new notes, are written
//! into a temporary folder first; then they are renamed, the notes last. A run that is killed in between leaves the temporary folder, whose
//! journal names the hashes of that run for the next one.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asmx_codegen::source_file;
use asmx_gateway::FetchedDocuments;
use asmx_import::saved::{FileNames, MOST_NOTES, NOTES_FILE, Note, Notes};

use super::super::document::sha256;
use super::lock::Lock;

/// A name that no document has, because names of documents begin with a letter, a digit or `_`.
const TEMPORARY: &str = ".asmx-fetch";

/// In the temporary folder: notes of everything that this run and interrupted ones before it may replace.
const JOURNAL: &str = "journal.json";
const NEW_JOURNAL: &str = "journal.json.new";
const LOCK: &str = "lock";

const NOTHING: &str = ". Nothing was changed";

/// A person's file of this size or more cannot be one of a fetch.
const MOST_CONTENT: u64 = 64 << 20;

/// Why documents cannot be saved. Nothing was changed, except as the text says.
#[derive(thiserror::Error)]
pub(super) enum SaveError {
    /// A file of a person, or something that is no file.
    #[error("{0}")]
    InTheWay(String),
    /// The system refuses.
    #[error("cannot write {}: {_1}{_2}", .0.display())]
    System(PathBuf, #[source] io::Error, &'static str),
}

asmx_types::debug_is_a_sentence!(SaveError);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Same,
    Changed,
    /// It was fetched before, and is missing.
    Again,
    New,
}

impl Change {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Again => "again",
            Self::New => "new",
        }
    }
}

pub(super) struct Folder<'a> {
    path: &'a Path,
    temporary: PathBuf,
    notes: Notes,
    /// File and hash of everything that this run may replace.
    own: HashSet<(String, String)>,
    is_interrupted: bool,
}

/// The changes that the fetched documents make.
struct Plan {
    notes: Notes,
    changes: Vec<Change>,
    has_new_notes: bool,
}

impl Plan {
    fn is_empty(&self) -> bool {
        !self.has_new_notes && self.changes.iter().all(|change| *change == Change::Same)
    }
}

impl<'a> Folder<'a> {
    /// Reads the notes of a folder, which need not exist.
    pub(super) fn open(path: &'a Path) -> Result<Self, SaveError> {
        let temporary = path.join(TEMPORARY);
        if fs::symlink_metadata(&temporary).is_ok_and(|found| !found.is_dir()) {
            return Err(in_the_way(&temporary, "is not a folder"));
        }
        let notes = notes_in(&path.join(NOTES_FILE))?;
        let journal = notes_in(&temporary.join(JOURNAL))?;
        let is_interrupted = journal.is_some();
        let own = notes.iter().chain(&journal).flat_map(|notes| &notes.documents);
        let own = own.map(|note| (note.file.clone(), note.sha256.clone())).collect();
        Ok(Self { path, temporary, notes: notes.unwrap_or_default(), own, is_interrupted })
    }

    /// Saves all documents, or none. Returns the change of each.
    pub(super) fn save(self, fetched: &FetchedDocuments) -> Result<Vec<Change>, SaveError> {
        let plan = self.plan(fetched)?;
        if plan.is_empty() {
            return Ok(plan.changes);
        }
        let lock = self.lock()?;
        // Another fetch may have saved meanwhile.
        Self::open(self.path)?.write(fetched, lock)
    }

    fn plan(&self, fetched: &FetchedDocuments) -> Result<Plan, SaveError> {
        let notes = self.complete(fetched.notes(sha256));
        let contents = fetched.documents.iter().zip(&notes.documents);
        let changes: Vec<Change> =
            contents.map(|(document, note)| self.change(note, &document.bytes)).collect::<Result<_, _>>()?;
        if notes.to_json().len() > MOST_NOTES {
            return Err(SaveError::InTheWay("the documents have too many imports to note".to_owned()));
        }
        let has_new_notes = notes != self.notes || self.is_interrupted;
        Ok(Plan { notes, changes, has_new_notes })
    }

    /// Keeps other fetches out of the folder.
    fn lock(&self) -> Result<Lock, SaveError> {
        let cannot = |path: &Path, error| SaveError::System(path.to_owned(), error, NOTHING);
        fs::create_dir_all(self.path).map_err(|error| cannot(self.path, error))?;
        match fs::create_dir(&self.temporary) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(cannot(&self.temporary, error)),
            _ => {}
        }
        let path = self.temporary.join(LOCK);
        let lock = Lock::take(&path).map_err(|error| cannot(&path, error))?;
        lock.ok_or_else(|| {
            let text = format!(
                "another fetch saves documents into {}: run the command again when it has ended{NOTHING}",
                self.path.display()
            );
            SaveError::InTheWay(text)
        })
    }

    fn write(self, fetched: &FetchedDocuments, lock: Lock) -> Result<Vec<Change>, SaveError> {
        let Plan { notes, changes, .. } = match self.plan(fetched) {
            Ok(plan) => plan,
            Err(error) => {
                // The first error counts.
                let _ = self.remove(self.is_interrupted, lock);
                return Err(error);
            }
        };
        let text = notes.to_json();
        let documents = fetched.documents.iter().zip(&changes).filter(|(_, change)| **change != Change::Same);
        let mut files: Vec<_> =
            documents.map(|(document, _)| (document.file.as_str(), document.bytes.as_slice())).collect();
        files.push((NOTES_FILE, text.as_bytes()));
        if let Err(error) = self.prepare(&notes, &files) {
            // As above.
            let _ = self.remove(self.is_interrupted, lock);
            return Err(error);
        }
        for (file, _) in files {
            let to = self.path.join(file);
            let renamed = fs::rename(self.temporary.join(file), &to);
            renamed
                .map_err(|error| SaveError::System(to, error, ". Some files may be replaced: run the command again"))?;
        }
        let removed = self.remove(false, lock);
        removed.map_err(|error| SaveError::System(self.temporary, error, ". All documents are saved"))?;
        Ok(changes)
    }

    /// Writes the journal and the new files into the temporary folder.
    fn prepare(&self, notes: &Notes, files: &[(&str, &[u8])]) -> Result<(), SaveError> {
        let cannot = |path: &Path, error| SaveError::System(path.to_owned(), error, NOTHING);
        self.remove_files().map_err(|error| cannot(&self.temporary, error))?;
        let fetched = notes.documents.iter().map(|note| (&note.file, &note.sha256));
        let own = self.own.iter().map(|(file, sha256)| (file, sha256)).chain(fetched);
        let own = own.map(|(file, sha256)| Note { file: file.clone(), sha256: sha256.clone(), ..Note::default() });
        let journal = Notes { documents: own.collect() };
        let (path, new) = (self.temporary.join(JOURNAL), self.temporary.join(NEW_JOURNAL));
        let journal = written(&new, journal.to_json().as_bytes()).and_then(|()| fs::rename(new, &path));
        journal.map_err(|error| cannot(&path, error))?;
        files.iter().try_for_each(|(file, bytes)| {
            written(&self.temporary.join(file), bytes).map_err(|error| cannot(&self.path.join(file), error))
        })
    }

    /// Removes the temporary folder, or with `keeps_journal` only the contents in it.
    fn remove(&self, keeps_journal: bool, lock: Lock) -> io::Result<()> {
        self.remove_files()?;
        if keeps_journal {
            return Ok(());
        }
        // On Windows the lock is removed as it is dropped, and cannot be removed before.
        let lock = (!cfg!(windows)).then_some(lock);
        for file in [JOURNAL, LOCK] {
            match fs::remove_file(self.temporary.join(file)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let removed = fs::remove_dir(&self.temporary);
        drop(lock);
        match removed {
            // The next fetch has begun.
            Err(_) if self.temporary.join(LOCK).exists() => Ok(()),
            removed => removed,
        }
    }

    /// Removes the contents that a fetch wrote into the temporary folder.
    fn remove_files(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.temporary)? {
            let entry = entry?;
            let is_own = |name: &str| [NOTES_FILE, NEW_JOURNAL].contains(&name) || FileNames::is_one(name);
            if entry.file_name().to_str().is_some_and(is_own) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// How the file of a document changes. The file of a person, a link or a folder of its name is an error.
    fn change(&self, note: &Note, bytes: &[u8]) -> Result<Change, SaveError> {
        let path = self.path.join(&note.file);
        let found = match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let was_fetched = self.notes.documents.iter().any(|before| before.file == note.file);
                return Ok(if was_fetched { Change::Again } else { Change::New });
            }
            Err(error) => return Err(SaveError::System(path, error, NOTHING)),
            Ok(found) => found,
        };
        if !found.is_file() {
            return Err(in_the_way(&path, "is not a file"));
        }
        let present = if found.len() > MOST_CONTENT { None } else { content(&path, MOST_CONTENT)? };
        let is_own = |present: &[u8]| self.own.contains(&(note.file.clone(), sha256(present)));
        match present {
            Some(present) if present == bytes => Ok(Change::Same),
            Some(present) if is_own(&present) => Ok(Change::Changed),
            _ => Err(in_the_way(&path, "has other content than was fetched")),
        }
    }

    /// The notes with those of files that this run did not get, and that nobody changed: a server may return them the next time.
    fn complete(&self, mut notes: Notes) -> Notes {
        let files: BTreeMap<String, String> =
            notes.documents.iter().map(|note| (note.file.to_ascii_lowercase(), note.sha256.clone())).collect();
        let is_unchanged = |note: &&Note| {
            let path = self.path.join(&note.file);
            let is_file =
                FileNames::is_one(&note.file) && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
            is_file
                && content(&path, MOST_CONTENT)
                    .is_ok_and(|bytes| bytes.is_some_and(|bytes| sha256(&bytes) == note.sha256))
        };
        let before = self.notes.documents.iter().filter(|note| !files.contains_key(&note.file.to_ascii_lowercase()));
        notes.documents.extend(before.filter(is_unchanged).cloned());
        notes
    }
}

/// The notes in a file; `None` if there is no such file.
fn notes_in(path: &Path) -> Result<Option<Notes>, SaveError> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(SaveError::System(path.to_owned(), error, NOTHING)),
        Ok(found) if !found.is_file() => return Err(in_the_way(path, "is not a file")),
        Ok(_) => {}
    }
    let notes = content(path, MOST_NOTES as u64)?.and_then(|bytes| Notes::from_json(&bytes));
    notes.map(Some).ok_or_else(|| in_the_way(path, "is not a file of notes of `asmx fetch`"))
}

/// The content of a file; `None` if it is longer than `most`.
fn content(path: &Path, most: u64) -> Result<Option<Vec<u8>>, SaveError> {
    source_file::read_at_most(path, most).map_err(|error| SaveError::System(path.to_owned(), error, NOTHING))
}

/// A new file, and no link that somebody prepared.
fn written(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn in_the_way(path: &Path, is: &str) -> SaveError {
    SaveError::InTheWay(format!("{} {is}: move it away first", path.display()))
}
