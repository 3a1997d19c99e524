//! Files that are written as a whole: who reads one meanwhile, or after a failure, finds the old text or the new one.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file, if `may_replace` allows it right before; whether it was written. A link stays one, and what it leads to is replaced.
pub fn replace(path: &Path, text: &str, may_replace: impl FnOnce(&Path) -> io::Result<bool>) -> io::Result<bool> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (beside, mut file) = loop {
        // Nobody can put a link where they do not know the name.
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
        // It may not be there at all.
        let _ = fs::remove_file(&beside);
    }
    replaced
}
