//! Why a document is not usable.

use std::fmt;
use std::io;
use std::path::PathBuf;

use asmx_codegen::Diagnostics;
use asmx_types::shown::shown_line;

/// Why a document is not usable. `Display` gives the text for people, of mistakes each with its line.
#[non_exhaustive]
pub enum DocumentError {
    /// The file could not be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The document has mistakes.
    Mistakes(Diagnostics),
}

asmx_types::debug_is_a_sentence!(DocumentError);

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, source } => {
                write!(formatter, "cannot read {}: {source}", shown_line(&path.to_string_lossy()))
            }
            Self::Mistakes(diagnostics) => diagnostics.fmt(formatter),
        }
    }
}

impl std::error::Error for DocumentError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Mistakes(diagnostics) => Some(diagnostics),
        }
    }
}
