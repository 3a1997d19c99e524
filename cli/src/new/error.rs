use std::io;
use std::path::{Path, PathBuf};

use asmx_codegen::diagnostic::quoted;
use asmx_codegen::output::GenerateError;
use asmx_types::display::shown_line;

/// Why no crate was made. `Display` gives the text for people.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum NewError {
    /// The document or spec has mistakes.
    #[error("{0}")]
    Generate(#[from] GenerateError),
    /// The folder is not empty, or is a file.
    #[error("error: {} exists and is not an empty folder; name a new folder", display(folder))]
    Occupied {
        /// The folder.
        folder: PathBuf,
    },
    /// The package name is not valid.
    #[error("error: invalid package name {}: {reason}; choose another one with `--name`", quoted(name))]
    Name {
        /// The name.
        name: String,
        /// The reason, as the end of a sentence about the name.
        reason: String,
    },
    /// `--path` does not name the workspace of these crates.
    #[error("error: {} {reason}", display(folder))]
    NoWorkspace {
        /// The folder.
        folder: PathBuf,
        /// The reason, as the end of a sentence about the folder.
        reason: String,
    },
    /// A name of the client was given with a spec.
    #[error("error: `--client` is for documents; {} states the name: `<service name=\"…\">`", display(spec))]
    ClientOfSpec {
        /// The spec.
        spec: PathBuf,
    },
    /// Effects were stated for a spec, which states its own.
    #[error(
        "error: {} is a spec, which states the effect of each operation: write it there, without `--reads`, `--writes` and `--sends`",
        display(spec)
    )]
    EffectsOfSpec {
        /// The spec.
        spec: PathBuf,
    },
    /// A file or folder could not be written.
    #[error("error: cannot write {}: {source}", display(path))]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

asmx_types::debug_is_a_sentence!(NewError);

fn display(path: &Path) -> String {
    shown_line(&path.to_string_lossy()).into_owned()
}
