//! The database file: opening, locking and creating it. It is a file of the user, which no other sandbox uses, or a
//! temporary one.

use std::fs::{Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, Transaction, TransactionBehavior};
use tempfile::TempDir;

use crate::error::{DatabaseError, VERSION};

/// The number of operations that can read at the same time.
pub const READERS: usize = 3;

/// The longest wait for the lock of another program, and of a sandbox that is about to end.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_WITH_SANDBOXES: Duration = Duration::from_secs(1);

pub struct Database {
    pub writer: Connection,
    /// Each transaction of a reader sees the state that was committed when it began.
    pub readers: Vec<Connection>,
    /// Must be dropped after the connections.
    pub hold: Hold,
}

/// Kept for as long as a connection is open.
pub enum Hold {
    /// The lock of a user's file. The system releases it when the process ends, in whatever way.
    Lock { _connection: Mutex<Connection> },
    /// The folder of a temporary database.
    Folder { _folder: TempDir },
    /// A file without a name, which vanishes with its connections.
    Nothing,
}

impl Database {
    /// Opens a user's file, which is created if it does not exist.
    pub fn of_file(file: &Path) -> Result<Self, DatabaseError> {
        let file = absolute_path(file)?;
        let lock = lock(&file)?;
        refuse_others(&file)?;
        let (writer, readers) = connect(&file, "FULL")?;
        Ok(Self { writer, readers, hold: Hold::Lock { _connection: Mutex::new(lock) } })
    }

    /// Creates a temporary database. It is a file too, because a database in memory cannot be read while it is
    /// written.
    pub fn temporary() -> Result<Self, DatabaseError> {
        let folder = tempfile::Builder::new().prefix("email-campaign-sandbox-").tempdir().map_err(DatabaseError::Io)?;
        let (writer, readers) = connect(&folder.path().join("database"), "OFF")?;
        let hold = if cfg!(unix) {
            // On Unix open files need no name. Without one, no file remains even after a kill.
            folder.close().map_err(DatabaseError::Io)?;
            Hold::Nothing
        } else {
            Hold::Folder { _folder: folder }
        };
        Ok(Self { writer, readers, hold })
    }
}

/// The absolute path of the file without links, so that SQLite reads it as a path only.
fn absolute_path(file: &Path) -> Result<PathBuf, DatabaseError> {
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

/// `SQLite` names its log after the file: under another name of the file the log would be missing.
#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Creates an empty file that only its owner may read, because it will hold members and the hash of a password.
/// `SQLite` gives its log the same permissions. An existing file is not opened: closing it would end this process's
/// locks on it.
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

/// Refuses a database that is in use although its lock is free because the file of the lock was removed. A user of a
/// database with a log holds a lock on the file itself, so nobody else can end the log.
fn refuse_others(file: &Path) -> Result<(), DatabaseError> {
    let connection = Connection::open_with_flags(file, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
    connection.busy_timeout(PATIENCE_WITH_SANDBOXES)?;
    check_tables(&connection)?;
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

/// Takes the lock of a database: an open transaction on a second database beside it.
fn lock(file: &Path) -> Result<Connection, DatabaseError> {
    let mut beside = file.as_os_str().to_owned();
    beside.push("-lock");
    make(Path::new(&beside)).map_err(DatabaseError::Io)?;
    let lock = Connection::open_with_flags(PathBuf::from(beside), flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
    lock.busy_timeout(PATIENCE_WITH_SANDBOXES)?;
    let process = std::process::id();
    loop {
        // The process number is committed first, because others cannot read it before.
        let locking =
            lock.pragma_update(None, "user_version", process).and_then(|()| lock.execute_batch("BEGIN IMMEDIATE"));
        let holder = lock.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match locking {
            Ok(()) if holder == process => return Ok(lock),
            // Another sandbox began at the same moment and overwrote the number.
            Ok(()) => lock.execute_batch("ROLLBACK")?,
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                return Err(DatabaseError::InUse { process: holder });
            }
            Err(error) => return Err(error.into()),
        }
    }
}

fn flags(access: OpenFlags) -> OpenFlags {
    let flags = if access == OpenFlags::SQLITE_OPEN_READ_WRITE { OpenFlags::SQLITE_OPEN_CREATE } else { access };
    access | flags | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn connect(file: &Path, synchronous: &str) -> Result<(Connection, Vec<Connection>), DatabaseError> {
    let mut writer = Connection::open_with_flags(file, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
    writer.busy_timeout(PATIENCE)?;
    // Checked before any change: it may be another program's database.
    check_tables(&writer)?;
    if writer.is_readonly(MAIN_DB)? {
        return Err(DatabaseError::ReadOnly);
    }
    let mode: String = writer.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !mode.eq_ignore_ascii_case("wal") {
        return Err(DatabaseError::NoWriteAheadLog);
    }
    // FULL: acknowledged changes survive even a crash of the machine.
    writer.pragma_update(None, "synchronous", synchronous)?;
    writer.pragma_update(None, "foreign_keys", true)?;
    writer.set_prepared_statement_cache_capacity(128);
    let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
    create_tables(&transaction)?;
    transaction.commit()?;
    let mut readers = Vec::with_capacity(READERS);
    for _ in 0..READERS {
        let reader = Connection::open_with_flags(file, flags(OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        reader.busy_timeout(PATIENCE)?;
        reader.set_prepared_statement_cache_capacity(128);
        // The first read opens the log, which needs the name of the file.
        check_tables(&reader)?;
        readers.push(reader);
    }
    Ok((writer, readers))
}

const TABLES: &str = include_str!("schema.sql");

/// Refuses a database of another program or of a later version of the sandbox. A database without tables is new.
fn check_tables(connection: &Connection) -> Result<(), DatabaseError> {
    let version = version(connection)?;
    let count = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let tables = count("SELECT count(*) FROM sqlite_schema")?;
    let own = count(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('account', 'delivery', 'removal')",
    )?;
    match (version, tables, own) {
        (0, 0, _) | (VERSION, _, 3) => Ok(()),
        (later, _, 3) if later > VERSION => Err(DatabaseError::Later { version: later }),
        _ => Err(DatabaseError::Foreign),
    }
}

/// Creates the tables of a new database.
fn create_tables(transaction: &Transaction<'_>) -> Result<(), DatabaseError> {
    if version(transaction)? == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(())
}

fn version(connection: &Connection) -> Result<i64, DatabaseError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}
