//! Why a sandbox cannot be opened, started or changed.

use std::net::SocketAddr;
use std::path::PathBuf;

use asmx_runtime::server::ServerError;

use crate::database_error::DatabaseError;
use crate::refusal::Refusal;

/// Why a sandbox cannot be opened, started or changed.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum SandboxError {
    /// The database cannot be used.
    #[error("the database{} cannot be used: {error}", file.as_ref().map(|file| format!(" `{}`", file.display())).unwrap_or_default())]
    Database {
        /// The file, unless it is one of the sandbox's own that is not kept.
        file: Option<PathBuf>,
        /// Why not.
        #[source]
        error: DatabaseError,
    },
    /// What was asked for is wrong.
    #[error("{0}")]
    Refused(Refusal),
    /// The settings of the server are wrong.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}{}", way_out(error))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
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
