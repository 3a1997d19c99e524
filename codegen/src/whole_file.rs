//! Atomic replacement of files: readers see the old text or the new one, also after a failure.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file if `may_replace` allows it just before the replacement; returns whether it was written. A symbolic link stays a link, and
/// its target is replaced.
pub fn replace(path: &Path, text: &str, may_replace: impl FnOnce(&Path) -> io::Result<bool>) -> io::Result<bool> {
    replaced(path, text, Readers::AsBefore, may_replace)
}

/// Writes a file that only its owner may read, also if others could read the one before.
pub fn replace_secret(path: &Path, text: &str) -> io::Result<()> {
    replaced(path, text, Readers::Owner, |_| Ok(true)).map(drop)
}

#[derive(Clone, Copy, PartialEq)]
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

fn replaced(
    path: &Path,
    text: &str,
    readers: Readers,
    may_replace: impl FnOnce(&Path) -> io::Result<bool>,
) -> io::Result<bool> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (beside, mut file) = loop {
        // A random name, so that nobody can prepare a link of that name.
        let beside = target.with_file_name(format!(".{:016x}.new", RandomState::new().hash_one(0)));
        match readers.options().open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => break (beside, opened?),
        }
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| match fs::metadata(&target) {
        Ok(present) if readers == Readers::AsBefore => file.set_permissions(present.permissions()),
        _ => Ok(()),
    });
    drop(file);
    let replaced = written.and_then(|()| {
        let may_replace = may_replace(&target)?;
        if may_replace {
            fs::rename(&beside, &target)?;
        }
        Ok(may_replace)
    });
    if !matches!(replaced, Ok(true)) {
        // The file may be missing.
        let _ = fs::remove_file(&beside);
    }
    replaced
}
