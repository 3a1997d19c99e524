//! What a project says in `asmx.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::ReviewError;
use super::tree::is_absent;
use crate::diff::{self, Accepted, CONFIGURATION_FILE, FailOn, Levels, Rules};

/// The configuration of a project.
///
/// ```toml
/// specs = ["spec/shop.xml"]            # what is compared if no spec is given
/// features = true                      # each area is a Cargo feature
///
/// [levels]                             # how kinds of change are told: ignore, warning, error
/// operation-added = "ignore"
///
/// [[accepted]]                         # changes that are meant
/// fingerprint = "c09c4583c7829bd1"
/// reason = "The service reads both."
///
/// [review]                             # what `review` looks at
/// changelog = "docs/CHANGES.md"        # instead of the nearest CHANGELOG.md above the spec
/// snapshots = ["tests/snapshots"]      # folders whose files change whenever the code of an operation does
///
/// [[review.generated]]                 # generated code that is committed
/// folder = "src"
/// specs = ["spec/shop.xml"]            # all of them, if left out
/// only = ["Get*"]                      # as with `generate`
/// features = true
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Configuration {
    /// The folder to which its paths are relative; empty without a file.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The file itself.
    #[serde(skip)]
    pub(super) file: Option<PathBuf>,
    /// What is compared if no spec is given.
    pub specs: Vec<PathBuf>,
    /// Whether each area is a Cargo feature: then an operation in another area needs another feature.
    pub features: bool,
    /// Levels of kinds.
    pub levels: Levels,
    /// Changes that were accepted.
    pub accepted: Vec<Accepted>,
    /// What [`Review`](super::Review) looks at.
    pub review: Reviewed,
}

/// The part of a configuration that is for [`Review`](super::Review).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Reviewed {
    /// The changelog; otherwise the nearest `CHANGELOG.md` above the spec.
    pub changelog: Option<PathBuf>,
    /// Folders whose files change whenever the generated code of an operation does.
    pub snapshots: Vec<PathBuf>,
    /// Generated code that is committed.
    pub generated: Vec<Generated>,
}

/// Generated code that is committed: what `asmx generate` wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Generated {
    /// The folder that it is in.
    pub folder: PathBuf,
    /// The specs that it is generated from; none are all that are reviewed.
    pub specs: Vec<PathBuf>,
    /// Which operations it has; none are all.
    pub only: Vec<String>,
    /// Whether each area has a feature.
    pub features: bool,
}

impl Configuration {
    /// Reads a configuration file.
    ///
    /// # Errors
    ///
    /// The file cannot be read; or it is not valid TOML, has an unknown key, kind of change or level, or accepts a change without a reason.
    pub fn read(path: &Path) -> Result<Self, ReviewError> {
        let text = fs::read_to_string(path).map_err(|source| {
            if is_absent(&source) {
                return ReviewError::no_file(path);
            }
            ReviewError::Unreadable { path: path.to_owned(), source }
        })?;
        Self::parse(&text, path)
    }

    /// Reads the text of the file at that path.
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, ReviewError> {
        let wrong =
            |error: toml::de::Error| ReviewError::Configuration { path: path.to_owned(), message: error.to_string() };
        let configuration: Self = toml::from_str(text).map_err(wrong)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { folder, file: Some(path.to_owned()), ..configuration })
    }

    /// Reads the file `asmx.toml` in a folder or in the nearest one above it that has one, up to the root of its repository; outside of
    /// repositories, up to the working folder. Without such a file all settings have their defaults.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn find(folder: &Path) -> Result<Self, ReviewError> {
        let here = std::path::absolute(folder)
            .map_err(|source| ReviewError::Unreadable { path: folder.to_owned(), source })?;
        let working = std::env::current_dir().unwrap_or_default();
        let root = here.ancestors().find(|folder| folder.join(".git").exists());
        let last = root.unwrap_or(if here.starts_with(&working) { &working } else { &here });
        for folder in here.ancestors() {
            let file = folder.join(CONFIGURATION_FILE);
            if file.is_file() {
                // As short as it can be said.
                return Self::read(file.strip_prefix(&working).unwrap_or(&file));
            }
            if folder == last {
                break;
            }
        }
        Ok(Self::default())
    }

    /// A path of this configuration, from the working folder.
    #[must_use]
    pub fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The specs to compare if none is given.
    pub fn all_specs(&self) -> impl Iterator<Item = PathBuf> {
        self.specs.iter().map(|spec| self.path(spec))
    }

    /// How versions are compared.
    #[must_use]
    pub fn compared_as(&self) -> diff::Options {
        diff::Options::default().areas_are_features(self.features)
    }

    /// The rules by which changes are judged.
    #[must_use]
    pub fn rules(&self, fail_on: Vec<FailOn>) -> Rules {
        Rules { levels: self.levels.clone(), fail_on, accepted: self.accepted.clone() }
    }
}
