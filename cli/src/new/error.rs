//! Why no crate was made.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use asmx_types::shown::shown_line;

use crate::diagnostic::quoted;
use crate::output::GenerateError;

/// Why no crate was made. `Display` gives the text for people.
#[non_exhaustive]
pub enum NewError {
    /// No Rust can be generated from the document or spec.
    Generate(GenerateError),
    /// The folder has something in it, or is no folder.
    Occupied {
        /// The folder.
        folder: PathBuf,
    },
    /// The crate cannot have that name.
    Name {
        /// The name.
        name: String,
        /// Why, in words that go on after the name.
        reason: String,
    },
    /// The folder is not the workspace of these crates.
    NoWorkspace {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it, in words that go on after it.
        reason: String,
    },
    /// A file or folder could not be written.
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

asmx_types::debug_is_a_sentence!(NewError);

impl fmt::Display for NewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generate(error) => error.fmt(formatter),
            Self::Occupied { folder } => write!(
                formatter,
                "error: {} is there and is not an empty folder: name one that is not there yet",
                shown(folder)
            ),
            Self::Name { name, reason } => {
                write!(
                    formatter,
                    "error: a crate cannot be called {}: {reason}; choose one with `--name`",
                    quoted(name)
                )
            }
            Self::NoWorkspace { folder, reason } => write!(formatter, "error: {} {reason}", shown(folder)),
            Self::Unwritable { path, source } => write!(formatter, "error: cannot write {}: {source}", shown(path)),
        }
    }
}

/// A path as people may see it.
fn shown(path: &Path) -> String {
    shown_line(&path.to_string_lossy()).into_owned()
}

impl Error for NewError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Generate(error) => Some(error),
            Self::Unwritable { source, .. } => Some(source),
            Self::Occupied { .. } | Self::Name { .. } | Self::NoWorkspace { .. } => None,
        }
    }
}

impl From<GenerateError> for NewError {
    fn from(error: GenerateError) -> Self {
        Self::Generate(error)
    }
}
