//! Atomic replacement of files: readers see the old text or the new one, also after a failure.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file if `may_replace` allows it just before the replacement; returns whether it was written. A symbolic link stays a link, and
/// its target is replaced.
pub fn replace(path: &Path, text: &str, may_replace: impl FnOnce(&Path) -> io::Result<bool>) -> io::Result<bool> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (beside, mut file) = loop {
        // A random name, so that nobody can prepare a link of that name.
        let beside = target.with_file_name(format!(".{:016x}.new", RandomState::new().hash_one(0)));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => break (beside, opened?),
        }
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| match fs::metadata(&target) {
        Ok(present) => file.set_permissions(present.permissions()),
        Err(_) => Ok(()),
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
