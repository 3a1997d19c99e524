//! Why a document is not usable.

use std::io;
use std::path::PathBuf;

use asmx_codegen::Diagnostics;
use asmx_types::display::shown_line;

/// Why a document is not usable. `Display` gives the text for people, of mistakes each with its line.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum DocumentError {
    /// The file could not be read.
    #[error("cannot read {}: {source}", shown_line(&path.to_string_lossy()))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The document has mistakes.
    #[error("{0}")]
    Mistakes(#[source] Diagnostics),
}

asmx_types::debug_is_a_sentence!(DocumentError);
