//! Files with specs and documents. A repository or a folder of somebody else may hold pipes and devices, which are endless or never answer.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// The largest file that is read, in bytes.
pub const LARGEST: u64 = 64 << 20;

/// The content of a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    // The message of the system for a folder is known to people.
    if !found.is_file() && !found.is_dir() {
        return Err(io::Error::other("it is a pipe or a device, not a file"));
    }
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {} MB", LARGEST >> 20));
    read_at_most(path, LARGEST)?.ok_or_else(too_large)
}

/// The content of a file; `None` if it has more bytes than `most`.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= most))
}
