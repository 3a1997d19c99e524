//! Files that are read again once they have changed.
//!
//! Polling works on every file system, for editors that overwrite a file and for those that replace it, and for files that do not exist yet.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Modification time and size; `None` for a missing file.
pub(super) type Stamp = Option<(SystemTime, u64)>;

pub(super) fn stamp(file: &Path) -> Stamp {
    let metadata = fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// The stamps of files.
#[derive(Default)]
pub(super) struct Stamps {
    files: Vec<PathBuf>,
    /// When the files were read.
    read: Vec<Stamp>,
    /// In the last round.
    observed: Vec<Stamp>,
}

impl Stamps {
    /// For files that were read, each with its stamp of before: later changes are seen in the next round.
    pub(super) fn of(files: Vec<(PathBuf, Stamp)>) -> Self {
        let (files, read): (Vec<_>, Vec<_>) = files.into_iter().unzip();
        Self { files, observed: read.clone(), read }
    }

    /// One round: whether the files have changed since they were read, and not since the last round, so that no half-written file is read.
    pub(super) fn have_changed(&mut self) -> bool {
        let now: Vec<Stamp> = self.files.iter().map(|file| stamp(file)).collect();
        let is_settled = now == self.observed;
        self.observed = now;
        is_settled && self.observed != self.read
    }
}
