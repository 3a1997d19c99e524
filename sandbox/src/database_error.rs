//! Why a database cannot be used.

use std::io;

use rusqlite::ErrorCode;

/// Told by `PRAGMA user_version`: a database of another version is not opened.
pub const VERSION: i64 = 1;

/// Why a database cannot be used.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum DatabaseError {
    /// It is no name of a file: empty, `:memory:` or an address that begins with `file:`.
    #[error(
        "that is no name of a file; addresses (`file:…`) and `:memory:` are not taken. Name a file, `./…` if its name really \
         begins so, or name none: then nothing is kept"
    )]
    NoFileName,
    /// It is a directory, a device or the like.
    #[error("it is no regular file; name a file, which is made if it is not there")]
    NoRegularFile,
    /// It is a file with several names.
    #[error(
        "the file has several names (hard links), and SQLite keeps its log under one of them; use a copy, or remove the other names"
    )]
    SeveralNames,
    /// Another sandbox uses it.
    #[error("{} uses it already; end that one first, or name another file", holder(*process))]
    InUse {
        /// The process of that sandbox; 0 if it is not known.
        process: u32,
    },
    /// A later version of the sandbox made it.
    #[error("a later version of the sandbox made it (its version is {version}, this sandbox knows {known}); use that one", known = VERSION)]
    Later {
        /// The version of its tables.
        version: i64,
    },
    /// It is a database of another program, which stays as it is.
    #[error("it is a database of another program; name another file")]
    Foreign,
    /// It is a file, but no `SQLite` database.
    #[error("the file is no SQLite database; name another one")]
    NoDatabase,
    /// It can be read, but not written.
    #[error("it cannot be written; check the permissions of the file and of its folder")]
    ReadOnly,
    /// Its file system lacks what `SQLite`'s write-ahead log needs.
    #[error("its file system does not allow SQLite's write-ahead log; use a file on a disk of this machine")]
    NoWriteAheadLog,
    /// The file cannot be found, made or opened.
    #[error("{0}; check that its folder is there and may be written")]
    Io(#[source] io::Error),
    /// `SQLite` failed.
    #[error("SQLite says: {0}")]
    Sqlite(#[source] Box<dyn std::error::Error + Send + Sync>),
}

asmx_runtime::__private::debug_is_a_sentence!(DatabaseError);

fn holder(process: u32) -> String {
    if process == std::process::id() {
        "Another sandbox of this process".to_owned()
    } else if process == 0 {
        "Another program".to_owned()
    } else {
        format!("Another sandbox, process {process},")
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NoDatabase,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Self::ReadOnly,
            _ => Self::Sqlite(Box::new(error)),
        }
    }
}
