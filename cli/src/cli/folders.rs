//! Folders of the person on this platform.

use std::env;
use std::path::PathBuf;

/// A variable of the environment that is not empty.
pub(super) fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The folder for settings of programs.
pub(super) fn settings() -> Option<PathBuf> {
    if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_CONFIG_HOME").or_else(|| variable("HOME").map(|home| home.join(".config")))
    }
}

/// The folder for what programs can get again.
pub(super) fn cache() -> Option<PathBuf> {
    if let Some(folder) = variable("XDG_CACHE_HOME") {
        return Some(folder);
    }
    if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("HOME").map(|home| home.join(".cache"))
    }
}
