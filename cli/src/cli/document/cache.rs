//! The documents of addresses, in a folder that only the person may read.
//!
//! `KEY.json` states when the document of an address was fetched, and the folder that holds it: `KEY-CONTENT`. The key is a hash of address and
//! profile. A folder is complete before it gets its name, and is never written again, so that a program that reads it sees one version. Nothing
//! here has an address: not in a name, and in a content only where the document itself has it. `HASH.index` is what completions need of a document
//! ([`Indexes`](super::Indexes)).

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asmx_codegen::{source_file, whole_file};
use asmx_gateway::{Fetched, FetchedDocuments};
use asmx_import::saved::NOTES_FILE;
use serde::{Deserialize, Serialize};

use super::hash::sha256;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Older entries, and older folders without an entry, are removed.
const MOST_DAYS: u32 = 30;

/// Of an entry's JSON, in bytes.
const LONGEST_ENTRY: u64 = 4096;

const DOCUMENT: &str = "document.wsdl";

pub(super) struct Cache {
    folder: PathBuf,
}

/// A document that was fetched.
pub(super) struct Copy {
    pub(super) file: PathBuf,
    /// How long ago it was fetched.
    pub(super) age: Duration,
    /// Whether it is at most a day old, and no part is missing that another attempt might bring.
    pub(super) is_fresh: bool,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// Seconds since 1970.
    fetched: u64,
    /// The hash of the content.
    content: String,
    /// Whether each part that could be fetched was.
    is_complete: bool,
}

impl Cache {
    /// The cache in this folder of the person, which may be missing.
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.join("asmx").join("documents") }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The copy for a key; `None` if there is none, or an unreadable one, which the next fetch replaces.
    pub(super) fn find(&self, key: &str) -> Option<Copy> {
        self.is_own().then_some(())?;
        let entry = self.entry(key)?;
        let file = self.content(key, &entry.content).join(DOCUMENT);
        fs::symlink_metadata(&file).is_ok_and(|found| found.is_file()).then_some(())?;
        // An entry of the future has no age: the clock was set back.
        let age = now().checked_sub(Duration::from_secs(entry.fetched));
        let is_fresh = entry.is_complete && age.is_some_and(|age| age < DAY);
        Some(Copy { file, age: age.unwrap_or_default(), is_fresh })
    }

    /// Keeps documents. Returns the file of the main one.
    pub(super) fn keep(&self, key: &str, fetched: &FetchedDocuments) -> io::Result<PathBuf> {
        self.make()?;
        let renamed = renamed(fetched);
        let is_complete = renamed.missing.iter().all(|missing| missing.is_at_another_server);
        let notes = renamed.notes(sha256).to_json();
        let content = sha256(notes.as_bytes());
        let folder = self.content(key, &content);
        if !folder.is_dir() {
            let new = tempfile::Builder::new().prefix(".new-").tempdir_in(&self.folder)?;
            private(new.path())?;
            for document in &renamed.documents {
                written(&new.path().join(&document.file), &document.bytes)?;
            }
            written(&new.path().join(NOTES_FILE), notes.as_bytes())?;
            // Another run may have kept the same content meanwhile.
            fs::rename(new.path(), &folder).or_else(|error| if folder.is_dir() { Ok(()) } else { Err(error) })?;
        }
        let entry = Entry { fetched: now().as_secs(), content: content.clone(), is_complete };
        let text = serde_json::to_string(&entry)?;
        whole_file::replace_secret(&self.path_of_entry(key), &text)?;
        self.remove_old();
        Ok(folder.join(DOCUMENT))
    }

    fn entry(&self, key: &str) -> Option<Entry> {
        let path = self.path_of_entry(key);
        fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()).then_some(())?;
        let bytes = source_file::read_at_most(&path, LONGEST_ENTRY).ok()??;
        let entry: Entry = serde_json::from_slice(&bytes).ok()?;
        let is_hash = entry.content.len() == 64 && entry.content.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then_some(entry)
    }

    fn path_of_entry(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }

    fn content(&self, key: &str, content: &str) -> PathBuf {
        // Half of each hash is enough, and some systems limit the length of a path.
        let [key, content] = [key, content].map(|hash| hash.get(..32).unwrap_or(hash));
        self.folder.join(format!("{key}-{content}"))
    }

    /// Makes the folder, and takes it away from other readers.
    pub(super) fn make(&self) -> io::Result<()> {
        let Some(above) = self.folder.parent() else { return Err(io::ErrorKind::NotFound.into()) };
        if let Some(folder) = above.parent() {
            fs::create_dir_all(folder)?;
        }
        for folder in [above, &self.folder] {
            match private_folder().create(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => private(folder)?,
            }
        }
        Ok(())
    }

    /// Whether both folders are folders of this person, and no links.
    pub(super) fn is_own(&self) -> bool {
        self.folder.parent().into_iter().chain([self.folder.as_path()]).all(is_own)
    }

    /// Removes what nobody has used for long. A failure does no harm: the next fetch tries again.
    pub(super) fn remove_old(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if metadata.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > MOST_DAYS * DAY)) {
                let _ = if metadata.is_dir() && !self.is_current(&name) {
                    fs::remove_dir_all(entry.path())
                } else if metadata.is_file() {
                    fs::remove_file(entry.path())
                } else {
                    Ok(())
                };
            }
        }
    }

    /// Whether an entry refers to the folder. It may be older than its entry: the content has stayed the same.
    fn is_current(&self, folder: &str) -> bool {
        let Some((key, _)) = folder.split_once('-') else { return false };
        let Ok(entries) = fs::read_dir(&self.folder) else { return true };
        let keys = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut keys = keys.filter_map(|name| name.strip_suffix(".json").map(str::to_owned));
        keys.any(|full| {
            full.starts_with(key)
                && self.entry(&full).is_some_and(|entry| self.content(&full, &entry.content).ends_with(folder))
        })
    }
}

