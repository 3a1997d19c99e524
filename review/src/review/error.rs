//! Why a review is not possible.

use std::env;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use asmx_types::shown::{shown_line, shown_lines};

use crate::diagnostic::Diagnostics;
use crate::diff::CONFIGURATION_FILE;
use crate::output::GenerateError;

/// Why versions could not be compared, or a change not be reviewed. `Display` gives the text for people.
#[non_exhaustive]
#[derive(Debug)]
pub enum ReviewError {
    /// The program `git` could not be run.
    NoGit {
        /// The error of the system.
        source: io::Error,
    },
    /// A folder is in no repository, or git refuses to read it.
    NoRepository {
        /// The folder.
        folder: PathBuf,
        /// What git says.
        message: String,
    },
    /// A text names no commit.
    NoCommit {
        /// The text.
        reference: String,
        /// What git says; empty if git was not asked.
        message: String,
    },
    /// Two commits have no common one.
    NoMergeBase {
        /// The commit that the change is compared with.
        reference: String,
    },
    /// Git could not do what it was asked for.
    Git {
        /// What was asked for.
        arguments: String,
        /// What git says.
        message: String,
    },
    /// A text that begins with `git:` and goes on otherwise than `git:REF:path`.
    NoLocation {
        /// The text.
        text: String,
    },
    /// There is no such file: on no side, where two are compared.
    NoFile {
        /// Its name.
        name: String,
    },
    /// A file could not be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A spec has mistakes, or a document cannot be imported.
    Mistakes {
        /// The file's name.
        name: String,
        /// The mistakes.
        source: Diagnostics,
    },
    /// The configuration file cannot be read.
    Configuration {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its place.
        message: String,
    },
    /// No spec was given, and no configuration names one.
    NoSpec {
        /// The working folder.
        folder: PathBuf,
    },
    /// Generated code could not be compared with what the specs give.
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

impl fmt::Display for ReviewError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGit { source } => write!(formatter, "error: cannot run the program `git`: {source}"),
            Self::NoRepository { folder, message } => {
                let folder = folder.to_string_lossy();
                write!(
                    formatter,
                    "error: {} is in no git repository that can be read: go to the repository of the spec, or compare two files with \
                     `asmx diff OLD NEW`",
                    shown_line(&folder)
                )?;
                said(formatter, message)
            }
            Self::NoCommit { reference, message } => {
                let reference = shown_line(reference);
                write!(
                    formatter,
                    "error: `{reference}` is no commit of this repository: give a commit, a branch or a tag, and fetch it first"
                )?;
                said(formatter, message)
            }
            Self::NoMergeBase { reference } => {
                let reference = shown_line(reference);
                write!(
                    formatter,
                    "error: this change and `{reference}` have no commit in common: fetch the whole history, not a part"
                )
            }
            Self::Git { arguments, message } => {
                write!(formatter, "error: git {} failed", shown_line(arguments))?;
                said(formatter, message)
            }
            Self::NoLocation { text } => {
                write!(formatter, "error: `{}` names no file of a commit: write git:REF:path", shown_line(text))
            }
            Self::NoFile { name } => write!(formatter, "error: there is no file {}", shown_line(name)),
            Self::Unreadable { path, source } => {
                write!(formatter, "error: cannot read {}: {source}", shown_line(&path.to_string_lossy()))
            }
            Self::Mistakes { name, source } => write!(formatter, "in {}:\n{source}", shown_line(name)),
            Self::Configuration { path, message } => {
                let path = path.to_string_lossy();
                write!(formatter, "error: {}: {}", shown_line(&path), shown_lines(message.trim_end()))
            }
            Self::NoSpec { folder } => write!(
                formatter,
                "error: no spec is given, and no {CONFIGURATION_FILE} in {} or above lists one: name the spec, or list it there \
                 (`specs = [\"spec/shop.xml\"]`)",
                shown_line(&folder.to_string_lossy())
            ),
            Self::Generated(errors) => {
                for (index, error) in errors.iter().enumerate() {
                    let between = if index > 0 { "\n\n" } else { "" };
                    write!(formatter, "{between}{error}")?;
                }
                Ok(())
            }
        }
    }
}

/// What git says of it, on a line of its own.
fn said(formatter: &mut fmt::Formatter<'_>, message: &str) -> fmt::Result {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { Ok(()) } else { write!(formatter, "\n  git says: {}", shown_line(&lines.join(" "))) }
}

impl Error for ReviewError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoGit { source } | Self::Unreadable { source, .. } => Some(source),
            Self::Mistakes { source, .. } => Some(source),
            _ => None,
        }
    }
}
