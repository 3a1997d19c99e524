//! Atomic replacement of files: readers see the old text or the new one, also after a failure.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file if `may_replace` allows it just before the replacement; returns whether it was written. A symbolic link stays a link, and
/// its target is replaced.
pub fn replace(path: &Path, text: &str, may_replace: impl FnOnce(&Path) -> io::Result<bool>) -> io::Result<bool> {
    replaced(path, text, Readers::AsBefore, may_replace)
}

/// Writes a file that only its owner may read, also if others could read the one before.
pub fn replace_secret(path: &Path, text: &str) -> io::Result<()> {
    replaced(path, text, Readers::Owner, |_| Ok(true)).map(drop)
}

fn replaced(
    path: &Path,
    text: &str,
    readers: Readers,
    may_replace: impl FnOnce(&Path) -> io::Result<bool>,
) -> io::Result<bool> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut file = NewFile::create(&target, readers)?;
    file.write_all(text.as_bytes())?;
    if may_replace(&target)? { file.complete().map(|()| true) } else { Ok(false) }
}

/// A file that gets its name once it is complete. Until then it has a random name in the same folder; dropped before, it is removed.
///
/// A file of that name is replaced, and so is a symbolic link: its target stays.
#[derive(Debug)]
pub struct NewFile {
    /// `None` after [`complete`](Self::complete).
    file: Option<File>,
    beside: PathBuf,
    target: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Readers {
    AsBefore,
    Owner,
}

impl Readers {
    fn options(self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if self == Self::Owner {
            use std::os::unix::fs::OpenOptionsExt as _;
            options.mode(0o600);
        }
        options
    }
}

impl NewFile {
    /// A new file beside `target`, with the permissions of the file that it will replace.
    ///
    /// # Errors
    ///
    /// The folder is missing or cannot be written, or `target` is a folder.
    pub fn beside(target: &Path) -> io::Result<Self> {
        if target.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Self::create(target, Readers::AsBefore)
    }

    fn create(target: &Path, readers: Readers) -> io::Result<Self> {
        let present =
            fs::symlink_metadata(target).ok().filter(|present| readers == Readers::AsBefore && present.is_file());
        // No other process reads the file between its creation and its permissions.
        let readers = if present.is_some() { Readers::Owner } else { readers };
        let (beside, file) = loop {
            // A random name, so that nobody can prepare a link of that name.
            let beside = target.with_file_name(format!(".{:016x}.new", RandomState::new().hash_one(0)));
            match readers.options().open(&beside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => break (beside, opened?),
            }
        };
        let new = Self { file: Some(file), beside, target: target.to_owned() };
        if let (Some(present), Some(file)) = (present, &new.file) {
            file.set_permissions(present.permissions())?;
        }
        Ok(new)
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// The system refuses; the file is removed.
    pub fn complete(mut self) -> io::Result<()> {
        // Windows renames no file that is open.
        drop(self.file.take());
        fs::rename(&self.beside, &self.target).inspect_err(|_| self.remove())
    }

    fn remove(&self) {
        // The first error is reported, not that of the removal.
        let _ = fs::remove_file(&self.beside);
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            self.remove();
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}
