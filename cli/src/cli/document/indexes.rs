//! Indexes of documents, in the folder of the documents of addresses.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use asmx_codegen::{source_file, whole_file};

use super::super::folders;
use super::cache::Cache;

/// The most indexes. The oldest give way.
const MOST: usize = 64;

const ENDING: &str = "index";

pub(in crate::cli) struct Indexes(Cache);

impl Indexes {
    /// Those of the person who runs the program.
    pub(in crate::cli) fn of_person() -> Option<Self> {
        folders::cache().map(|folder| Self(Cache::new(&folder)))
    }

    /// The text for a key; `None` if there is none, or one of more bytes than these.
    pub(in crate::cli) fn read(&self, key: &str, most: u64) -> Option<String> {
        self.0.is_own().then_some(())?;
        let path = self.path(key);
        fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        String::from_utf8(source_file::read_at_most(&path, most).ok()??).ok()
    }

    pub(in crate::cli) fn keep(&self, key: &str, text: &str) -> io::Result<()> {
        self.0.make()?;
        whole_file::replace_secret(&self.path(key), text)?;
        self.0.remove_old();
        self.remove_most();
        Ok(())
    }

    fn path(&self, key: &str) -> PathBuf {
        self.0.folder().join(format!("{key}.{ENDING}"))
    }

    /// A failure does no harm: the next index tries again.
    fn remove_most(&self) {
        let Ok(entries) = fs::read_dir(self.0.folder()) else { return };
        let is_index = |path: &PathBuf| Path::new(path).extension().is_some_and(|ending| ending == ENDING);
        let modified = |path: PathBuf| {
            Some((fs::symlink_metadata(&path).ok()?.modified().unwrap_or(SystemTime::UNIX_EPOCH), path))
        };
        let mut all: Vec<_> =
            entries.flatten().map(|entry| entry.path()).filter(is_index).filter_map(modified).collect();
        all.sort();
        let more = all.len().saturating_sub(MOST);
        for (_, path) in all.into_iter().take(more) {
            let _ = fs::remove_file(path);
        }
    }
}
