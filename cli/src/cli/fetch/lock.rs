//! The lock of a folder while files are saved into it. The system releases it when the process ends, in whatever way.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Held until it is dropped.
pub(in crate::cli) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks by a file, which is made; `None` if another process has the lock.
    pub(in crate::cli) fn take(path: &Path) -> io::Result<Option<Self>> {
        match opened(path) {
            // The process that had the lock just removed its folder.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => Ok(opened?.map(|file| Self { _file: file })),
        }
    }
}

#[cfg(unix)]
fn opened(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};

    use rustix::fs::{FlockOperation, OFlags, flock};

    let follows_no_link = OFlags::NOFOLLOW.bits().cast_signed();
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).custom_flags(follows_no_link).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
        locked => locked?,
    }
    // The process that had the lock before may have removed the file since it was opened.
    let (own, found) = (file.metadata()?, std::fs::symlink_metadata(path)?);
    Ok((own.dev() == found.dev() && own.ino() == found.ino()).then_some(file))
}

#[cfg(windows)]
fn opened(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;

    /// The file is removed when it is closed.
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    /// Somebody else has the file.
    const SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    let opened =
        options.write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE).open(path);
    match opened {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}
