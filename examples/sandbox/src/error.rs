//! Errors of opening, starting or changing a sandbox, and those of its database.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use asmx_runtime::server::ServerError;
use rusqlite::ErrorCode;

use crate::refusal::Refusal;

/// The reason why a sandbox cannot be opened, started or changed.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum SandboxError {
    /// The database cannot be used.
    #[error("the database{} cannot be used: {error}", file.as_ref().map(|file| format!(" `{}`", file.display())).unwrap_or_default())]
    Database {
        /// The file; `None` for a temporary one.
        file: Option<PathBuf>,
        /// The reason.
        #[source]
        error: DatabaseError,
    },
    /// The request is wrong.
    #[error("{0}")]
    Refused(Refusal),
    /// The settings of the server are wrong.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The sandbox cannot listen at the address.
    #[error("cannot listen at {address}: {error}{}", way_out(error))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: std::io::Error,
    },
    /// Serving failed.
    #[error("serving failed: {0}")]
    Serve(std::io::Error),
}

asmx_runtime::__private::debug_is_a_sentence!(SandboxError);

fn way_out(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => "; `--port 0` takes a free port",
        _ => "",
    }
}

/// The value of `PRAGMA user_version`. A database of another version is not opened.
pub const VERSION: i64 = 1;

/// The reason why a database cannot be used.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum DatabaseError {
    /// It is not the path of a file: empty, `:memory:` or a URI that begins with `file:`.
    #[error(
        "it is not a path of a file: empty names, `:memory:` and URIs (`file:…`) are not accepted. Name a file (write `./file:…` if \
         its name begins so), or leave the database out: then everything is gone at the end"
    )]
    NoFileName,
    /// It is not a regular file but a directory, a device or the like.
    #[error("it is not a regular file; name a file, which is created if it does not exist")]
    NoRegularFile,
    /// It is a file with several names (hard links).
    #[error(
        "the file has several names (hard links), but SQLite keeps its log under one of them; use a copy, or remove the other names"
    )]
    SeveralNames,
    /// Another sandbox uses it.
    #[error("{} uses it already; stop that one first, or name another file", holder(*process))]
    InUse {
        /// The process of that sandbox; 0 if unknown.
        process: u32,
    },
    /// A later version of the sandbox made it.
    #[error("a later version of the sandbox created it (its version is {version}, this sandbox knows {known}); use that version", known = VERSION)]
    Later {
        /// The version of its tables.
        version: i64,
    },
    /// It is a database of another program, which is not changed.
    #[error("it is a database of another program; name another file")]
    Foreign,
    /// It is a file, but not an `SQLite` database.
    #[error("the file is not an SQLite database; name another one")]
    NoDatabase,
    /// It can be read, but not written.
    #[error("it cannot be written; check the permissions of the file and of its folder")]
    ReadOnly,
    /// Its file system does not support `SQLite`'s write-ahead log.
    #[error("its file system does not allow SQLite's write-ahead log; use a file on a disk of this machine")]
    NoWriteAheadLog,
    /// The file cannot be found, made or opened.
    #[error("{0}; check that its folder exists and can be written")]
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
