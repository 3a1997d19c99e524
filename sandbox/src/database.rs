//! Opens the database: in a file that no other sandbox uses, or in a temporary one.

use std::fs::{Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use crate::database_error::DatabaseError;
use crate::schema;

/// So many operations can read at the same time.
pub const READERS: usize = 3;

/// How long another program's lock is waited for, and a sandbox that is about to end.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_WITH_SANDBOXES: Duration = Duration::from_secs(1);

/// An open database.
pub struct Database {
    /// The one connection that writes.
    pub writer: Connection,
    /// Connections that only read. Each of their transactions sees what was committed when it began.
    pub readers: Vec<Connection>,
    /// To be dropped after the connections.
    pub hold: Hold,
}

/// What is held for as long as a connection is open.
pub enum Hold {
    /// The lock of a database that is kept. The system gives it up when the process ends, however it ends.
    Lock { _connection: Mutex<Connection> },
    /// The folder of a database that is not kept.
    Folder { _folder: TempDir },
    /// A database without a name, which goes with its connections.
    Nothing,
}

impl Database {
    /// Opens a database that is kept, which is made if it is not there.
    pub fn kept(file: &Path) -> Result<Self, DatabaseError> {
        let file = place(file)?;
        let lock = lock(&file)?;
        refuse_others(&file)?;
        let (writer, readers) = connect(&file, "FULL")?;
        Ok(Self { writer, readers, hold: Hold::Lock { _connection: Mutex::new(lock) } })
    }

    /// Makes a database that is gone at the end. It is a file too, because only there can one write while others read.
    pub fn temporary() -> Result<Self, DatabaseError> {
        let folder = tempfile::Builder::new().prefix("email-campaign-sandbox-").tempdir().map_err(DatabaseError::Io)?;
        let (writer, readers) = connect(&folder.path().join("database"), "OFF")?;
        let hold = if cfg!(unix) {
            // Open files need no name there. Without one, nothing stays behind even after a kill.
            folder.close().map_err(DatabaseError::Io)?;
            Hold::Nothing
        } else {
            Hold::Folder { _folder: folder }
        };
        Ok(Self { writer, readers, hold })
    }
}

/// The file itself, without links: absolute, so that SQLite reads nothing else into its name.
fn place(file: &Path) -> Result<PathBuf, DatabaseError> {
    let name = file.as_os_str().as_encoded_bytes();
    if name.is_empty() || name == b":memory:" || name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"file:"))
    {
        return Err(DatabaseError::NoFileName);
    }
    match std::fs::metadata(file) {
        Ok(found) if !found.is_file() => return Err(DatabaseError::NoRegularFile),
        Ok(found) if has_other_names(&found) => return Err(DatabaseError::SeveralNames),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(file).map_err(DatabaseError::Io)?,
        Err(error) => return Err(DatabaseError::Io(error)),
    }
    file.canonicalize().map_err(DatabaseError::Io)
}

/// `SQLite` keeps its log beside the file by the file's name, so that under another name what is in the log is missing.
#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Makes an empty file that only its owner may read: it will hold members and the hash of a password. `SQLite` gives its log the same
/// permissions. A file that is there is not opened: closing it would end the locks that this process has on it.
fn make(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Refuses a database that somebody has open though the lock beside it is free, because the file of the lock was removed. Whoever has a
/// database with a log open holds a lock on the file itself, so that nobody else can end the log.
fn refuse_others(file: &Path) -> Result<(), DatabaseError> {
    let connection = Connection::open_with_flags(file, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
    connection.busy_timeout(PATIENCE_WITH_SANDBOXES)?;
    schema::check(&connection)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(DatabaseError::ReadOnly);
    }
    let ended = connection.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get::<_, String>(0));
    match ended {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
            Err(DatabaseError::InUse { process: 0 })
        }
        other => Ok(other.map(drop)?),
    }
}

/// Takes the lock of a database: a transaction, never ended, on a database beside it. Who holds it has the database.
fn lock(file: &Path) -> Result<Connection, DatabaseError> {
    let mut beside = file.as_os_str().to_owned();
    beside.push("-lock");
    make(Path::new(&beside)).map_err(DatabaseError::Io)?;
    let lock = Connection::open_with_flags(PathBuf::from(beside), flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
    lock.busy_timeout(PATIENCE_WITH_SANDBOXES)?;
    let process = std::process::id();
    loop {
        // The name is committed first: what a transaction has not committed, others cannot read.
        let taken =
            lock.pragma_update(None, "user_version", process).and_then(|()| lock.execute_batch("BEGIN IMMEDIATE"));
        let holder = lock.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match taken {
            Ok(()) if holder == process => return Ok(lock),
            // Another one began at the same moment, and its name came between.
            Ok(()) => lock.execute_batch("ROLLBACK")?,
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                return Err(DatabaseError::InUse { process: holder });
            }
            Err(error) => return Err(error.into()),
        }
    }
}

fn flags(access: OpenFlags) -> OpenFlags {
    let made = if access == OpenFlags::SQLITE_OPEN_READ_WRITE { OpenFlags::SQLITE_OPEN_CREATE } else { access };
    access | made | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn connect(file: &Path, synchronous: &str) -> Result<(Connection, Vec<Connection>), DatabaseError> {
    let mut writer = Connection::open_with_flags(file, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
    writer.busy_timeout(PATIENCE)?;
    // Before anything is changed: it may be another program's.
    schema::check(&writer)?;
    if writer.is_readonly(MAIN_DB)? {
        return Err(DatabaseError::ReadOnly);
    }
    let mode: String = writer.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !mode.eq_ignore_ascii_case("wal") {
        return Err(DatabaseError::NoWriteAheadLog);
    }
    // FULL: what was acknowledged stays, even if the machine stops at once.
    writer.pragma_update(None, "synchronous", synchronous)?;
    writer.pragma_update(None, "foreign_keys", true)?;
    writer.set_prepared_statement_cache_capacity(128);
    let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
    schema::prepare(&transaction)?;
    transaction.commit()?;
    let mut readers = Vec::with_capacity(READERS);
    for _ in 0..READERS {
        let reader = Connection::open_with_flags(file, flags(OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        reader.busy_timeout(PATIENCE)?;
        reader.set_prepared_statement_cache_capacity(128);
        // The first read opens the log, for which the file must still have its name.
        schema::check(&reader)?;
        readers.push(reader);
    }
    Ok((writer, readers))
}
