//! The configuration file of a project, `asmx.toml`.

use std::io;
use std::path::{Path, PathBuf};

use asmx_codegen::source_file;
use serde::Deserialize;

use super::ReviewError;
use super::git::is_absent;
use crate::diff::{Accepted, CONFIGURATION_FILE, FailOn, Levels, Rules};

/// The configuration of a project.
///
/// ```toml
/// specs = ["spec/shop.xml"]            # the specs to compare by default
///
/// [levels]                             # levels of kinds of change: ignore, warning, error
/// operation-added = "ignore"
///
/// [[accepted]]                         # intended changes
/// fingerprint = "c09c4583c7829bd1"
/// reason = "The service reads both."
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Configuration {
    /// The folder that paths are relative to; empty without a file.
    #[serde(skip)]
    pub folder: PathBuf,
    #[serde(skip)]
    pub(super) file: Option<PathBuf>,
    /// The specs to compare by default.
    pub specs: Vec<PathBuf>,
    /// Levels of kinds.
    pub levels: Levels,
    /// Accepted changes.
    pub accepted: Vec<Accepted>,
}

impl Configuration {
    /// Reads a configuration file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not valid TOML, has an unknown key, kind of change or level, or accepts a change without a reason.
    pub fn read(path: &Path) -> Result<Self, ReviewError> {
        let read = source_file::read(path).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        });
        let text = read.map_err(|source| {
            if is_absent(&source) {
                return ReviewError::no_file(path);
            }
            ReviewError::Unreadable { path: path.to_owned(), source }
        })?;
        Self::parse(&text, path)
    }

    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, ReviewError> {
        let wrong =
            |error: toml::de::Error| ReviewError::Configuration { path: path.to_owned(), message: error.to_string() };
        let configuration: Self = toml::from_str(text).map_err(wrong)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { folder, file: Some(path.to_owned()), ..configuration })
    }

    /// Reads the nearest `asmx.toml` in a folder or above it, up to the root of the repository; outside of repositories, up to the working
    /// folder. Without such a file, all settings have their defaults.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn find(folder: &Path) -> Result<Self, ReviewError> {
        let folder_path = std::path::absolute(folder)
            .map_err(|source| ReviewError::Unreadable { path: folder.to_owned(), source })?;
        let working = std::env::current_dir().unwrap_or_default();
        let root = folder_path.ancestors().find(|folder| folder.join(".git").exists());
        let last = root.unwrap_or(if folder_path.starts_with(&working) { &working } else { &folder_path });
        for folder in folder_path.ancestors() {
            let file = folder.join(CONFIGURATION_FILE);
            if file.is_file() {
                return Self::read(file.strip_prefix(&working).unwrap_or(&file));
            }
            if folder == last {
                break;
            }
        }
        Ok(Self::default())
    }

    /// A path of this configuration, relative to the working folder.
    #[must_use]
    pub fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The specs to compare by default.
    pub fn all_specs(&self) -> impl Iterator<Item = PathBuf> {
        self.specs.iter().map(|spec| self.path(spec))
    }

    /// The rules for the report.
    #[must_use]
    pub fn rules(&self, fail_on: Vec<FailOn>) -> Rules {
        Rules { levels: self.levels.clone(), fail_on, accepted: self.accepted.clone() }
    }
}