/// The documents under names, and with notes, that have nothing of their addresses.
fn renamed(fetched: &FetchedDocuments) -> FetchedDocuments {
    let mut renamed = fetched.clone();
    let name = |number: usize, file: &str| match number {
        0 => DOCUMENT.to_owned(),
        _ => format!("part-{number}.{}", file.rsplit('.').next().unwrap_or("xsd")),
    };
    let names: Vec<(String, String)> = fetched
        .documents
        .iter()
        .enumerate()
        .map(|(number, document)| (document.file.clone(), name(number, &document.file)))
        .collect();
    let new =
        |file: &str| names.iter().find(|(old, _)| old == file).map_or_else(|| file.to_owned(), |(_, new)| new.clone());
    for Fetched { file, url, imports, .. } in &mut renamed.documents {
        *file = new(file);
        url.clear();
        for file in imports.values_mut() {
            *file = new(file);
        }
    }
    renamed
}

fn now() -> Duration {
    // A clock before 1970 makes every copy one of the future.
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Makes folders that only this person may enter.
pub(in crate::cli) fn private_folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder
}

/// Takes a folder away from other readers. A link, and a folder of somebody else, is an error.
fn private(folder: &Path) -> io::Result<()> {
    if !is_own(folder) {
        let text = "it is a link, or a folder of somebody else: move it away, or set XDG_CACHE_HOME to another folder";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let permissions = fs::symlink_metadata(folder)?.permissions();
        if permissions.mode() & 0o077 != 0 {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        }
    }
    Ok(())
}

/// Whether this is a folder of this person, and no link.
#[cfg(unix)]
pub(in crate::cli) fn is_own(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let person = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir() && found.uid() == person)
}

#[cfg(not(unix))]
pub(in crate::cli) fn is_own(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir())
}

fn written(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)?.write_all(bytes)
}
