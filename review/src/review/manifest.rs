//! The version that a manifest states.

use semver::Version;
use toml::Table;

use super::ReviewError;
use super::tree::{Tree, folder, upward};

/// A manifest and the version of its package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Manifest {
    /// The file of the package, from the root of the repository.
    pub(super) path: String,
    /// The file in which the number stands: that of the workspace, where the package inherits it.
    pub(super) stated_in: String,
    pub(super) version: Version,
}

impl Manifest {
    /// The manifest at a path; `None` if there is none, or none with a version.
    pub(super) fn read(tree: Tree<'_>, path: &str) -> Result<Option<Self>, ReviewError> {
        let Some(table) = table(tree, path)? else { return Ok(None) };
        let stated = match table.get("package").and_then(|package| package.get("version")) {
            Some(toml::Value::String(number)) => Some((path.to_owned(), number.clone())),
            // `version.workspace = true`; and of a workspace without a package the version that its packages share.
            Some(_) => of_workspace(tree, path)?,
            None if table.get("package").is_none() => of_workspace(tree, path)?,
            None => None,
        };
        let Some((stated_in, number)) = stated else { return Ok(None) };
        let version = Version::parse(&number)
            .map_err(|_| ReviewError::NoVersion { place: stated_in.clone(), text: number.clone() })?;
        Ok(Some(Self { path: path.to_owned(), stated_in, version }))
    }

    /// The nearest manifest with a version, in a folder or above it.
    pub(super) fn nearest(tree: Tree<'_>, folder: &str) -> Result<Option<Self>, ReviewError> {
        for path in upward(folder, "Cargo.toml") {
            if let Some(found) = Self::read(tree, &path)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The version that the packages of a workspace share: where it stands, and the number.
fn of_workspace(tree: Tree<'_>, path: &str) -> Result<Option<(String, String)>, ReviewError> {
    for path in upward(folder(path), "Cargo.toml") {
        let Some(table) = table(tree, &path)? else { continue };
        let version = table.get("workspace").and_then(|workspace| workspace.get("package")?.get("version"));
        if let Some(number) = version.and_then(toml::Value::as_str) {
            return Ok(Some((path, number.to_owned())));
        }
    }
    Ok(None)
}

fn table(tree: Tree<'_>, path: &str) -> Result<Option<Table>, ReviewError> {
    let Some(bytes) = tree.read(path)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    let table = text
        .parse::<Table>()
        .map_err(|error| ReviewError::Configuration { path: path.into(), message: error.to_string() })?;
    Ok(Some(table))
}
