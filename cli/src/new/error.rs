//! Why no crate was made.

use std::io;
use std::path::{Path, PathBuf};

use asmx_codegen::diagnostic::quoted;
use asmx_codegen::output::GenerateError;
use asmx_types::shown::shown_line;

/// Why no crate was made. `Display` gives the text for people.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum NewError {
    /// No Rust can be generated from the document or spec.
    #[error("{0}")]
    Generate(#[from] GenerateError),
    /// The folder has something in it, or is no folder.
    #[error("error: {} is there and is not an empty folder: name one that is not there yet", shown(folder))]
    Occupied {
        /// The folder.
        folder: PathBuf,
    },
    /// The crate cannot have that name.
    #[error("error: a crate cannot be called {}: {reason}; choose one with `--name`", quoted(name))]
    Name {
        /// The name.
        name: String,
        /// Why, in words that go on after the name.
        reason: String,
    },
    /// The folder is not the workspace of these crates.
    #[error("error: {} {reason}", shown(folder))]
    NoWorkspace {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it, in words that go on after it.
        reason: String,
    },
    /// A file or folder could not be written.
    #[error("error: cannot write {}: {source}", shown(path))]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

asmx_types::debug_is_a_sentence!(NewError);

/// A path as people may see it.
fn shown(path: &Path) -> String {
    shown_line(&path.to_string_lossy()).into_owned()
}
