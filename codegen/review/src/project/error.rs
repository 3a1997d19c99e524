//! Errors of comparisons.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use asmx_types::display::{shown_line, shown_lines};

use crate::diff::CONFIGURATION_FILE;
use asmx_codegen::diagnostic::Diagnostics;

/// Why versions cannot be compared. `Display` is the text for people.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The program `git` could not be run.
    #[error("error: cannot run the program `git`: {source}")]
    NoGit {
        /// The error of the operating system.
        source: io::Error,
    },
    /// A folder is outside of a repository, or git refuses to read it.
    #[error(
        "error: {} is not in a readable git repository: run this in the repository of the spec, or compare two files with `asmx diff OLD NEW`{}",
        display(folder),
        git_message(message)
    )]
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// The message of git.
        message: String,
    },
    /// A reference is unknown.
    #[error(
        "error: unknown commit `{}`: use a commit, a branch or a tag of this repository, and fetch it first{}",
        display(reference),
        git_message(message)
    )]
    NoCommit {
        /// The reference.
        reference: String,
        /// The message of git; empty if git was not run.
        message: String,
    },
    /// Two commits have no common ancestor.
    #[error("error: this change and `{}` have no common ancestor: fetch the complete history", display(reference))]
    NoMergeBase {
        /// The commit that the change is compared with.
        reference: String,
    },
    /// A git command failed.
    #[error("error: git {} failed{}", display(arguments), git_message(message))]
    Git {
        /// The arguments of the command.
        arguments: String,
        /// The message of git.
        message: String,
    },
    /// A location begins with `git:`, but does not have the form `git:REF:path`.
    #[error("error: `{}` is not a file of a commit: write git:REF:path", display(text))]
    NoLocation {
        /// The text.
        text: String,
    },
    /// A file is missing, on both sides of a comparison.
    #[error("error: file not found: {}", display(name))]
    NoFile {
        /// Its name.
        name: String,
    },
    /// A file could not be read.
    #[error("error: cannot read {}: {source}", display(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A spec has mistakes, or a document cannot be imported.
    #[error("in {}:\n{source}", display(name))]
    Mistakes {
        /// The file's name.
        name: String,
        /// The mistakes.
        source: Diagnostics,
    },
    /// The configuration file cannot be read.
    #[error("error: {}: {}", display(path), shown_lines(message.trim_end()))]
    Configuration {
        /// The file.
        path: PathBuf,
        /// The mistake, with its place.
        message: String,
    },
    /// No spec is given or configured.
    #[error(
        "error: no spec is given, and no {} in {} or above lists one: name the spec, or list it there (`specs = [\"spec/shop.xml\"]`)",
        CONFIGURATION_FILE,
        display(folder)
    )]
    NoSpec {
        /// The working folder.
        folder: PathBuf,
    },
}

impl ReviewError {
    /// A named file is missing. A relative name is shown with the working folder.
    pub(super) fn no_file(path: &Path) -> Self {
        let name = path.to_string_lossy();
        match env::current_dir() {
            Ok(folder) if path.is_relative() => {
                Self::NoFile { name: format!("{name} in {}", folder.to_string_lossy()) }
            }
            _ => Self::NoFile { name: name.into_owned() },
        }
    }

    pub(super) fn no_spec() -> Self {
        Self::NoSpec { folder: env::current_dir().unwrap_or_default() }
    }
}

fn display(text: impl AsRef<std::ffi::OsStr>) -> String {
    shown_line(&text.as_ref().to_string_lossy()).into_owned()
}

/// The message of git, on its own line.
fn git_message(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { String::new() } else { format!("\n  git says: {}", shown_line(&lines.join(" "))) }
}
