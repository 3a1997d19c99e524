//! Why a review is not possible.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use asmx_types::shown::{shown_line, shown_lines};

use crate::diff::CONFIGURATION_FILE;
use asmx_codegen::diagnostic::Diagnostics;
use asmx_codegen::output::GenerateError;

/// Why versions could not be compared, or a change not be reviewed. `Display` gives the text for people.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The program `git` could not be run.
    #[error("error: cannot run the program `git`: {source}")]
    NoGit {
        /// The error of the system.
        source: io::Error,
    },
    /// A folder is in no repository, or git refuses to read it.
    #[error(
        "error: {} is in no git repository that can be read: go to the repository of the spec, or compare two files with `asmx diff OLD NEW`{}",
        shown(folder),
        said(message)
    )]
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// What git says.
        message: String,
    },
    /// A text names no commit.
    #[error(
        "error: `{}` is no commit of this repository: give a commit, a branch or a tag, and fetch it first{}",
        shown(reference),
        said(message)
    )]
    NoCommit {
        /// The text.
        reference: String,
        /// What git says; empty if git was not asked.
        message: String,
    },
    /// Two commits have no common one.
    #[error(
        "error: this change and `{}` have no commit in common: fetch the whole history, not a part",
        shown(reference)
    )]
    NoMergeBase {
        /// The commit that the change is compared with.
        reference: String,
    },
    /// Git could not do what it was asked for.
    #[error("error: git {} failed{}", shown(arguments), said(message))]
    Git {
        /// What was asked for.
        arguments: String,
        /// What git says.
        message: String,
    },
    /// A text that begins with `git:` and goes on otherwise than `git:REF:path`.
    #[error("error: `{}` names no file of a commit: write git:REF:path", shown(text))]
    NoLocation {
        /// The text.
        text: String,
    },
    /// There is no such file: on no side, where two are compared.
    #[error("error: there is no file {}", shown(name))]
    NoFile {
        /// Its name.
        name: String,
    },
    /// A file could not be read.
    #[error("error: cannot read {}: {source}", shown(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A spec has mistakes, or a document cannot be imported.
    #[error("in {}:\n{source}", shown(name))]
    Mistakes {
        /// The file's name.
        name: String,
        /// The mistakes.
        source: Diagnostics,
    },
    /// The configuration file cannot be read.
    #[error("error: {}: {}", shown(path), shown_lines(message.trim_end()))]
    Configuration {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its place.
        message: String,
    },
    /// No spec was given, and no configuration names one.
    #[error(
        "error: no spec is given, and no {} in {} or above lists one: name the spec, or list it there (`specs = [\"spec/shop.xml\"]`)",
        CONFIGURATION_FILE,
        shown(folder)
    )]
    NoSpec {
        /// The working folder.
        folder: PathBuf,
    },
    /// Generated code could not be compared with what the specs give.
    #[error("{}", one_after_another(.0))]
    Generated(Vec<GenerateError>),
}

impl ReviewError {
    /// A file that a person named is missing. A relative name is shown with the folder in which it was looked for.
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

/// A text that people may see, on one line.
fn shown(text: impl AsRef<std::ffi::OsStr>) -> String {
    shown_line(&text.as_ref().to_string_lossy()).into_owned()
}

/// What git says of it, on a line of its own.
fn said(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { String::new() } else { format!("\n  git says: {}", shown_line(&lines.join(" "))) }
}

fn one_after_another(errors: &[GenerateError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n")
}
